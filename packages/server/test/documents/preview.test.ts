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

test('a faulty source is answered with each fault and its place', async () => {
  const answer = await preview('Fine\n#(1 + "a")')
  expectProblem(answer, 'template_invalid')
  const place = { source: 'main.typ', line: 4, column: 3, endLine: 4, endColumn: 10, hints: [] }
  expect(answer.body).toMatchObject({ faults: [{ message: 'cannot add integer and string', ...place }] })
})

test('characters that no font has are named, and so is a document that is too long', async () => {
  expect((await preview('中')).body).toMatchObject({ code: 'template_invalid', detail: expect.stringContaining('中') })
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
