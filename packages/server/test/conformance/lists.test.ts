import { MAX_IDS, MAX_PAGE_SIZE, PAGE_SIZE, rowLabel, writeFilter } from '@packhouse/contract'
import { describe, expect, test } from 'vitest'
import { toColumn } from '../../src/engine/resource/columns.ts'
import { ask, everyRow, must, type Page, type Row } from './support/ask.ts'
import { exemplaryPlaces, mainPlaces } from './support/places.ts'
import { refusalOf } from './support/refusal.ts'
import { accepts } from './support/samples.ts'
import { useMaker } from './support/use-maker.ts'

const { app, maker } = useMaker()

/** So many orders a list takes at once. */
const MOST_ORDERS = 5

describe.each(mainPlaces.map((place) => [place.path, place] as const))('GET %s', (_, place) => {
  const { resource } = place
  const fields = Object.entries(resource.fields)
  // A text that only the server makes is none of these tests' own.
  const searched = fields.filter(([, { search, readOnly }]) => search && !readOnly)
  const sortable = [...fields.flatMap(([name, field]) => (field.sort ? [name] : [])), 'createdAt', 'updatedAt']

  async function list(query: Record<string, string>) {
    return await ask(await maker.staff(), place, 'list', { query })
  }

  async function page(query: Record<string, string> = {}): Promise<Page> {
    return await must(await maker.staff(), place, 'list', { query })
  }

  test('answers a page in the one shape, the first where none is named', async () => {
    const row = await maker.create(resource)
    const answer = await page()
    expect(Object.keys(answer)).toEqual(['items', 'total', 'page', 'pageSize', 'next'])
    expect(answer).toMatchObject({ page: 1, pageSize: PAGE_SIZE })
    expect(answer.items.length).toBe(Math.min(answer.total, PAGE_SIZE))
    const found = (await everyRow(await maker.staff(), place)).find(({ id }) => id === row.id)
    // Lists of children come with a single row alone.
    expect(found).toEqual(resource.row.parse(row))
  })

  test('can be sorted and filtered by each field that says so', async () => {
    const row = await maker.create(resource, {}, 'full')
    for (let place = 0; place < sortable.length; place += MOST_ORDERS) {
      const orders = sortable.slice(place, place + MOST_ORDERS)
      for (const sort of [orders, orders.map((name) => `-${name}`)]) {
        const query = { sort: sort.join(), pageSize: '1' }
        const { next } = await page(query)
        if (next !== null) await page({ ...query, after: next })
      }
    }
    for (const [name] of fields.filter(([, field]) => field.filter)) {
      // Of a list it is enough that it has one of the entries.
      const [value] = [row[name]].flat()
      for (const wanted of value === undefined ? [null] : [value, null]) {
        const given = writeFilter([wanted === null ? null : String(wanted)])
        const found = await everyRow(await maker.staff(), place, { [name]: given })
        expect(
          found.filter((one) => ![one[name]].flat().includes(wanted)).map(({ id }) => id),
          `${name}=${given}`,
        ).toEqual([])
        if (wanted === value) expect(idsOf(found), `${name}=${given}`).toContain(row.id)
      }
    }
  })

  // What the engine does alike for all; by which fields others may not be sorted or filtered is asked by `declarations.test.ts`.
  if (!exemplaryPlaces.includes(place)) return

  test('comes page by page without a gap or a repeat, in the same order each time, by numbers and by positions', async () => {
    const references = await maker.references(resource)
    for (let count = 0; count < 5; count++) await maker.create(resource, references)
    for (const sort of ['', sortable[0] ?? '', '-updatedAt']) {
      const query: Record<string, string> = sort === '' ? {} : { sort }
      const all = await everyRow(await maker.staff(), place, query)
      const pageSize = Math.max(2, Math.ceil(all.length / 6))
      const sized = { ...query, pageSize: String(pageSize) }
      expect(await everyRow(await maker.staff(), place, sized)).toEqual(all)
      const numbered: Row[] = []
      for (let number = 1; number <= Math.ceil(all.length / pageSize); number++) {
        numbered.push(...(await page({ ...sized, page: String(number) })).items)
      }
      expect(numbered).toEqual(all)
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
      expect((await page(query)).total).toBe(all.length)
    }
  })

  test('is walked without leaving out a row or showing one twice, whatever is deleted and created meanwhile', async () => {
    const rows: Row[] = []
    for (let count = 0; count < 6; count++) rows.push(await maker.create(resource))
    const query = { sort: String(sortable[0]), pageSize: '2', createdFrom: String(rows[0]?.createdAt) }
    const [walked, deleted] = [new Set<string>(), new Set<string>()]
    let { items, next } = await page(query)
    while (true) {
      for (const { id } of items) {
        expect(walked).not.toContain(id)
        walked.add(id)
      }
      if (next === null) break
      // Also the row that the position is behind.
      for (const { id } of place.calls.remove && walked.size < 6 ? items : []) {
        const { status } = await ask(await maker.staff(), place, 'remove', { params: { id } })
        if (status === 204) deleted.add(id)
      }
      if (walked.size < 6) await maker.create(resource)
      ;({ items, next } = await page({ ...query, after: next }))
    }
    expect(rows.filter(({ id }) => !walked.has(id) && !deleted.has(id))).toEqual([])
  })

  test('has an empty page after the last one', async () => {
    const { total } = await page()
    expect(await page({ page: '1000000' })).toEqual({
      items: [],
      total,
      page: 1_000_000,
      pageSize: PAGE_SIZE,
      next: null,
    })
  })

  test('is sorted by each field that allows it, empty values last', async () => {
    for (const extent of ['minimal', 'full', 'full'] as const) await maker.create(resource, {}, extent)
    for (const name of sortable) {
      for (const sort of [name, `-${name}`]) {
        const rows = await everyRow(await maker.staff(), place, { sort, pageSize: '20' })
        // A state may follow from more than its column; its own words are compared as they are.
        const shown = resource.fields[name]?.kind === 'choice' ? 'shown' : `"${toColumn(name)}"`
        const given = [rows.map(({ id }) => id), rows.map((row) => row[name])]
        const [later, earlier] = sort === name ? ['value', 'previous'] : ['previous', 'value']
        const wrong = await app.sql(
          `SELECT FROM (
             SELECT ${shown} AS value, lag(${shown}) OVER (ORDER BY n) AS previous, n
             FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY given (id, shown, n) JOIN ${resource.table} USING (id)
           ) pairs WHERE ${later} < ${earlier} OR (n > 1 AND previous IS NULL AND value IS NOT NULL)`,
          given,
        )
        expect(wrong.length, sort).toBe(0)
      }
    }
    const two = sortable.slice(0, 2).map((name) => `-${name}`)
    expect((await list({ sort: two.join(',') })).status).toBe(200)
  })

  test('is filtered by each field that allows it, by one value, by several, and by none', async () => {
    const rows = [await maker.create(resource, {}, 'full'), await maker.create(resource, {}, 'full')]
    const all = await everyRow(await maker.staff(), place)
    for (const [name, field] of fields.filter(([, entry]) => entry.filter)) {
      const values: unknown[] = [...new Set(rows.flatMap((row) => row[name]))].filter((value) => value !== null)
      for (const wanted of [...values.map((value) => [value]), values].filter((some) => some.length > 0)) {
        const found = await everyRow(await maker.staff(), place, { [name]: writeFilter(wanted.map(String)) })
        // Of a list it is enough that it has one of the entries.
        const expected = all.filter((row) => [row[name]].flat().some((value) => wanted.includes(value)))
        expect(idsOf(found), `${name}=${wanted}`).toEqual(idsOf(expected))
        expect(found.length).toBeGreaterThan(0)
      }
      const empty = await everyRow(await maker.staff(), place, { [name]: 'null' })
      expect(
        empty.every((row) => row[name] === null),
        `${name}=null`,
      ).toBe(true)
      expect(empty.length).toBe(all.filter((row) => row[name] === null).length)
      if (!['text', 'list'].includes(field.kind)) {
        const [value] = wrongFilters
        expect(refusalOf(await list({ [name]: value ?? '' }), `query.${name}`)).toBe(
          `400 invalid_request query.${name}`,
        )
      }
    }
  })

  test('has the rows whose ids are named, in whatever case, and no others', async () => {
    const rows = [await maker.create(resource), await maker.create(resource)]
    await maker.create(resource)
    const ids = rows.map(({ id }) => id)
    const strangers = Array.from({ length: MAX_IDS - 2 }, () => crypto.randomUUID())
    const { items, total } = await page({ id: [...ids.map((id) => id.toUpperCase()), ...strangers].join() })
    expect(idsOf(items)).toEqual([...ids].sort())
    expect(total).toBe(2)
    expect((await page({ id: strangers.join() })).total).toBe(0)
  })

  test('is searched through each field that says so, in any case and by parts of words', async () => {
    for (const [name, field] of searched) {
      const token = `Needle${crypto.randomUUID().slice(0, 8)}`
      const text = field.kind === 'email' ? `${token}@example.com` : token
      const isFree = accepts(field, text)
      const row = await maker.create(resource, isFree ? { [name]: text } : {}, 'full')
      const words = isFree ? token : String(row[name])
      // What is shorter than three letters, such as a byte of a fingerprint, is found from its start on.
      const part = isFree ? words.slice(1) : words.slice(0, -1)
      for (const search of [words, words.toUpperCase(), words.toLowerCase(), part]) {
        const found = await everyRow(await maker.staff(), place, { search })
        expect(
          found.map(({ id }) => id),
          `${name} by ${search}`,
        ).toContain(row.id)
        if (isFree) expect(found.length).toBe(1)
      }
    }
  })

  test.runIf(!fields.some(([, field]) => field.search))(
    'does not know `search` where no field is searched',
    async () => {
      expect(refusalOf(await list({ search: 'x' }), 'query.search')).toBe('400 invalid_request query.search')
    },
  )

  test('is searched for %, _ and backslash as they are, and for words in any order', async () => {
    const [name] = searched.find(([, field]) => accepts(field, 'a%b_c\\d "e"')) ?? []
    if (name === undefined) return
    const key = crypto.randomUUID().slice(0, 8)
    const odd = await maker.create(resource, { [name]: `${key} 5%_\\x "y" 'z'` })
    const plain = await maker.create(resource, { [name]: `${key} 5abcx y z` })
    for (const search of ['5%', '%_', '_\\', '\\x', '"y"', `'z'`, `5 ${key}`]) {
      const found = await everyRow(await maker.staff(), place, { search: `${search} ${key}` })
      const expected = search.startsWith('5 ') ? [odd.id, plain.id] : [odd.id]
      expect(idsOf(found), search).toEqual([...expected].sort())
    }
    expect(await everyRow(await maker.staff(), place, { search: `${key} ${'nowhere'}` })).toEqual([])
  })

  test('finds what people write in other scripts', async () => {
    const texts = ['شركة التغليف', '食品包装', 'ÆRØ straße', 'Ёлка']
    const [name] = searched.find(([, field]) => texts.every((text) => accepts(field, text))) ?? []
    for (const text of name === undefined ? [] : texts) {
      const row = await maker.create(resource, { [name as string]: text })
      for (const search of [text, text.toLowerCase()]) {
        const found = await everyRow(await maker.staff(), place, { search })
        expect(
          found.map(({ id }) => id),
          search,
        ).toContain(row.id)
      }
      await maker.discard(resource, row)
    }
  })

  test('refuses parameters it does not know or cannot read, and names them', async () => {
    const wrong: [string, string][] = [
      ['page', '0'],
      ['page', '-1'],
      ['page', 'x'],
      ['page', '1e3'],
      ['page', ''],
      ['pageSize', '0'],
      ['pageSize', String(MAX_PAGE_SIZE + 1)],
      ['pageSize', '99999999999999999999'],
      ['sort', ''],
      ['sort', 'nonsense'],
      ['sort', 'id; DROP TABLE customer'],
      ['sort', 'constructor'],
      ['sort', `${sortable[0]},nonsense`],
      ['sort', Array.from({ length: 6 }, () => 'createdAt').join()],
      ['search', 'x'.repeat(201)],
      ['nonsense', '1'],
      ['constructor', '1'],
      ['id', ''],
      ['id', 'null'],
      ['id', `${crypto.randomUUID()},x`],
      ['id', Array.from({ length: MAX_IDS + 1 }, () => crypto.randomUUID()).join()],
      ...(resource.traits.softDelete ? ([['deleted', 'yes']] as [string, string][]) : []),
    ]
    for (const [name, value] of wrong) {
      const found = refusalOf(await list({ [name]: value }), `query.${name}`)
      expect.soft(found, `${name}=${value.slice(0, 30)}`).toBe(`400 invalid_request query.${name}`)
    }
    expect((await list({ pageSize: String(MAX_PAGE_SIZE) })).status).toBe(200)
    const twice = await (await maker.staff()).get(`${place.path}?page=1&page=2`)
    expect(refusalOf(twice, 'query.page')).toBe('400 invalid_request query.page')
  })

  test('offers no sorting or filtering by other fields', async () => {
    for (const [name, field] of fields) {
      if (!field.sort)
        expect(refusalOf(await list({ sort: name }), 'query.sort')).toBe('400 invalid_request query.sort')
      if (!field.filter)
        expect(refusalOf(await list({ [name]: 'x' }), `query.${name}`)).toBe(`400 invalid_request query.${name}`)
    }
  })
})

const wrongFilters = ['no such value']

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id).sort()
}

describe.each(exemplaryPlaces.filter((place) => place.calls.dropdown).map((place) => [place.path, place] as const))(
  'GET %s/dropdown',
  (_, place) => {
    const { resource } = place

    test('names what can be chosen, by label, and leaves out what is not active', async () => {
      const row = await maker.create(resource)
      const entries = await must<{ id: string; label: string }[]>(await maker.staff(), place, 'dropdown')
      const sublabel = resource.sublabel === undefined ? null : row[resource.sublabel]
      expect(entries).toContainEqual({ id: row.id, label: rowLabel(resource, row), sublabel })
      if (!('active' in resource.fields)) return
      const passive = await maker.create(resource, { active: false })
      const again = await must<{ id: string }[]>(await maker.staff(), place, 'dropdown')
      expect(again.map(({ id }) => id)).not.toContain(passive.id)
    })
  },
)
