import { beforeAll, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { copiedFrom } from '../support/pdf-text.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { type HeldProject, step, succeeded } from './estimator-rows.ts'
import { approve, makeQuotedProject, RECIPIENT, sendProject } from './quote-rows.ts'

/** Of a script that no font of the product has. */
const NO_GLYPH = 'ꦗ'

const app = useTestApp()
let staff: Caller

beforeAll(async () => {
  staff = await app.as('staff')
})

const pathsOf = ({ errors = [] }: { errors?: { path: string }[] | undefined }) => errors.map(({ path }) => path)

async function trySubmit(held: HeldProject) {
  const { rowVersion } = await held.read()
  return await held.send('POST', `projects/${held.id}/transitions/submit`, { rowVersion })
}

test('a quote in Japanese, Chinese, Korean and Cyrillic, with an emoji, is submitted and sent, and its customer reads it in the PDF', async () => {
  const texts = ['包装機ライン 📦', '全自动包装机', '포장기계', 'Упаковочная машина']
  const { held } = await makeQuotedProject(staff, { title: texts[0] })
  for (const description of texts.slice(1)) await held.item({ description, unitPrice: '10' })
  expect((await step(held, 'submit')).status).toBe('review')
  await approve(app, held)
  const quote = await sendProject(app, held, { ...RECIPIENT, recipientName: '山田太郎' })
  const { status, bytes } = await quote.get('/pdf')
  expect(status).toBe(200)
  const copied = await copiedFrom(bytes)
  expect([...texts, '山田太郎'].filter((text) => !copied.includes(text))).toEqual([])
})

test('what no font has is said at the fields where it was typed, before anything is promised', async () => {
  const { held } = await makeQuotedProject(staff, { title: `Line ${NO_GLYPH}`, paymentTerms: NO_GLYPH })
  await held.item({ description: `Feeder ${NO_GLYPH}`, unitPrice: '10' })
  const problem = expectProblem(await trySubmit(held), 'invalid_request')
  expect(pathsOf(problem).toSorted()).toEqual(['row.items.2.description', 'row.paymentTerms', 'row.title'])
  expect(problem.detail).toContain(`Description: no font of the document has ${NO_GLYPH}`)
  expect((await held.read()).status).toBe('draft')
})

test('a quote is not sent to a name that no font has: nothing is stored or mailed', async () => {
  const { held } = await makeQuotedProject(staff)
  await approve(app, held)
  const send = (to: object) => staff.post(`/v1/estimator/projects/${held.id}/quote-links`, to)
  const recipientEmail = 'unreadable@packhouse.example'
  const to = { ...RECIPIENT, recipientEmail, recipientName: `Kari ${NO_GLYPH}` }
  expect(pathsOf(expectProblem(await send(to), 'invalid_request'))).toEqual(['body.recipientName'])
  expect((await held.read()).status).toBe('approved')
  expect(await app.sql('SELECT FROM mail WHERE recipient = $1', [recipientEmail])).toEqual([])
  succeeded(await send(RECIPIENT))
  expect(pathsOf(expectProblem(await send(to), 'invalid_request'))).toEqual(['body.recipientName'])
})

test('a template that cannot make the document of a quote is said to whoever submits it, and in the list of templates', async () => {
  const source = `#let d = json("data.json")
#set document(title: "A quote")
#set text(lang: "en")
#if d.title == "Of no template" { panic("no such line") }
Fine`
  const path = '/v1/pdf-templates'
  const draft = { type: 'quote', name: 'Picky', locale: 'en', source }
  const made = succeeded<{ id: string; rowVersion: number }>(await staff.post(path, draft))
  const publish = async () => {
    const { rowVersion } = succeeded<{ rowVersion: number }>(await staff.get(`${path}/${made.id}`))
    succeeded(await staff.post(`${path}/${made.id}/publish`, { rowVersion }))
  }
  await publish()
  const [standard] = await app.sql<{ id: string }>(
    `SELECT id FROM pdf_template WHERE type = 'quote' AND locale = 'en' AND is_default`,
  )
  const setDefault = async (templateId: string | undefined) =>
    succeeded(await staff.request(`${path}/defaults`, { method: 'PUT', body: { templateId } }))
  await setDefault(made.id)
  try {
    const { held } = await makeQuotedProject(staff, { title: 'Of no template' })
    const problem = expectProblem(await trySubmit(held), 'invalid_request')
    expect(problem.detail).toMatch(/Picky.*no such line/)
    const fault = async () => succeeded<{ lastFault: string | null }>(await staff.get(`${path}/${made.id}`)).lastFault
    expect(await fault()).toContain('no such line')
    await publish()
    expect(await fault()).toBeNull()
  } finally {
    await setDefault(standard?.id)
  }
})

test('a description of a machine that no font has keeps no report of it from anybody', async () => {
  await app.sql(`UPDATE machine SET description = $1 WHERE machine_id = 'VFFS-2214'`, [`Bagger ${NO_GLYPH} 包装機`])
  const now = Date.now()
  const parameters = { from: new Date(now - 86_400_000).toISOString(), to: new Date(now).toISOString() }
  for (const type of ['machineReport', 'alarmReport']) {
    const answer = await staff.post('/v1/pdf/generate', { type, id: 'VFFS-2214', parameters })
    expect([answer.status, answer.text.slice(0, 5)]).toEqual([200, '%PDF-'])
  }
  const [customer] = await app.sql<{ id: string }>(
    `SELECT customer_id AS id FROM machine WHERE machine_id = 'VFFS-2214'`,
  )
  const monthly = await staff.post('/v1/pdf/generate', { type: 'customerReport', id: customer?.id })
  expect([monthly.status, monthly.text.slice(0, 5)]).toEqual([200, '%PDF-'])
})
