import { expect, test } from 'vitest'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp({ environment: { PDF_PER_USER: '1', PDF_PAGES: '3', PDF_PROCESSES: '1' } })
const HEAD = '#set document(title: "A preview")\n#set text(lang: "en")\n'
/** Longer under way than its neighbours need to arrive. */
const LONG_LOOP = '#{ let n = 0; for i in range(1000000) { n += 1 }; [#n] }'

async function preview(source: string, data: object = {}) {
  return await (await app.as('staff')).post('/v1/pdf-templates/preview', { type: 'label', source: HEAD + source, data })
}

test('a source and its data become a PDF, which nobody stores', async () => {
  const answer = await preview('= #json("data.json").customer', { customer: 'Åsgård Łódź' })
  expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
    200,
    'application/pdf',
    'no-store',
  ])
  expect(answer.text).toMatch(/^%PDF-1\.7/)
})

test('shows the data of a record that the caller may read, on the paper that is asked for', async () => {
  const staff = await app.as('staff')
  const source = `${HEAD}#let d = json("data.json")\n#if d.machineID != "VFFS-2214" or d.page.paper != "us-letter" { panic(d) }`
  const ask = (body: object) => staff.post('/v1/pdf-templates/preview', { type: 'label', source, ...body })
  const shown = await ask({ id: 'VFFS-2214', pageSize: 'us-letter' })
  expect([shown.status, shown.text.slice(0, 4)]).toEqual([200, '%PDF'])
  expectProblem(await ask({ id: 'VFFS-2214', pageSize: 'a4' }), 'template_invalid')
  expectProblem(await ask({ id: 'NONE-1' }), 'not_found')
  expectProblem(await ask({ id: 'VFFS-2214', data: {} }), 'invalid_request')
  expectProblem(await ask({ id: 'VFFS-2214', parameters: { from: 1 } }), 'invalid_request')
})

test('tells where the blocks of a source are in its document, and nothing where marks would be in the way', async () => {
  const staff = await app.as('staff')
  const ask = async (source: string) => {
    const answer = await staff.post('/v1/pdf-templates/preview/places', { type: 'label', source: HEAD + source })
    return answer.body as { pages: number; places: Record<string, number>[] }
  }
  const lines = ['= Title', 'A line', 'and another', '', '#table(', '  [One],', ')', '#pagebreak()', '- Item']
  const { pages, places } = await ask(`#set page(margin: 50pt)\n${lines.join('\n')}`)
  expect([pages, places.map(({ line, endLine, page, endPage }) => [line, endLine, page, endPage])]).toEqual([
    2,
    [
      [4, 4, 1, 1],
      [5, 7, 1, 1],
      [8, 10, 1, 1],
      [11, 11, 1, 2],
      [12, 12, 2, 2],
    ],
  ])
  expect(places[0]).toMatchObject({ x: 50, y: 50 })
  const below = places.filter(({ page, y = 0 }, index) => page === 1 && y > (places[index - 1]?.y ?? 0))
  expect(below.map(({ line }) => line)).toEqual([4, 5, 8, 11])
  expect(await ask('#let metadata = 1\nText')).toEqual({ pages: 0, places: [] })
  expect(await ask('#(1 + "a")')).toEqual({ pages: 0, places: [] })
})

test('a faulty source is answered with each fault and its place', async () => {
  const answer = await preview('Fine\n#(1 + "a")')
  expectProblem(answer, 'template_invalid')
  const place = { source: 'main.typ', line: 4, column: 3, endLine: 4, endColumn: 10, hints: [] }
  expect(answer.body).toMatchObject({ faults: [{ message: 'cannot add integer and string', ...place }] })
})

test('characters that no font has are named, as a warning where a sign can be in their place, and so is a document that is too long', async () => {
  const replaced = await preview('#json("data.json").name', { name: 'ꦗ' })
  expect(replaced.status).toBe(200)
  const warnings: unknown = JSON.parse(decodeURIComponent(String(replaced.headers['x-template-warnings'])))
  expect(warnings).toMatchObject([{ message: expect.stringContaining('ꦗ') }])
  const refused = await preview('#"\\u{a997}"')
  expect(refused.body).toMatchObject({ code: 'template_invalid', detail: expect.stringContaining('ꦗ') })
  const long = await preview('#for i in range(4) [#i #pagebreak(weak: true)]')
  expect(long.body).toMatchObject({ detail: 'The document has 4 pages; 3 are possible.' })
})

test('a source of 200,000 characters is read, and a longer one refused with its place', async () => {
  const fill = (length: number) => `// ${'x'.repeat(length - HEAD.length - 3)}`
  expect((await preview(fill(200_000))).status).toBe(200)
  const long = await preview(fill(200_001))
  expectProblem(long, 'invalid_request')
  expect(long.body).toMatchObject({ errors: [{ path: 'body.source' }] })
})

test('one who has as many documents under way as may be is refused, and health counts', async () => {
  await app.as('staff')
  const answers = await Promise.all(['One', 'Two', 'Three'].map((text) => preview(`${LONG_LOOP}\n${text}`)))
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429])
  const staff = await app.as('staff')
  const { body } = await staff.get('/v1/pdf/health')
  expect(body).toMatchObject({ status: 'ok', processes: 1, busy: 0, waiting: 0, failed: 0, lastError: null })
  expect((body as { rendered: number }).rendered).toBeGreaterThan(1)
  const { refused } = (await staff.get('/v1/health/refusals')).body as { refused: Record<string, number> }
  expect(refused['documents.owner_limit']).toBeGreaterThan(0)
})
