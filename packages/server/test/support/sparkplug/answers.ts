import { type ReportedState, stateGroup } from '@packhouse/contract'
import { expect } from 'vitest'
import type { Caller } from '../caller.ts'
import type { MachineView } from './historian.ts'

const STALE_MS = 60_000
/** Numbers, and truths, which are 1 and 0 in a history. */
const tags = ['totalCycles', 'totalRejects', 'cyclesPerMin', 'temperature', 'Film tension', 'Lamp']
const noTime = { runningMs: 0, idleMs: 0, stoppedMs: 0, faultedMs: 0 }

/** Compares what the API answers of a machine with what is held of it. @param span of all that was reported, Unix ms */
export async function expectAnswers(staff: Caller, id: string, held: MachineView, span: { from: number; to: number }) {
  const query = { from: new Date(span.from).toISOString(), to: new Date(span.to).toISOString() }
  const params = { id }
  const { newest, readings } = held
  const machine = await staff.call('getMachine', { params })
  const { totalCycles, totalRejects, cyclesPerMin, temperature, reportedState, machineData, lastSeen } = machine
  expect({ totalCycles, totalRejects, cyclesPerMin, temperature, reportedState, machineData, lastSeen }).toEqual({
    totalCycles: newest.totalCycles,
    totalRejects: newest.totalRejects,
    cyclesPerMin: newest.cyclesPerMin,
    temperature: newest.temperature,
    reportedState: newest.machineState === 'Unknown' ? null : newest.machineState,
    machineData: readings,
    lastSeen: new Date(held.at).toISOString(),
  })

  const states = await staff.call('machineStates', { params, query })
  const known = states.intervals.filter(({ reportedState: state }) => state !== null)
  const wanted = staysOf(held)
  expect(
    known.map(({ from, to, reportedState: state }) => ({ from: Date.parse(from), to: Date.parse(to), state })),
  ).toEqual(wanted)
  const totals = { ...noTime }
  for (const { from, to, state } of wanted) {
    const name = `${stateGroup(state as ReportedState).toLowerCase()}Ms` as keyof typeof totals
    totals[name] += to - from
  }
  expect(states.totals).toMatchObject(totals)

  for (const tag of tags) {
    const history = await staff.call('machineHistory', { params, query: { ...query, tag, points: '20000' } })
    const points = history.kind === 'numeric' ? history.points.filter(({ isHeld }) => isHeld !== true) : []
    expect(
      points.map(({ time, value }) => [Date.parse(time), value]),
      tag,
    ).toEqual((held.history[tag] ?? []).map(([at, value]) => [at, value === null ? null : Number(value)]))
  }

  const { text } = await staff.get(`/v1/ignition/machines/${id}/export?${new URLSearchParams(query)}`)
  expect(text.replace('\uFEFF', '').replaceAll('\r\n', '\n').trimEnd()).toBe(held.csv)
}

/** The times in a known state with the last one, as long as the newest record speaks. */
function staysOf({ intervals, since, newest, at, ended }: MachineView): MachineView['intervals'] {
  const state = newest.machineState
  if (since === null || ended || typeof state !== 'string' || state === 'Unknown') return intervals
  return [...intervals, { from: since, to: at + STALE_MS, state }]
}
