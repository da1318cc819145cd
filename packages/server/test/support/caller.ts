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
import { LastingSignIn } from './lasting-sign-in.ts'

/** The headers with which the web sends an access token. */
export function credentials(accessToken: string): OutgoingHttpHeaders {
  return { authorization: `Bearer ${accessToken}`, 'x-api-key': accessToken }
}

/** Somebody who calls the API: with tokens, or anonymous without. */
export class Caller {
  readonly port: number
  readonly #signedIn: LastingSignIn | TokenPair | undefined
  readonly #headers: OutgoingHttpHeaders

  /** @param signedIn one that lasts; of a pair of tokens the access token ends after its time, or when a test ends it */
  constructor(port: number, signedIn?: LastingSignIn | TokenPair, headers: OutgoingHttpHeaders = {}) {
    this.port = port
    this.#signedIn = signedIn
    this.#headers = headers
  }

  /** The tokens as they are now. Those of a lasting sign-in are replaced in time, so they are not for storing. */
  get tokens(): TokenPair | undefined {
    return this.#signedIn instanceof LastingSignIn ? this.#signedIn.tokens : this.#signedIn
  }

  /** The headers of a request that this caller makes now. */
  async headers(): Promise<OutgoingHttpHeaders> {
    const tokens = this.#signedIn instanceof LastingSignIn ? await this.#signedIn.fresh() : this.#signedIn
    return { ...(tokens === undefined ? {} : credentials(tokens.access_token)), ...this.#headers }
  }

  /** The same caller, who sends more headers. */
  with(headers: OutgoingHttpHeaders): Caller {
    return new Caller(this.port, this.#signedIn, { ...this.#headers, ...headers })
  }

  /** The same caller at another node of the installation. */
  at({ port }: { port: number }): Caller {
    return new Caller(port, this.#signedIn, this.#headers)
  }

  async request(path: string, parts: RequestParts = {}): Promise<Answer> {
    return await sendRequest(this.port, path, { ...parts, headers: { ...(await this.headers()), ...parts.headers } })
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
