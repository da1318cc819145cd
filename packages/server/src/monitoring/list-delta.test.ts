import {
  applyListChanges,
  HOME_HISTORY_HOURS,
  type MachineList,
  type MachineListChanges,
  readColumns,
} from '@packhouse/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { machineEntry } from '../../test/support/machine-entry.ts'
import { type LiveMachine, LiveStore } from '../live/index.ts'
import { mergeLatest } from '../telemetry/record.ts'
import { baseOf, encodeDelta, type ListState, MACHINE_CHANGES, stateOfList, tagOfList } from './list-delta.ts'
import { encodeColumns } from './machine-columns.ts'
import { encodeList } from './machine-json.ts'

const START = Date.UTC(2026, 10, 21, 12, 0, 20)
const MINUTE_MS = 60_000
const MACHINES = 8

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START })
})

afterEach(() => {
  vi.useRealTimers()
})

/** Numbers from 0 to 1 that are the same for a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function storeOf(count: number): LiveStore {
  const live = new LiveStore()
  for (let key = 1; key <= count; key++) live.register(machineEntry(key, `M-${key}`))
  return live
}

/** A record of a machine, at some time before or after now, and the minutes it adds to. */
function publish(live: LiveStore, key: number, at: number, cycles: number): void {
  const machine = live.byKey(key)
  if (machine === undefined) throw new Error(`There is no machine ${key}`)
  const isNewest = machine.values === undefined || at > machine.values.at
  const record = { machineKey: key, at, receivedAt: Date.now(), cyclesPerMin: cycles, machineState: 'Execute' } as const
  const latest = isNewest ? mergeLatest(machine.values, record, machine.entry) : undefined
  const minute = {
    at: Math.floor(at / MINUTE_MS) * MINUTE_MS,
    records: 1,
    cycles,
    rejects: 0,
    runningMs: 900,
    knownMs: 1_000,
  }
  const change = { machineKey: key, latest, added: isNewest ? [minute] : [], corrected: isNewest ? [] : [minute] }
  live.apply([{ ...change, reread: [] }], Date.now())
}

let nth = 0

/** The whole list, as it is answered now. */
function listNow(machines: readonly LiveMachine[], hours: number | undefined): { list: MachineList; state: ListState } {
  const state = stateOfList(machines, hours, Date.now())
  nth += 1
  const bytes = encodeList(machines, { viewers: `test ${nth}`, etag: tagOfList(state), hours }, Date.now())
  return { list: JSON.parse(bytes.toString()), state }
}

/** The list that somebody makes of the one before and of what has changed; undefined where the whole one is sent. */
function listByDelta(base: ReturnType<typeof listNow>, machines: readonly LiveMachine[], hours: number | undefined) {
  const delta = encodeDelta(machines, base.state, stateOfList(machines, hours, Date.now()), Date.now())
  if (delta === undefined) return undefined
  const changes: MachineListChanges = JSON.parse(delta)
  return { list: applyListChanges(base.list, changes), changes }
}

// Both forms that browsers ask for.
test.each([
  [1, HOME_HISTORY_HOURS],
  [2, HOME_HISTORY_HOURS],
  [3, 1],
  [4, undefined],
])('the list before and its differences are the list of now, whatever happens (seed %d, hours %s)', (seed, hours) => {
  const random = randomOf(seed)
  const pick = (most: number) => Math.floor(random() * most)
  const live = storeOf(MACHINES)
  let base = listNow(live.machines(), hours)
  let byDelta = 0
  for (let step = 0; step < 200; step++) {
    vi.setSystemTime(Date.now() + pick(4) * pick(40_000))
    // Versions go on from where they were when the clock is set back.
    if (step === 60) vi.setSystemTime(Date.now() - 20 * MINUTE_MS)
    for (let record = pick(4); record > 0; record--) {
      const key = 1 + pick(MACHINES - 1)
      // Some clocks are late, and some are ahead.
      const skew = key === 1 ? pick(4) * MINUTE_MS : pick(10) === 0 ? -pick(200) * MINUTE_MS : 0
      publish(live, key, Date.now() + skew, pick(30))
    }
    if (pick(20) === 0) live.register({ ...machineEntry(2, 'M-2'), description: `Step ${step}` })
    live.checkFreshness(Date.now())
    if (pick(3) === 0) continue
    const found = listByDelta(base, live.machines(), hours)
    const now = listNow(live.machines(), hours)
    if (hours !== undefined) {
      const columns = JSON.parse(encodeColumns(live.machines(), hours, Date.now()).toString())
      expect(readColumns(columns)).toEqual(now.list)
    }
    if (found !== undefined) {
      byDelta += 1
      expect(found.list).toEqual(now.list)
    }
    base = now
  }
  expect(byDelta).toBeGreaterThan(60)
})

describe('of a list in which little has changed', () => {
  test('only that is named, and the other machines stay the same objects', () => {
    const live = storeOf(MACHINES)
    for (let key = 1; key <= MACHINES; key++) publish(live, key, Date.now(), 1)
    const base = listNow(live.machines(), HOME_HISTORY_HOURS)
    vi.setSystemTime(Date.now() + 1_000)
    publish(live, 3, Date.now(), 2)
    const found = listByDelta(base, live.machines(), HOME_HISTORY_HOURS)
    expect(found?.changes.machines.map(({ machineID }) => machineID)).toEqual(['M-3'])
    expect(found?.list.machines[0]).toBe(base.list.machines[0])
  })

  test('a machine that has become silent is named when its figures move with the window', () => {
    const live = storeOf(2)
    publish(live, 1, Date.now(), 5)
    vi.setSystemTime(Date.now() + 5 * MINUTE_MS)
    live.checkFreshness(Date.now())
    const base = listNow(live.machines(), HOME_HISTORY_HOURS)
    vi.setSystemTime(Date.now() + 3 * 60 * MINUTE_MS)
    const found = listByDelta(base, live.machines(), HOME_HISTORY_HOURS)
    expect(found?.changes.machines).toMatchObject([{ machineID: 'M-1', utilization: null, cycleCounts: { total: 0 } }])
    expect(found?.list.machines[0]?.cycleCounts?.entries).toEqual([])
  })
})

describe('the whole list is sent', () => {
  test('to a reader who sees other machines than before, so that none is named that is no longer theirs', () => {
    const live = storeOf(3)
    const base = listNow(live.machines(), undefined)
    expect(listByDelta(base, live.machines().slice(1), undefined)).toBeUndefined()
    expect(
      listByDelta(base, [...live.machines().slice(1), new LiveStore().register(machineEntry(4, 'M-4'))], undefined),
    ).toBeUndefined()
  })

  test('to a reader who has a list of another length, of none, or of a later time', () => {
    const live = storeOf(3)
    const base = listNow(live.machines(), HOME_HISTORY_HOURS)
    expect(listByDelta(base, live.machines(), 1)).toBeUndefined()
    expect(listByDelta(base, live.machines(), undefined)).toBeUndefined()
    const later = { ...base, state: { ...base.state, version: base.state.version + 1 } }
    expect(listByDelta(later, live.machines(), HOME_HISTORY_HOURS)).toBeUndefined()
    vi.setSystemTime(Date.now() - 2 * MINUTE_MS)
    expect(listByDelta(base, live.machines(), HOME_HISTORY_HOURS)).toBeUndefined()
  })

  test('where the past of many machines was rewritten', () => {
    const live = storeOf(MACHINES)
    const base = listNow(live.machines(), HOME_HISTORY_HOURS)
    for (let key = 1; key <= MACHINES / 2; key++) publish(live, key, Date.now() - 10 * MINUTE_MS, 1)
    expect(listByDelta(base, live.machines(), HOME_HISTORY_HOURS)).toBeUndefined()
  })
})

test('a request asks for differences by their name and by a tag of a list', () => {
  const tag = tagOfList(stateOfList(storeOf(2).machines(), HOME_HISTORY_HOURS, Date.now()))
  const of = (etag: string, manipulations: string | undefined = MACHINE_CHANGES) =>
    baseOf({ headers: { 'if-none-match': etag, ...(manipulations && { 'a-im': manipulations }) } })
  expect(tagOfList(of(tag) as ListState)).toBe(tag)
  expect(tagOfList(of(`"other", ${tag.slice(0, -1)}.zstd"`, `vcdiff, ${MACHINE_CHANGES}`) as ListState)).toBe(tag)
  for (const [etag, name] of [[tag, 'vcdiff'], [tag, ''], ['"7-abc"'], ['*'], ['"x']] as const)
    expect(of(etag, name)).toBeUndefined()
})
