import { z } from 'zod'
import { nextStateSchema } from './lifecycle.ts'

/**
 * Every error the API can answer: its HTTP status, its title and what to do about it. These are stable for a code; what was wrong
 * this time is in `detail`. `/problems/{code}` shows them to people; words in backticks are code, those in asterisks screens.
 */
export const problems = {
  invalid_request: {
    status: 400,
    title: 'The request is not valid.',
    remedy: '`errors` names each field that is wrong, with what it must be. Correct them and send the request again.',
  },
  malformed_json: {
    status: 400,
    title: 'The body is not valid JSON.',
    remedy: 'Send a body that is JSON in UTF-8, with the header `Content-Type: application/json`.',
  },
  invalid_credentials: {
    status: 401,
    title: 'Invalid credentials.',
    remedy: 'Check the email address and the password, or set a new password with *Forgot password*.',
  },
  not_signed_in: {
    status: 401,
    title: 'Sign in first.',
    remedy: 'Sign in and send the access token as `Authorization: Bearer`, or send an API key as `X-API-KEY`.',
  },
  token_expired: {
    status: 401,
    title: 'The access token has expired.',
    remedy: 'Exchange the refresh token for a new access token, and send the request again with that.',
  },
  token_invalid: {
    status: 401,
    title: 'The access token is not valid.',
    remedy: 'Sign in again, or make a new API key: this one was ended, or was never issued here.',
  },
  token_mismatch: {
    status: 401,
    title: 'The two credential headers do not match.',
    remedy: 'Send the same token in `Authorization` and in `X-API-KEY`, or only one of the two headers.',
  },
  refresh_token_invalid: {
    status: 401,
    title: 'The refresh token is not valid.',
    remedy: 'Sign in again: the session has ended.',
  },
  refresh_token_reused: {
    status: 401,
    title: 'The refresh token was already used.',
    remedy:
      'A refresh token works once, and a second use may mean that it was stolen: the session was ended. Sign in again.',
  },
  pending_token_invalid: {
    status: 401,
    title: 'The sign-in has to be started again.',
    remedy: 'Too much time has passed since the password was entered. Sign in again from the start.',
  },
  code_invalid: {
    status: 400,
    title: 'The code of the single sign-on is not valid.',
    remedy: 'A code works once and for 60 seconds, in the browser that started. Start the single sign-on again.',
  },
  second_factor_wrong: {
    status: 401,
    title: 'The code is incorrect.',
    remedy: 'Enter the code that the app shows now and check the clock of the device, or use a recovery code.',
  },
  address_refused: {
    status: 403,
    title: 'The key is not accepted from this address.',
    remedy: 'Send the request from a network that the key allows, or ask whoever owns the key to add yours.',
  },
  passkey_refused: {
    status: 401,
    title: 'The passkey was not accepted.',
    remedy: 'Try again with a passkey that was set up here, or sign in with your password.',
  },
  permission_missing: {
    status: 403,
    title: 'A permission is missing.',
    remedy: '`detail` names the permission. Ask an administrator for a role that has it.',
  },
  confirmation_needed: {
    status: 403,
    title: 'Confirm that it is you.',
    remedy: 'Confirm with your password or passkey, then send the request again within 10 minutes.',
  },
  view_only: {
    status: 403,
    title: 'This is not possible while you view as another user.',
    remedy:
      'Viewing as another user only reads, and nothing personal. Press *End* in the bar at the top to go on as yourself.',
  },
  view_ended: {
    status: 403,
    title: 'Viewing as another user has ended.',
    remedy: 'Send the request without `View-As`, or begin to view as the user again.',
  },
  second_factor_required: {
    status: 403,
    title: 'Your role needs a second factor.',
    remedy: 'Set up a second factor under *Settings*; until then only your own account is open.',
  },
  not_found: {
    status: 404,
    title: 'Not found.',
    remedy: 'Check the address and the id. It may have been deleted, or you may not see it.',
  },
  method_not_allowed: {
    status: 405,
    title: 'This method is not available here.',
    remedy: 'Use one of the methods in the header `Allow`.',
  },
  not_usable: {
    status: 409,
    title: 'This has ended and can no longer be used for that.',
    remedy: '`detail` says what has ended. Make a new one, or ask whoever sent it to you for one.',
  },
  machine_unreachable: {
    status: 409,
    title: 'The machine cannot be reached.',
    remedy:
      '`detail` says why. Look whether the machine is online and listens to commands, then send the request again.',
  },
  machine_not_shared: {
    status: 403,
    title: 'The customer does not share this machine.',
    remedy: 'Ask the customer for access on the page of the machine; it is granted for hours and ends by itself.',
  },
  stale: {
    status: 409,
    title: 'This was changed by someone else in the meantime.',
    remedy:
      'Read the record again (`current` has it as it is now), apply your change to that and send it with the new `rowVersion`.',
  },
  count_changed: {
    status: 409,
    title: 'The number of entries found has changed.',
    remedy: '`detail` says how many there are now. Look at the list again and send that number as `count`.',
  },
  duplicate: {
    status: 409,
    title: 'This exists already.',
    remedy: '`errors` names the fields whose values are taken. Choose others, or change the record that has them.',
  },
  retained: {
    status: 409,
    title: 'This must stay available.',
    remedy: 'The law or a rule asks for it, as `detail` says. Add a newer one instead of removing this.',
  },
  referenced: {
    status: 409,
    title: 'Other entries still refer to this.',
    remedy: '`references` lists what refers to it. Change or delete those entries first.',
  },
  request_timeout: {
    status: 408,
    title: 'The request took too long.',
    remedy: 'Send the request again, and the whole of it within the time limit.',
  },
  precondition_failed: {
    status: 412,
    title: 'The condition of the request does not hold.',
    remedy: 'Read it again and repeat the request with the `ETag` of the answer.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'The file does not have this range.',
    remedy: 'Ask for a range within the size of the file, or for the whole file.',
  },
  headers_too_large: {
    status: 431,
    title: 'The headers of the request are too large.',
    remedy: 'Send shorter headers: old cookies or a very long address are the usual cause.',
  },
  edit_lock_needed: {
    status: 428,
    title: 'Begin to edit first.',
    remedy: 'Acquire the edit lock of the project and send its token as `Edit-Lock`.',
  },
  edit_lock_lost: {
    status: 409,
    title: 'You are no longer the one who edits this.',
    remedy: 'Acquire the edit lock again; what you have typed can be compared with what is there by then.',
  },
  edit_locked: {
    status: 423,
    title: 'Somebody else is editing this.',
    remedy: '`editor` says who edits it and until when. Wait, or ask them to finish.',
  },
  transition_not_allowed: {
    status: 409,
    title: 'This state does not allow it.',
    remedy: '`state` is the state it is in, and `transitions` lists what is possible from there.',
  },
  state_frozen: {
    status: 409,
    title: 'In this state nothing can be changed.',
    remedy: 'Bring it into a state that can be changed first: `transitions` lists the ways.',
  },
  idempotency_key_in_use: {
    status: 409,
    title: 'The first request with this key is still running.',
    remedy: 'Wait for as long as `Retry-After` says, then send the same request with the same `Idempotency-Key` again.',
  },
  idempotency_key_unfinished: {
    status: 409,
    title: 'It is not known whether the first request with this key was done.',
    remedy:
      'The server ended while it worked on the request. Look whether it was done; only if it was not, send it with a new `Idempotency-Key`.',
  },
  idempotency_answer_not_stored: {
    status: 409,
    title: 'The request was done, but its answer was not stored.',
    remedy:
      'The answer was too large, or too many were stored. Do not send the request again; read what it made or changed.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'This key was used for another request.',
    remedy:
      'Send each request with an `Idempotency-Key` of its own, such as a random UUID, and use that again only for the same call with the same body.',
  },
  rate_missing: {
    status: 404,
    title: 'There is no exchange rate.',
    remedy: 'Enter an exchange rate for these currencies and this day under *Reference data*.',
  },
  rate_stale: {
    status: 409,
    title: 'The newest exchange rate is too old.',
    remedy: 'Enter a newer exchange rate under *Reference data*, then try again.',
  },
  link_invalid: {
    status: 410,
    title: 'The link is not valid any more.',
    remedy: 'It has expired, was used or was replaced. Ask for a new link.',
  },
  body_too_large: {
    status: 413,
    title: 'The body is too large.',
    remedy: '`detail` says how much may be sent. Send less at once, or a smaller file.',
  },
  file_refused: {
    status: 422,
    title: 'The file is refused.',
    remedy: '`detail` says what was found in it. Save the file again without that, or choose another one.',
  },
  media_type_unsupported: {
    status: 415,
    title: 'This content type is not supported here.',
    remedy: '`detail` says what is taken here. Send the body in that form and name it in `Content-Type`.',
  },
  template_missing: {
    status: 409,
    title: 'There is no template for this document.',
    remedy: 'Publish a template of this type under *Documents*, or make one the default.',
  },
  template_invalid: {
    status: 422,
    title: 'The template has faults.',
    remedy: '`faults` lists the places in the template and what is wrong there. Correct them and try again.',
  },
  too_many_attempts: {
    status: 429,
    title: 'Invalid credentials.',
    remedy: 'Wait for as long as `retryAfter` says, then check the email address and the password.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests.',
    remedy: 'Wait for as long as `Retry-After` says, then go on more slowly. `RateLimit` says how much is left.',
  },
  internal: {
    status: 500,
    title: 'Something went wrong on our side.',
    remedy:
      'Try again. If it persists, tell the operator of this installation the id in `instance`: the log has the cause under it.',
  },
  unavailable: {
    status: 503,
    title: 'Part of the service is unavailable.',
    remedy:
      'Wait for as long as `Retry-After` says and send the same request again. If it persists, *System* shows what is wrong.',
  },
} as const satisfies Record<string, { status: number; title: string; remedy: string }>

export type ProblemCode = keyof typeof problems

export const problemCodes = Object.keys(problems) as [ProblemCode, ...ProblemCode[]]

/** One fault of one field. `path` is its place: `query.hours`, `body.email`. */
export const fieldErrorSchema = z.object({
  path: z.string(),
  code: z.string(),
  message: z.string(),
})

export type FieldError = z.infer<typeof fieldErrorSchema>

/**
 * What becomes of rows that refer to a row when that is deleted: they are in the way, they are its parts and can be deleted with it, or it is taken
 * from them.
 */
export const referenceEffects = ['prevents', 'deleted', 'released'] as const

/** Rows of one table that refer to a row. */
export const referenceSchema = z.object({
  resource: z.string(),
  name: z
    .string()
    .nullable()
    .describe('The name of the resource as in permissions, such as `machine`; null where it is not of a resource'),
  field: z
    .string()
    .nullable()
    .describe('The filter by which its list shows these rows, given the id of the row; null without one'),
  effect: z
    .enum(referenceEffects)
    .describe(
      '`prevents`: they are in the way of a deletion. `deleted`: they are deleted with the row where `parts=delete` says so. `released`: `DELETE /{id}/force` takes the row from them',
    ),
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
  errors: z.array(fieldErrorSchema).optional().describe('The first 20 faults'),
  errorCount: z.int().optional().describe('How many faults there are in all, where not all are listed'),
  current: z.unknown().optional().describe('The row as it is now, where the change was made from an older one'),
  retryAfter: z.int().optional().describe('Seconds after which the same request may be made again'),
  references: z.array(referenceSchema).optional().describe('What still refers to the row'),
  editor: editorSchema.optional().describe('Who edits it at the moment'),
  state: z.string().optional().describe('The state of the row that does not allow it'),
  faults: z.array(templateFaultSchema).optional().describe('The first 20 faults of a template, and where they are'),
  transitions: z.array(nextStateSchema).optional().describe('What is possible from that state'),
})

export type Problem = z.infer<typeof problemSchema>
