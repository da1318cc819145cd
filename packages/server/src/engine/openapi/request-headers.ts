import type { Call } from '@packhouse/contract'
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
  'If-None-Match': {
    description: 'The `ETag` of an earlier answer: answered 304 where nothing has changed since',
    schema: { type: 'string', examples: ['"9f86d081884c7d65"'] },
    isTakenBy: ({ method, sends }) => method === 'GET' && sends?.includes('ETag') === true,
  },
}

/** The headers that a call takes, as parameters. */
export function requestHeadersOf(call: Call, isLocked: boolean): Json[] {
  return Object.entries(requestHeaders)
    .filter(([, { isTakenBy }]) => isTakenBy(call, isLocked))
    .map(([name, { description, schema }]) => ({ name, in: 'header', required: false, description, schema }))
}
