import type { Call } from '@packhouse/contract'
import { takesIdempotencyKey } from '../idempotency/idempotency-key.ts'
import { sentBy } from './headers.ts'
import type { Json } from './json.ts'

interface RequestHeader {
  description: string
  schema: Json
  /** Whether a call takes it. @param isLocked whether the call needs the edit lock */
  isTakenBy: (call: Call, isLocked: boolean) => boolean
}

/** Every header that a call takes beside its credentials. */
const requestHeaders: Readonly<Record<string, RequestHeader>> = {
  'Edit-Lock': {
    description: 'The token of the edit lock, which whoever edits the record was given',
    schema: { type: 'string', pattern: '^[1-9]\\d{0,17}$', examples: ['1042'] },
    isTakenBy: (_call, isLocked) => isLocked,
  },
  'Idempotency-Key': {
    description:
      'Any text of 1 to 255 visible ASCII characters that is new for each request, such as a UUID, quoted or not. For 24 hours the same request with the same key ' +
      'is not made again: what was answered is sent once more, with `Idempotent-Replayed`. Answers of 5xx and of 401, 403, 408, 423, 428 and 429 leave the ' +
      'key free. Of an answer above 64 KiB it is only known that the request was done (409 `idempotency_answer_not_stored`).',
    schema: { type: 'string', minLength: 1, examples: ['0b0ff7c1-5a2f-4b5c-9a30-6f6f3a7a2b11'] },
    isTakenBy: takesIdempotencyKey,
  },
  'If-Match': {
    description:
      'The `ETag`s of the states that the row may be changed from, or `*`, in the place of `rowVersion`; 412 where it has another. A weak tag never fits.',
    schema: { type: 'string', examples: ['"3-9f86d081884c7d65"'] },
    isTakenBy: ({ ifMatch }) => ifMatch === true,
  },
  'If-None-Match': {
    description: 'The `ETag`s that are known, or `*`: answered 304 where nothing has changed since',
    schema: { type: 'string', examples: ['"9f86d081884c7d65"'] },
    isTakenBy: (call) => call.method === 'GET' && sentBy(call).includes('ETag'),
  },
}

/** The headers that a call takes, as parameters. */
export function requestHeadersOf(call: Call, isLocked: boolean): Json[] {
  return Object.entries(requestHeaders)
    .filter(([, { isTakenBy }]) => isTakenBy(call, isLocked))
    .map(([name, { description, schema }]) => ({ name, in: 'header', required: false, description, schema }))
}
