import { expect } from 'vitest'
import type { Caller } from '../support/caller.ts'

/** Its document has its own data as title, byte by byte: what is read there is what the PDF was made of. */
const SOURCE = `#set document(title: array(read("data.json", encoding: none)).map(str).join(" "))
#set text(lang: "en")
Fine`

/** Reads the data that documents are made of, out of PDFs. */
export class ShownData {
  readonly #staff: () => Caller
  readonly #templates = new Map<string, Promise<string>>()

  constructor(staff: () => Caller) {
    this.#staff = staff
  }

  /** @param body of `generatePdf` beside type and template. @returns the data with its frame */
  async of(type: string, body: object): Promise<Record<string, unknown>> {
    return await this.#read(this.#staff(), { templateId: await this.#templateOf(type), ...body })
  }

  /** The same as somebody of a customer reads it, who chooses no template: that of the tests is the default from then on. */
  async shownTo(reader: Caller, type: string, body: object): Promise<Record<string, unknown>> {
    const chosen = { templateId: await this.#templateOf(type) }
    const made = await this.#staff().request('/v1/pdf-templates/defaults', { method: 'PUT', body: chosen })
    expect(made.status, made.text).toBeLessThan(300)
    return await this.#read(reader, { type, ...body })
  }

  async #templateOf(type: string): Promise<string> {
    const known = this.#templates.get(type) ?? this.#makeTemplate(type)
    this.#templates.set(type, known)
    return await known
  }

  async #read(reader: Caller, body: object): Promise<Record<string, unknown>> {
    const answer = await reader.post('/v1/pdf/generate', body)
    expect(answer.status, answer.text).toBe(200)
    const [, title = ''] = /<dc:title>.*?>([\d ]+)</s.exec(answer.text) ?? []
    const json = new TextDecoder().decode(Uint8Array.from(title.split(' ').map(Number)))
    return JSON.parse(json) as Record<string, unknown>
  }

  async #makeTemplate(type: string): Promise<string> {
    const draft = { type, name: crypto.randomUUID(), locale: 'en', source: SOURCE }
    const made = (await this.#staff().post('/v1/pdf-templates', draft)).body as { id: string; rowVersion: number }
    const path = `/v1/pdf-templates/${made.id}/publish`
    const published = await this.#staff().post(path, { rowVersion: made.rowVersion })
    expect(published.status, published.text).toBe(200)
    return made.id
  }
}
