import type { OutgoingHttpHeaders } from 'node:http'
import {
  type Api,
  api,
  type Call,
  type CallInput,
  type CallName,
  type CallResult,
  type TokenPair,
} from '@packhouse/contract'
import { type Answer, type RequestParts, sendRequest } from './http-request.ts'

/** The headers with which the web sends an access token. */
export function credentials(accessToken: string): OutgoingHttpHeaders {
  return { authorization: `Bearer ${accessToken}`, 'x-api-key': accessToken }
}

/** Somebody who calls the API: with tokens, or anonymous without. */
export class Caller {
  readonly tokens: TokenPair | undefined
  readonly port: number
  readonly #headers: OutgoingHttpHeaders

  constructor(port: number, tokens?: TokenPair, headers: OutgoingHttpHeaders = {}) {
    this.port = port
    this.tokens = tokens
    this.#headers = { ...(tokens === undefined ? {} : credentials(tokens.access_token)), ...headers }
  }

  /** The headers of every request of this caller. */
  get headers(): OutgoingHttpHeaders {
    return this.#headers
  }

  async request(path: string, parts: RequestParts = {}): Promise<Answer> {
    return await sendRequest(this.port, path, { ...parts, headers: { ...this.#headers, ...parts.headers } })
  }

  async get(path: string, headers: OutgoingHttpHeaders = {}): Promise<Answer> {
    return await this.request(path, { headers })
  }

  async post(path: string, body?: unknown, headers: OutgoingHttpHeaders = {}): Promise<Answer> {
    return await this.request(path, { method: 'POST', body, headers })
  }

  /**
   * Makes a call of the contract and checks its answer against the declared shape.
   * @throws Error with the problem if it is not answered with success
   */
  async call<Name extends CallName>(
    name: Name,
    ...[input]: object extends CallInput<Api[Name]> ? [CallInput<Api[Name]>?] : [CallInput<Api[Name]>]
  ): Promise<CallResult<Api[Name]>> {
    const call: Call = api[name]
    const parts = (input ?? {}) as CallParts
    const answer = await this.request(pathOf(call, parts), { method: call.method, body: parts.body })
    if (answer.status >= 300) throw new Error(`${name} answered ${answer.status}: ${answer.text}`)
    return call.result?.parse(answer.body) as CallResult<Api[Name]>
  }
}

export interface CallParts {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}

/** The path of a call with its placeholders and its query filled in. */
export function pathOf(call: Call, { params = {}, query = {} }: CallParts): string {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(query).toString()
  return search === '' ? path : `${path}?${search}`
}
