import { beforeAll, describe, expect, test } from 'vitest'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()

async function found(search: string): Promise<string[]> {
  const query = new URLSearchParams({ search, sort: 'code', pageSize: '200' })
  const { items } = (await (await app.as('staff')).get(`/v1/suppliers?${query}`)).body as { items: { code: string }[] }
  return items.map(({ code }) => code)
}

describe('a search', () => {
  beforeAll(async () => {
    const names = [
      ['GR1', 'ΟΔΟΣ'],
      ['GR2', 'οδος'],
      ['GR3', 'Οδός Αθηνών'],
      ['DE1', 'Straße am Bach'],
      ['DE2', 'STRASSE AM BACH'],
      ['TR1', 'İSTANBUL Gıda'],
      ['NO1', 'Ærlig Bækkelund'],
      ['SE1', 'Malmo\u0308 Bröd'],
      ['RU1', 'Ёлка и ЙОД'],
      ['CN1', '上海食品包装'],
      ['XX1', 'Odd 5%_\\x'],
    ]
    for (const [code, name] of names) {
      await app.sql(
        `INSERT INTO supplier (code, name, currency, status, preferred) VALUES ($1, $2, 'EUR', 'active', false)`,
        [code, name],
      )
    }
  })

  test.each([
    ['οδος', ['GR1', 'GR2', 'GR3']],
    ['ΟΔΟΣ', ['GR1', 'GR2', 'GR3']],
    ['ΟΔΌΣ', ['GR1', 'GR2', 'GR3']],
    ['straße', ['DE1', 'DE2']],
    ['STRASSE', ['DE1', 'DE2']],
    ['Strasse', ['DE1', 'DE2']],
    ['istanbul', ['TR1']],
    ['İstanbul', ['TR1']],
    ['GIDA', ['TR1']],
    ['bækkelund', ['NO1']],
    ['ÆRLIG', ['NO1']],
    ['malmö', ['SE1']],
    ['MALMO', ['SE1']],
    ['ёлка', ['RU1']],
    ['ЕЛКА', ['RU1']],
  ])('for %s finds what people expect, in any case, with accents and without', async (search, codes) => {
    expect(await found(search)).toEqual(codes)
  })

  test('finds words of three letters anywhere and shorter ones where a word starts', async () => {
    expect(await found('tras')).toEqual(['DE1', 'DE2'])
    expect(await found('str')).toEqual(['DE1', 'DE2'])
    expect(await found('st')).toEqual(['DE1', 'DE2'])
    expect(await found('tr')).toEqual(['TR1'])
    expect(await found('o')).toEqual(['XX1'])
    expect(await found('βα')).toEqual([])
    expect(await found('αθ')).toEqual(['GR3'])
    expect(await found('b s')).toEqual(['DE1', 'DE2', 'SE1'])
  })

  test('finds short words anywhere in scripts without blanks, and signs where they stand', async () => {
    expect(await found('食品')).toEqual(['CN1'])
    expect(await found('装')).toEqual(['CN1'])
    for (const search of ['5%', '%_', '_\\', '\\x']) expect(await found(search), search).toEqual(['XX1'])
  })
})
