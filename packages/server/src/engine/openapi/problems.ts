import { type Call, type ProblemCode, problemSchema, problems } from '@packhouse/contract'
import { takesIdempotencyKey } from '../idempotency/idempotency-key.ts'
import { problemType } from '../problem-error.ts'
import type { Components } from './components.ts'
import { headersOfProblem } from './headers.ts'
import { type Json, pascal } from './json.ts'
import type { Schemas } from './schemas.ts'

/** Names of the responses that almost every call has. */
const shortNames: Readonly<Record<number, string>> = { 400: 'NotValid', 401: 'NotSignedIn', 403: 'NotPermitted' }

/** What is wrong with credentials: any call that needs them answers any of these. */
const CREDENTIALS: readonly ProblemCode[] = ['not_signed_in', 'token_expired', 'token_invalid', 'token_mismatch']

/** What is wrong with an `Idempotency-Key`. */
const REPEATED: readonly ProblemCode[] = [
  'idempotency_key_in_use',
  'idempotency_key_unfinished',
  'idempotency_answer_not_stored',
  'idempotency_key_reused',
]

/** What any address can answer: limits of requests, faults and the load of the server come before all else. */
const ANYWHERE: readonly ProblemCode[] = ['too_many_requests', 'internal', 'unavailable']

export function responsesAnywhere(schemas: Schemas, components: Components): Json {
  return responsesOf(ANYWHERE, schemas, components)
}

/** What a call can answer beyond its success, by status. @param isLocked whether it needs the edit lock */
export function problemResponses(call: Call, isLocked: boolean, schemas: Schemas, components: Components): Json {
  return responsesOf(codesOf(call, isLocked), schemas, components)
}

function responsesOf(codes: readonly ProblemCode[], schemas: Schemas, components: Components): Json {
  const byStatus = Map.groupBy(codes, (code) => problems[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [status, problemResponse(status, ofStatus, schemas, components)]),
  )
}

function problemResponse(
  status: number,
  codes: readonly ProblemCode[],
  schemas: Schemas,
  components: Components,
): Json {
  const long = codes.map(pascal).join('Or')
  const known = components.find('responses', long)
  if (known !== undefined) return known
  const response = {
    description: codes.map((code) => `\`${code}\`: ${problems[code].title}`).join('\n\n'),
    headers: headersOfProblem(status, codes, components),
    content: problemContent(codes, schemas),
  }
  return components.refer('responses', [shortNames[status] ?? briefly(codes), long], response, long)
}

/** What repeats can meet is one word of the name. */
function briefly(codes: readonly ProblemCode[]): string {
  const others = codes.filter((code) => !REPEATED.includes(code)).map(pascal)
  return [...others, ...(others.length < codes.length ? ['Repeated'] : [])].join('Or')
}

function problemContent(codes: readonly ProblemCode[], schemas: Schemas): Json {
  return {
    'application/problem+json': {
      schema: schemas.use(problemSchema, 'output', 'Problem'),
      examples: Object.fromEntries(
        codes.map((code) => [code, { summary: problems[code].title, value: exampleOf(code) }]),
      ),
    },
  }
}

function exampleOf(code: ProblemCode): Json {
  const { status, title, remedy } = problems[code]
  const instance = '0b0ff7c1-5a2f-4b5c-9a30-6f6f3a7a2b11'
  return { type: problemType(code), title, status, code, detail: remedy, instance }
}

function codesOf(call: Call, isLocked: boolean): ProblemCode[] {
  const codes = [...(call.problems ?? [])]
  // Also where there is nothing to send: what is sent all the same is refused.
  codes.push('invalid_request')
  if (call.body) codes.push('malformed_json', 'body_too_large', 'media_type_unsupported')
  // An API key opens no account.
  if (call.access !== 'public') codes.push(...CREDENTIALS, 'permission_missing', 'view_only', 'view_ended')
  if (call.access !== 'public' && call.access !== 'signed-in') codes.push('second_factor_required')
  if (call.stepUp) codes.push('confirmation_needed')
  if (call.ifMatch) codes.push('precondition_failed')
  if (call.params) codes.push('not_found')
  if (takesIdempotencyKey(call)) codes.push(...REPEATED)
  if (isLocked) codes.push('edit_lock_needed', 'edit_lock_lost', 'edit_locked')
  codes.push(...ANYWHERE)
  const wanted = new Set(codes)
  // In the order of their declaration, so that the same ones are the same response.
  return (Object.keys(problems) as ProblemCode[]).filter((code) => wanted.has(code))
}
