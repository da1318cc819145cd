import { z } from 'zod'
import { nextStateSchema } from './lifecycle.ts'

/**
 * Every error the API can answer: its HTTP status and its title. The title is stable for a code; what was wrong
 * this time, and what to do, is in `detail`.
 */
export const problems = {
  invalid_request: { status: 400, title: 'The request is not valid.' },
  malformed_json: { status: 400, title: 'The body is not valid JSON.' },
  invalid_credentials: { status: 401, title: 'Invalid credentials.' },
  not_signed_in: { status: 401, title: 'Sign in first.' },
  token_expired: { status: 401, title: 'The access token has expired.' },
  token_invalid: { status: 401, title: 'The access token is not valid.' },
  token_mismatch: { status: 401, title: 'The two credential headers do not match.' },
  refresh_token_invalid: { status: 401, title: 'The refresh token is not valid.' },
  refresh_token_reused: { status: 401, title: 'The refresh token was already used.' },
  pending_token_invalid: { status: 401, title: 'The sign-in has to be started again.' },
  code_invalid: { status: 400, title: 'The code of the single sign-on is not valid.' },
  second_factor_wrong: { status: 401, title: 'The code is incorrect.' },
  address_refused: { status: 403, title: 'The key is not accepted from this address.' },
  passkey_refused: { status: 401, title: 'The passkey was not accepted.' },
  permission_missing: { status: 403, title: 'A permission is missing.' },
  confirmation_needed: { status: 403, title: 'Confirm that it is you.' },
  second_factor_required: { status: 403, title: 'Your role needs a second factor.' },
  not_found: { status: 404, title: 'Not found.' },
  method_not_allowed: { status: 405, title: 'This method is not available here.' },
  not_usable: { status: 409, title: 'This has ended and can no longer be used for that.' },
  stale: { status: 409, title: 'This was changed by someone else in the meantime.' },
  duplicate: { status: 409, title: 'This exists already.' },
  retained: { status: 409, title: 'This must stay available.' },
  referenced: { status: 409, title: 'Other entries still refer to this.' },
  request_timeout: { status: 408, title: 'The request took too long.' },
  precondition_failed: { status: 412, title: 'The condition of the request does not hold.' },
  range_not_satisfiable: { status: 416, title: 'The file does not have this range.' },
  headers_too_large: { status: 431, title: 'The headers of the request are too large.' },
  edit_lock_needed: { status: 428, title: 'Begin to edit first.' },
  edit_lock_lost: { status: 409, title: 'You are no longer the one who edits this.' },
  edit_locked: { status: 423, title: 'Somebody else is editing this.' },
  transition_not_allowed: { status: 409, title: 'This state does not allow it.' },
  state_frozen: { status: 409, title: 'In this state nothing can be changed.' },
  rate_missing: { status: 404, title: 'There is no exchange rate.' },
  rate_stale: { status: 409, title: 'The newest exchange rate is too old.' },
  link_invalid: { status: 410, title: 'The link is not valid any more.' },
  body_too_large: { status: 413, title: 'The body is too large.' },
  file_refused: { status: 422, title: 'The file is refused.' },
  media_type_unsupported: { status: 415, title: 'This content type is not supported here.' },
  template_missing: { status: 409, title: 'There is no template for this document.' },
  template_invalid: { status: 422, title: 'The template has faults.' },
  too_many_attempts: { status: 429, title: 'Invalid credentials.' },
  too_many_requests: { status: 429, title: 'Too many requests.' },
  internal: { status: 500, title: 'Something went wrong on our side.' },
  unavailable: { status: 503, title: 'Part of the service is unavailable.' },
} as const satisfies Record<string, { status: number; title: string }>

export type ProblemCode = keyof typeof problems

export const problemCodes = Object.keys(problems) as [ProblemCode, ...ProblemCode[]]

/** One fault of one field. `path` is its place: `query.hours`, `body.email`. */
export const fieldErrorSchema = z.object({
  path: z.string(),
  code: z.string(),
  message: z.string(),
})

export type FieldError = z.infer<typeof fieldErrorSchema>

/** Rows of one table that refer to a row. */
export const referenceSchema = z.object({
  resource: z.string(),
  count: z.int(),
  labels: z.array(z.string()).describe('Names of the first few'),
})

export type Reference = z.infer<typeof referenceSchema>

/** A place in a template that is wrong; the first line and the first column are 1, the end is behind the last character. */
export const templateFaultSchema = z.object({
  message: z.string().describe('In the words of the compiler, which are English'),
  source: z.string().describe('The name of the source, `main.typ` for that of the template'),
  line: z.int(),
  column: z.int(),
  endLine: z.int(),
  endColumn: z.int(),
  hints: z.array(z.string()),
})
export type TemplateFault = z.infer<typeof templateFaultSchema>

/** Who edits something at the moment. */
export const editorSchema = z.object({
  userId: z.uuid(),
  name: z.string(),
  since: z.string().describe('Time from which on they edit it'),
  expiresAt: z.string().describe('Time at which it becomes free unless they go on'),
})
export type Editor = z.infer<typeof editorSchema>

/** Problem details, RFC 9457, with our `code`, the request's id and, for validation, the faulty fields. */
export const problemSchema = z.object({
  type: z.string().describe('A URI reference that names the kind of problem'),
  title: z.string(),
  status: z.int(),
  code: z.enum(problemCodes),
  detail: z.string().optional().describe('What was wrong this time and what to do'),
  instance: z.string().optional().describe('The id of the request, to quote in a question to support'),
  errors: z.array(fieldErrorSchema).optional(),
  current: z.unknown().optional().describe('The row as it is now, where the change was made from an older one'),
  retryAfter: z.int().optional().describe('Seconds after which the same request may be made again'),
  references: z.array(referenceSchema).optional().describe('What still refers to the row'),
  editor: editorSchema.optional().describe('Who edits it at the moment'),
  state: z.string().optional().describe('The state of the row that does not allow it'),
  faults: z.array(templateFaultSchema).optional().describe('What is wrong with a template, and where'),
  transitions: z.array(nextStateSchema).optional().describe('What is possible from that state'),
})

export type Problem = z.infer<typeof problemSchema>
