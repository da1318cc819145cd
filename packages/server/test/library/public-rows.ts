import { expect } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { sendFile } from '../support/form.ts'
import type { Answer } from '../support/http-request.ts'
import type { TestApp } from '../support/test-app.ts'
import type { Row } from './library-rows.ts'

export const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')

/** Documents with files, and the public pages on which they are. */
export class PublicRows {
  readonly #app: TestApp
  readonly #staff: () => Caller

  constructor(app: TestApp, staff: () => Caller) {
    this.#app = app
    this.#staff = staff
  }

  /** Sends a document with its file. @param given beside a public manual in English */
  async send(given: Record<string, string>, name = 'manual.pdf', content = PDF): Promise<Answer> {
    const draft = { kind: 'manual', title: 'Manual', language: 'en', revision: 'A', visibility: 'public', ...given }
    const path = `/v1/machine-documents/with-file?${new URLSearchParams(draft)}`
    return await sendFile(this.#app, this.#staff(), path, name, content)
  }

  async add(given: Record<string, string>): Promise<Row> {
    const answer = await this.send(given)
    expect(answer.status, answer.text).toBe(201)
    return answer.body as Row
  }

  async filesOf(id: string): Promise<Row[]> {
    return ((await this.#staff().get(`/v1/machine-documents/${id}/files`)).body as { items: Row[] }).items
  }

  async machine(machineID: string): Promise<{ id: string; token: string }> {
    const [found] = await this.#app.sql<{ id: string; token: string }>(
      'SELECT m.id, p.token FROM machine m JOIN machine_page p ON p.machine_id = m.id WHERE m.machine_id = $1',
      [machineID],
    )
    return found ?? { id: '', token: '' }
  }

  /** The page of a machine, as a stranger sees it. */
  async page(token: string, language = 'en', query = ''): Promise<Answer> {
    return await this.#app.anonymous.get(`/m/${token}${query}`, { 'accept-language': language })
  }

  async ask(token: string, form: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
    return await this.#app.anonymous.request(`/m/${token}/paper`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(form).toString(),
    })
  }
}
