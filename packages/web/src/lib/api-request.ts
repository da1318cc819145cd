import type { Call, CallInput } from '@packhouse/contract'
import { isOwnCall } from './view-as.ts'

/** The arguments after the call: its input, which may be left out where nothing in it is required. */
export type CallArguments<C, Options> =
  unknown extends CallInput<C>
    ? [input?: Record<string, never> | undefined, options?: Options]
    : object extends CallInput<C>
      ? [input?: CallInput<C> | undefined, options?: Options]
      : [input: CallInput<C>, options?: Options]

/** The words of a call that a request is made from; all that the browser has of it. */
export type CallShape = Pick<Call, 'method' | 'path' | 'access'>

interface LooseInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

export interface ApiRequest {
  url: string
  method: string
  /** JSON as text; a file as it is, whose kind is said in the headers then; a form, which says its kind by itself. */
  body: string | Blob | FormData | undefined
  /** Whether it is sent without tokens, and a 401 is an answer like any other. */
  isPublic: boolean
  /** Whether it is made as oneself also while viewing as another user. */
  isOwn?: boolean
}

/** Makes the request of a call: placeholders filled in and escaped, query values as text, lists by repeating their name, the body as JSON. */
export function toRequest(call: CallShape, input: unknown): ApiRequest {
  const { params = {}, query = {}, body }: LooseInput = input ?? {}
  const path = call.path.replace(/\{(\w+)\}/g, (_placeholder, name: string) => {
    const value = params[name]
    if (value === undefined || value === '') throw new TypeError(`${call.path} needs a value for ${name}`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      [value].flat().flatMap((one) => (one === undefined ? [] : [[name, String(one)]])),
    ),
  )
  return {
    url: search.size > 0 ? `${path}?${search}` : path,
    method: call.method,
    body: body === undefined ? undefined : JSON.stringify(body),
    isPublic: call.access === 'public',
    ...(isOwnCall(call.path) && { isOwn: true }),
  }
}
