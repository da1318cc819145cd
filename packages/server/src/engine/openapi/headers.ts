import { type Call, type ProblemCode, type ResponseHeaderName, responseHeaders } from '@packhouse/contract'
import { takesIdempotencyKey } from '../idempotency/idempotency-key.ts'
import type { Components } from './components.ts'
import type { Json } from './json.ts'

/** Sent with whatever is answered: every request is counted by the limits. */
const ALWAYS: readonly ResponseHeaderName[] = ['RateLimit', 'RateLimit-Policy', 'X-Request-Id']

/** What problems add, by their status. */
const OF_PROBLEMS: Readonly<Record<number, readonly ResponseHeaderName[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

/** What a call sends with its success beyond what every answer has. */
export function sentBy(call: Call): readonly ResponseHeaderName[] {
  const { sends = [], tagged } = call
  return [
    ...(tagged ? ['ETag' as const] : []),
    ...sends,
    ...(takesIdempotencyKey(call) ? ['Idempotent-Replayed' as const] : []),
  ]
}

/** The headers of a success. */
export function headersOf(sends: Call['sends'], components: Components): Json {
  return referTo([...ALWAYS, ...(sends ?? [])], components)
}

export function headersOfProblem(status: number, codes: readonly ProblemCode[], components: Components): Json {
  const waits: readonly ResponseHeaderName[] = codes.includes('idempotency_key_in_use') ? ['Retry-After'] : []
  return referTo([...ALWAYS, 'Content-Language', ...(OF_PROBLEMS[status] ?? []), ...waits], components)
}

function referTo(names: readonly ResponseHeaderName[], components: Components): Json {
  return Object.fromEntries(
    names.map((name) => {
      const { description, example } = responseHeaders[name]
      const type = typeof example === 'number' ? 'integer' : 'string'
      return [name, components.refer('headers', [name], { description, schema: { type, examples: [example] } })]
    }),
  )
}
