import { expect } from 'vitest'
import type { Caller } from './caller.ts'

/** What a template gets, as a keyword of the document: XMP has it as plain text. */
const SOURCE = `#let d = json("data.json")
#set document(title: d.document.title, keywords: (json.encode(d, pretty: false),))
#set text(lang: "en")
= Data`

/** Publishes a template of a type whose documents have their data in them. @returns its id */
export async function publishDataTemplate(staff: Caller, type: string): Promise<string> {
  const made = await staff.post('/v1/pdf-templates', { type, name: 'Data', locale: 'en', source: SOURCE })
  const { id, rowVersion } = made.body as { id: string; rowVersion: number }
  expect((await staff.post(`/v1/pdf-templates/${id}/publish`, { rowVersion })).status).toBe(200)
  return id
}

/** The data of a document that was made with such a template. */
export function dataOfDocument(pdf: string): unknown {
  const [, keywords = ''] = /<pdf:Keywords>(.*?)<\/pdf:Keywords>/s.exec(pdf) ?? []
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
  return JSON.parse(keywords.replaceAll(/&(\w+);/g, (_, name: string) => named[name] ?? ''))
}
