import type { OutgoingHttpHeaders } from 'node:http'
import type { Answer } from './http-request.ts'
import type { TestApp } from './test-app.ts'

/** A browser without a screen: it says where its requests come from, and stores cookies. */
export class Browser {
  readonly #app: TestApp
  readonly cookies = new Map<string, string>()

  constructor(app: TestApp) {
    this.#app = app
  }

  async post(path: string, body: unknown, headers: OutgoingHttpHeaders = {}): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const sent = { 'sec-fetch-site': 'same-origin', ...(cookie === '' ? {} : { cookie }), ...headers }
    const answer = await this.#app.anonymous.post(path, body, sent)
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      this.cookies.set(name, value)
    }
    return answer
  }

  async login(email: string, password: string): Promise<Answer> {
    return await this.post('/v1/auth/login', { email, password })
  }
}
