import type { Call, CallResult } from '@packhouse/contract'
import { authorizedFetch } from './api-client.ts'
import { type CallArguments, toRequest } from './api-request.ts'
import { type LiveEvent, readEventStream, type StreamState } from './live-events.ts'

export interface StreamOptions {
  /** Ends the stream; required, because whoever opens it closes it. */
  signal: AbortSignal
  onStateChange?: (state: StreamState) => void
  headers?: Record<string, string>
}

/**
 * Opens the event stream of a call with the user's tokens and keeps it open: it resumes after the last event it saw and
 * refreshes the token on a 401. It ends when the signal is aborted and rejects when the server refuses it for good.
 *
 *     for await (const { event, data } of streamApi(api.myMachinesStream, {}, { signal })) …
 *
 * It is not for the demo mode, which has no stream.
 */
export function streamApi<C extends Call>(
  call: C,
  ...[input, options]: Required<CallArguments<C, StreamOptions>>
): AsyncGenerator<LiveEvent<CallResult<C>>, void> {
  const { signal, onStateChange, headers: own } = options
  return readEventStream<CallResult<C>>({
    connect: (headers, connection) =>
      authorizedFetch(toRequest(call, input), { headers: { ...own, ...headers }, signal: connection }),
    signal,
    onStateChange,
  })
}
