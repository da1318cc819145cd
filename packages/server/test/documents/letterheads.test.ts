import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { beforeAll, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { png, pngChunk } from '../support/crafted-files.ts'
import { sendFile } from '../support/form.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
let staff: Caller
const { resolve } = createRequire(import.meta.url)
const FAMILY = 'Wave Sans Hebrew'
const PNG = png()
const SOURCE = `#import "letterhead.typ": document-page
#let d = json("data.json")
#show: document-page.with(d)
= #d.machineID`

beforeAll(async () => {
  staff = await app.as('staff')
})

/** A font of a family that the product does not have. */
function ownFont(): Buffer {
  const path = '@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf'
  const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('latin1')
  const bytes = readFileSync(resolve(path)).toString('latin1')
  return Buffer.from(bytes.replaceAll(utf16('Noto Sans'), utf16('Wave Sans')), 'latin1')
}

async function letterhead(values: object): Promise<string> {
  const sent = { name: crypto.randomUUID(), company: 'Tarnholm', accent: '#14213d', ...values }
  const { status, body } = await staff.post('/v1/letterheads', sent)
  expect(status).toBe(201)
  return (body as { id: string }).id
}

const attach = (id: string, name: string, content: Buffer) =>
  sendFile(app, staff, `/v1/letterheads/${id}/files`, name, content)

async function template(letterheadId: string) {
  const draft = { type: 'label', name: crypto.randomUUID(), locale: 'en', source: SOURCE, letterheadId }
  return (await staff.post('/v1/pdf-templates', draft)).body as { id: string; rowVersion: number }
}

const preview = async (templateId: string) =>
  await staff.post('/v1/pdf-templates/preview', { templateId, source: SOURCE })

test('the logo and the fonts of a letterhead are part of a version, and stay in it when they are removed', async () => {
  const id = await letterhead({ font: FAMILY, address: 'Verkstadsgatan 4\nBorås', footer: 'VAT SE556000000001' })
  const made = await template(id)
  // The family is not known yet, and Inter takes its place.
  expect((await preview(made.id)).headers['x-template-warnings']).toContain('unknown%20font%20family')
  const sent = await Promise.all([attach(id, 'own.ttf', ownFont()), attach(id, 'logo.png', PNG)])
  expect(sent.map(({ status }) => status)).toEqual([201, 201])
  const shown = await preview(made.id)
  expect([shown.status, shown.headers['x-template-warnings']]).toEqual([200, '%5B%5D'])
  expect((await staff.post(`/v1/pdf-templates/${made.id}/publish`, { rowVersion: made.rowVersion })).status).toBe(200)
  for (const { body } of sent) {
    await staff.request(`/v1/letterheads/${id}/files/${(body as { id: string }).id}`, { method: 'DELETE' })
  }
  expect((await preview(made.id)).headers['x-template-warnings']).toContain('unknown%20font%20family')
  const generated = await staff.post('/v1/pdf/generate', { templateId: made.id, id: 'VFFS-2214' })
  expect(generated.status).toBe(200)
  const [stored] = await app.sql<{ fonts: number; logo: number }>(
    `SELECT cardinality(fonts) AS fonts, length(logo) AS logo FROM pdf_template_version WHERE template_id = $1`,
    [made.id],
  )
  expect(stored).toEqual({ fonts: 1, logo: PNG.length })
})

test('a logo that is too large is refused in words when the template is made with it', async () => {
  const id = await letterhead({})
  const made = await template(id)
  const large = png(pngChunk('noTe', Buffer.alloc(1024 * 1024)))
  expect((await attach(id, 'logo.png', large)).status).toBe(201)
  const answer = await preview(made.id)
  expectProblem(answer, 'template_invalid')
  expect(answer.body).toMatchObject({ detail: expect.stringContaining('larger than 1 MB') })
})
