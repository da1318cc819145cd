import { api } from '@packhouse/contract'
import { useEffect, useRef } from 'react'
import { isDemoMode } from '../../lib/demo-mode.ts'
import { streamApi } from '../../lib/event-stream.ts'

/** So often at most a change is reported: each machine sends records all the time. */
const PACE_MS = 2_000

/** Reports that the state of a machine of the customer has changed, for as long as it is shown. */
export function useCustomerChanges(customerId: string, onChange: () => void): void {
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    if (isDemoMode()) return
    const closing = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const report = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        latest.current()
      }, PACE_MS)
    }
    // Without the stream the panel carries on by itself.
    follow(customerId, report, closing.signal).catch(() => undefined)
    return () => {
      closing.abort()
      clearTimeout(timer)
    }
  }, [customerId])
}

async function follow(customerId: string, report: () => void, signal: AbortSignal): Promise<void> {
  const known = new Map<string, string>()
  for await (const { event, data } of streamApi(api.myMachinesStream, { query: { customerId } }, { signal })) {
    if (event !== 'machines') continue
    for (const { machineID, online, machineState } of data.machines) {
      const state = `${online} ${machineState}`
      // The first word of a machine tells nothing new, unless it has changed since the panel was loaded.
      if (known.get(machineID) !== state) report()
      known.set(machineID, state)
    }
  }
}
