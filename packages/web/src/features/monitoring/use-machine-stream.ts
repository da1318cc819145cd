import { api, type MachineDifferences } from '@packhouse/contract'
import { useEffect } from 'react'
import { SignedOutError } from '../../lib/api-error.ts'
import { isDemoMode } from '../../lib/demo-mode.ts'
import { streamApi } from '../../lib/event-stream.ts'

/** Of a machine that the stream has shown before, only what has changed is sent. */
const headers = { 'a-im': 'machine-changes' }

/**
 * Calls `onChanges` with the live changes of the reader's machines while the component is mounted. The demo has no
 * stream, the refresh moves it. When the server refuses the stream, the refresh carries on alone.
 */
export function useMachineStream(onChanges: (changes: MachineDifferences) => void): void {
  useEffect(() => {
    if (isDemoMode()) return
    const closing = new AbortController()
    readChanges(onChanges, closing.signal).catch((error: unknown) => {
      if (closing.signal.aborted || error instanceof SignedOutError) return
      // biome-ignore lint/suspicious/noConsole: the page stays right without the stream, but somebody should know why
      console.warn('The live stream has ended', error)
    })
    return () => closing.abort()
  }, [onChanges])
}

async function readChanges(onChanges: (changes: MachineDifferences) => void, signal: AbortSignal): Promise<void> {
  for await (const { event, data } of streamApi(api.myMachinesStream, {}, { signal, headers })) {
    if (event === 'machines') onChanges(data)
  }
}
