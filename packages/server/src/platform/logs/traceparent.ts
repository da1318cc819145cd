import { randomBytes } from 'node:crypto'

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/
const NO_TRACE = '0'.repeat(32)
const NO_PARENT = '0'.repeat(16)

/**
 * The trace that a request belongs to: the one of its header `traceparent` (W3C Trace Context, 3.2), or a new one where the
 * header is missing or not valid.
 */
export function traceIdOf(header: string | string[] | undefined): string {
  return (typeof header === 'string' ? readTraceId(header) : undefined) ?? randomBytes(16).toString('hex')
}

function readTraceId(header: string): string | undefined {
  const [, version, traceId, parentId, rest] = TRACEPARENT.exec(header) ?? []
  if (version === undefined || version === 'ff') return undefined
  // Only later versions may have more fields.
  if (version === '00' && rest !== undefined) return undefined
  return traceId === NO_TRACE || parentId === NO_PARENT ? undefined : traceId
}
