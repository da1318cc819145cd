import { type Answer, sendRequest } from '../http-request.ts'
import type { TestApp } from '../test-app.ts'

/** A client that stores the cookies of each host and follows no redirects. */
export class BrowserClient {
  readonly #cookies = new Map<string, Map<string, string>>()

  /** @param address with its host; a body is sent as a form */
  async send(address: string, form?: Record<string, string>): Promise<Answer> {
    const url = new URL(address)
    const body = form === undefined ? undefined : new URLSearchParams(form).toString()
    const type = form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
    return await this.#keep(url, {
      method: form === undefined ? 'GET' : 'POST',
      body,
      headers: { ...type, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
    })
  }

  /** Sends JSON as a page of the product does. */
  async post(app: TestApp, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const sent = { 'sec-fetch-site': 'same-origin', ...headers }
    return await this.#keep(new URL(path, app.url), { method: 'POST', body, headers: sent })
  }

  /** The cookies for a host, as they are sent. */
  cookiesFor(host: string): string {
    return [...(this.#cookies.get(host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** What another site has planted, as far as a browser lets it. */
  plant(host: string, cookie: string): void {
    this.#store(host, cookie)
  }

  /** Follows redirects until somebody shows a page, or `stop` is led to. @returns where that is */
  async follow(address: string, stop: (address: string) => boolean, form?: Record<string, string>): Promise<string> {
    let [current, sent] = [address, form]
    for (let step = 0; step < 10; step++) {
      const { headers } = await this.send(current, sent)
      if (headers.location === undefined) return current
      current = new URL(headers.location, current).href
      sent = undefined
      if (stop(current)) return current
    }
    throw new Error(`There is no end to the redirects at ${current}.`)
  }

  async #keep(url: URL, parts: Parameters<typeof sendRequest>[2] & object): Promise<Answer> {
    const cookie = this.cookiesFor(url.host)
    const headers = { ...parts.headers, host: url.host, ...(cookie === '' ? {} : { cookie }) }
    const answer = await sendRequest(Number(url.port), url.pathname + url.search, { ...parts, headers })
    for (const line of answer.headers['set-cookie'] ?? []) this.#store(url.host, line)
    return answer
  }

  #store(host: string, line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    const jar = this.#cookies.get(host) ?? new Map<string, string>()
    if (value === '') jar.delete(name)
    else jar.set(name, value)
    this.#cookies.set(host, jar)
  }
}
