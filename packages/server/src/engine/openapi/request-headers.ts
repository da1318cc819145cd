import type { Call } from '@packhouse/contract'
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
