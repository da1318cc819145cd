import { beforeAll, describe, expect, test } from 'vitest'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()

/** Codes of suppliers by their names. */
const names: [code: string, name: string][] = [
  ['A1', 'Hauptstraße Nord'],
  ['A2', 'HAUPTSTRASSE SÜD'],
  ['A3', 'Łódź Pak'],
  ['A4', 'Østerbro Maskin'],
  ['A5', 'Ångström Lab'],
  ['A6', 'Kærgård & Œuvre'],
  ['A7', 'Đurđevac'],
  ['A8', 'Müller Kühlung'],
]

async function list(query: Record<string, string>, headers = {}): Promise<string[]> {
  const parameters = new URLSearchParams({ pageSize: '200', ...query })
  const answer = await (await app.as('staff')).get(`/v1/suppliers?${parameters}`, headers)
  return (answer.body as { items: { code: string; name: string }[] }).items.map(({ name }) => name)
}

async function insert(code: string, name: string): Promise<void> {
  const columns = '(code, name, currency, status, preferred)'
  await app.sql(`INSERT INTO supplier ${columns} VALUES ($1, $2, 'EUR', 'active', false)`, [code, name])
}

beforeAll(async () => {
  for (const [code, name] of names) await insert(code, name)
})

describe('a search', () => {
  test.each([
    ['strasse', ['Hauptstraße Nord', 'HAUPTSTRASSE SÜD']],
    ['Strasse', ['Hauptstraße Nord', 'HAUPTSTRASSE SÜD']],
    ['straße', ['Hauptstraße Nord', 'HAUPTSTRASSE SÜD']],
    ['sud', ['HAUPTSTRASSE SÜD']],
    ['süd', ['HAUPTSTRASSE SÜD']],
    ['Lodz', ['Łódź Pak']],
    ['Łódź', ['Łódź Pak']],
    ['łodz', ['Łódź Pak']],
    ['Osterbro', ['Østerbro Maskin']],
    ['ØSTERBRO', ['Østerbro Maskin']],
    ['Angstrom', ['Ångström Lab']],
    ['ångström', ['Ångström Lab']],
    ['kaergard', ['Kærgård & Œuvre']],
    ['Kærgård', ['Kærgård & Œuvre']],
    ['oeuvre', ['Kærgård & Œuvre']],
    ['Durdevac', ['Đurđevac']],
    ['mueller', ['Müller Kühlung']],
    ['Kuehlung Muller', ['Müller Kühlung']],
  ])('for %s finds names with these letters and without', async (search, found) => {
    expect(await list({ search, sort: 'code' })).toEqual(found)
  })
})

describe('an order by name', () => {
  const sorted = ['Apfel', 'Äpfel', 'Ard', 'Årdal', 'Lodz', 'Łódź', 'Oster', 'Øster', 'Strasse', 'Straße', 'Zebra']
  const search = 'orderedby'

  beforeAll(async () => {
    const shuffled = sorted.toSorted((a, b) => (a.at(-1) ?? '').localeCompare(b.at(-1) ?? ''))
    for (const [index, name] of shuffled.entries()) await insert(`ORDEREDBY${index}`, name)
  })

  test.each(['en', 'de'])(
    'has letters with marks beside those without, before the next letter, in %s',
    async (language) => {
      const headers = { 'accept-language': language }
      expect(await list({ search, sort: 'name' }, headers)).toEqual(sorted)
      expect(await list({ search, sort: '-name' }, headers)).toEqual(sorted.toReversed())
    },
  )

  test('is the same on every page, also of names that are equal', async () => {
    for (const index of [1, 2, 3, 4]) await insert(`EQUAL${index}`, 'Ähnlich gleich')
    const pages = await Promise.all(
      ['1', '2', '3', '4'].map((page) => list({ search: 'equal', sort: 'name', page, pageSize: '1' })),
    )
    expect(pages.flat()).toHaveLength(4)
  })
})
