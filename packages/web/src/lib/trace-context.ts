const TRACE_BYTES = 16
const SPAN_BYTES = 8
const VERSION = '00'
/** Whoever traces records it. */
const SAMPLED = '01'

/** All that a page asks for until it is loaded again belongs together. */
const traceId = hexOf(TRACE_BYTES)

/** The header `traceparent` of a request (W3C Trace Context, 3.2): the log of the server names its trace. */
export function newTraceparent(): string {
  return [VERSION, traceId, hexOf(SPAN_BYTES), SAMPLED].join('-')
}

/** Random digits. A trace of zeros alone would not be valid, and does not come up. */
function hexOf(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
