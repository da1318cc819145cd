import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveMachine } from '../../live/index.ts'
import type { Decode, OnSettled } from '../message.ts'
import { freshState } from '../supervisor/connection-states.ts'
import { Complaints } from './complaints.ts'
import { MachineRecords } from './machine-records.ts'
import { packmlPlan } from './read-plan.ts'

const plan = packmlPlan({ states: [], processed: 'count' })
const one = [{ address: 'count', value: 1 }]
const thousand = Array.from({ length: 1_000 }, (_, place) => ({ address: `a${place}`, value: place }))
const instant = (at: number, readings = one) => ({ at, readings })
/** What the ingest was handed and has not answered yet. */
let handed: { at: number; settle: OnSettled }[] = []
let isFull = false

beforeEach(() => {
  vi.useFakeTimers()
  handed = []
  isFull = false
})

afterEach(() => {
  vi.useRealTimers()
})

function recordsOf() {
  const state = { ...freshState }
  const complaints = new Complaints(state, () => undefined)
  let at = 0
  const parts = {
    tagMaps: {
      decodeReadings: (_machine: unknown, _map: unknown, given: { at?: number | undefined }) => {
        at = given.at ?? 0
        return { record: {}, faults: [] }
      },
    },
    intake: {
      receiveDecoded: (_origin: unknown, _machineID: string, decode: Decode, settle: OnSettled) => {
        decode({} as LiveMachine, 0)
        if (isFull) settle(new Error('The ingest takes no more.'))
        else handed.push({ at, settle })
      },
    },
  }
  const records = new MachineRecords({ name: 'Line 1', machineID: 'M' }, state, parts as never, complaints)
  return { records, state, complaints }
}

function commitAll(): number[] {
  const taken = handed
  handed = []
  for (const { settle } of taken) settle(null)
  return taken.map(({ at }) => at)
}

test('what the ingest does not take at once waits, and nothing of it is lost', async () => {
  const { records, state, complaints } = recordsOf()
  const wanted = Array.from({ length: 3_000 }, (_, at) => at)
  records.offer(
    plan,
    wanted.map((at) => instant(at)),
  )
  expect(handed).toHaveLength(1_000)
  const stored = commitAll()
  isFull = true
  while (handed.length > 0) stored.push(...commitAll())
  expect(complaints.words).toEqual(['The ingest takes no more.'])
  isFull = false
  await vi.advanceTimersByTimeAsync(1_000)
  while (handed.length > 0) stored.push(...commitAll())
  expect(stored.toSorted((a, b) => a - b)).toEqual(wanted)
  expect(state.messageCount).toBe(wanted.length)
  expect(complaints.words).toEqual([])
})

test('beyond a bound the oldest are lost, and how many is reported', () => {
  const { records, state, complaints } = recordsOf()
  for (let at = 0; at < 1_080; at += 1) records.offer(plan, [instant(at, thousand)])
  expect(complaints.words).toEqual([expect.stringContaining('30000 of them were left out')])
  const stored: number[] = []
  while (handed.length > 0) stored.push(...commitAll())
  expect(stored).toHaveLength(1_050)
  expect(stored).toContain(1_079)
  expect(stored).not.toContain(1_010)
  expect(complaints.words).toEqual([])
  expect(state.lastError).toContain('left out')
})

test('one that is stopped offers nothing again', async () => {
  const { records } = recordsOf()
  isFull = true
  records.offer(plan, [instant(1)])
  records.stop()
  isFull = false
  await vi.advanceTimersByTimeAsync(1_000)
  expect(handed).toEqual([])
})
