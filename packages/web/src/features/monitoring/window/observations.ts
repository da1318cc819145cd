import type { HistoryState, MachineDetails } from '@packhouse/contract'
import { useEffect, useRef, useState } from 'react'

/** The values of a live record. */
export interface Observation {
  at: number
  state: HistoryState
  /** Numbers by their tag; truths are 1 and 0. */
  values: Readonly<Record<string, number>>
}

/** As many as come in until everything is asked for again, with room to spare. */
const KEPT = 1_200

/** What has come in since the page was opened, oldest first. */
export function useObservations(machine: MachineDetails | undefined): readonly Observation[] {
  const [observations, setObservations] = useState<readonly Observation[]>([])
  const readings = useRef<MachineDetails['machineData']>(undefined)
  useEffect(() => {
    if (!machine?.lastSeen) return
    // Live changes carry no readings of the machine's own: the older ones are not new for being there.
    const fresh = readings.current === machine.machineData ? {} : machine.machineData
    readings.current = machine.machineData
    const next = observationOf(machine, Date.parse(machine.lastSeen), fresh)
    setObservations((before) => {
      const last = before.at(-1)
      if (last && next.at < last.at) return before
      if (last?.at === next.at) return [...before.slice(0, -1), { ...next, values: { ...last.values, ...next.values } }]
      return [...before.slice(-KEPT), next]
    })
  }, [machine])
  return observations
}

function observationOf(machine: MachineDetails, at: number, readings: MachineDetails['machineData']): Observation {
  const { temperature, humidity, cyclesPerMin, totalCycles } = machine
  const reported = { ...readings, temperature, humidity, cyclesPerMin, totalCycles }
  const values = Object.entries(reported).flatMap(([tag, value]) => {
    const number = typeof value === 'boolean' ? Number(value) : value
    return typeof number === 'number' ? [[tag, number] as const] : []
  })
  return { at, state: machine.machineState ?? 'Unknown', values: Object.fromEntries(values) }
}
