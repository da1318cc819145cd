import {
  api,
  heatmapSchema,
  historySchema,
  type Machine,
  machineDetailsSchema,
  machineListSchema,
  machineTestSchema,
  type SampleMachine,
  sampleFleet,
  stateIntervalsSchema,
  textIntervalsSchema,
} from '@packhouse/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type DemoSession, stateAt } from './demo-behaviour.ts'
import { demoHistory } from './demo-history.ts'
import { demoMachine, demoMachineDetails } from './demo-machines.ts'
import { answerInDemo } from './demo-transport.ts'
import { sampleSeries } from './sample-series.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const now = Date.parse('2026-11-21T12:03:20Z')

/** Sessions that differ in their seed and in how long they have been running. */
const sessions: DemoSession[] = Array.from({ length: 60 }, (_, i) => ({
  seed: `seed ${i}`,
  startedAt: now - i * 7 * MINUTE,
}))

const everyCase = sessions.flatMap((session) => sampleFleet.map((sample) => [sample, session] as const))

/** The one machine of the fleet that behaves like this. */
function sampleThat(behaviour: SampleMachine['behaviour']): SampleMachine {
  const sample = sampleFleet.find((machine) => machine.behaviour === behaviour)
  if (!sample) throw new Error(`no ${behaviour} machine in the sample fleet`)
  return sample
}

function outside(values: (number | null | undefined)[], min: number, max: number) {
  return values.filter((value) => typeof value === 'number' && !(value >= min && value <= max))
}

describe('demo values', () => {
  const machines = everyCase.map(([sample, session]) => demoMachine(sample, session, now))
  const spread = (values: (number | null)[]) => {
    const known = values.filter((value) => value !== null)
    return Math.max(...known) - Math.min(...known)
  }

  it.each<[keyof Machine & ('temperature' | 'humidity' | 'cyclesPerMin'), number, number]>([
    ['temperature', 18, 42],
    ['humidity', 30, 50],
    ['cyclesPerMin', 15, 35],
  ])('keep %s from %i to %i over many seeds, and use the range', (field, min, max) => {
    const values = machines.map((machine) => machine[field])
    expect(outside(values, min, max)).toEqual([])
    expect(spread(values)).toBeGreaterThan((max - min) / 2)
  })

  it('keep every minute of the cycle counts from 0 to 100, one minute apart', () => {
    for (const [sample, session] of everyCase) {
      const entries = demoMachine(sample, session, now, 3).cycleCounts?.entries ?? []
      expect(
        outside(
          entries.map(({ value }) => value),
          0,
          100,
        ),
      ).toEqual([])
      const times = entries.map(({ time }) => Date.parse(time))
      expect(times.every((time, i) => i === 0 || time - (times[i - 1] ?? 0) === MINUTE)).toBe(true)
      expect(times.every((time) => time >= now - 3 * HOUR && time <= now)).toBe(true)
    }
  })

  it('move between calls but keep the past as it was', () => {
    const session = { seed: 'x', startedAt: now }
    const steady = sampleFleet.filter(({ behaviour }) => behaviour === 'steady')
    const at = (moment: number) => steady.map((sample) => demoMachine(sample, session, moment, 3))
    const [first, later] = [at(now), at(now + 30_000)]
    const moved = later.filter((machine, i) => machine.temperature !== first[i]?.temperature)
    expect(moved.length).toBeGreaterThan(steady.length / 2)
    expect(later[0]?.lastSeen).not.toBe(first[0]?.lastSeen)
    const settled = (machines: Machine[]) => machines.map(({ cycleCounts }) => cycleCounts?.entries.slice(1, 170))
    expect(settled(later)).toEqual(settled(first))
  })
})

describe('the demo fleet', () => {
  const session = { seed: 'fleet', startedAt: now - HOUR }
  const machines = sampleFleet.map((sample) => demoMachine(sample, session, now, 3))

  it('has running, offline and never heard machines', () => {
    expect(new Set(machines.map(({ online }) => online))).toEqual(new Set([true, false, null]))
  })

  it('shows what an offline machine did before it fell silent', () => {
    const machine = demoMachine(sampleThat('flaky'), session, now, 3)
    const last = machine.cycleCounts?.entries.at(-1)
    expect(machine).toMatchObject({ online: false, machineState: 'Running' })
    expect(machine.cyclesPerMin).toBeGreaterThan(0)
    expect(machine.cycleCounts?.entries.length).toBeGreaterThan(30)
    expect(Date.parse(last?.time ?? '')).toBeLessThanOrEqual(Date.parse(machine.lastSeen ?? ''))
  })

  it('knows nothing of a machine that has never published', () => {
    expect(demoMachine(sampleThat('silent'), session, now, 3)).toMatchObject({
      online: null,
      onOrder: false,
      lastSeen: null,
      temperature: null,
      cyclesPerMin: null,
      machineState: null,
      stateSince: null,
      utilization: null,
      cycleCounts: { total: 0, entries: [] },
    })
  })

  it('counts a total that agrees with its entries', () => {
    for (const { cycleCounts } of machines) {
      expect(cycleCounts?.total).toBe(cycleCounts?.entries.reduce((sum, { value }) => sum + value, 0))
    }
  })

  it('has the utilization of its own history, and states that began in it', () => {
    for (const [sample, each] of everyCase.filter((_, i) => i % 10 === 0)) {
      const machine = demoMachine(sample, each, now, 3)
      const heard = Date.parse(machine.lastSeen ?? '')
      if (Number.isNaN(heard)) continue
      const last = Math.floor(now / MINUTE) - 1
      const minutes = Array.from({ length: 180 }, (_, i) => (last - i) * MINUTE)
      const running = minutes.filter((at) => at < heard && stateAt(sample, each, at) === 'Running').length
      // The machine fell silent within a minute.
      expect(Math.abs((machine.utilization ?? 0) - running / 1.8)).toBeLessThan(0.7)
      const since = Date.parse(machine.stateSince ?? '')
      expect(stateAt(sample, each, since)).toBe(machine.machineState)
      if (heard - since < 23 * HOUR) expect(stateAt(sample, each, since - 1)).not.toBe(machine.machineState)
    }
    expect(new Set(machines.map((machine) => machine.utilization)).size).toBeGreaterThan(3)
  })

  it('never says that a machine with a running speed stands still', () => {
    for (const [sample, each] of everyCase) {
      const details = demoMachineDetails(sample, each, now)
      if (details.online) expect(details.machineState).toBe('Running')
    }
  })
})

describe('the demo history', () => {
  const session = { seed: 'history', startedAt: now }
  const history = (tag: string, hours = 6) => demoHistory(sampleThat('steady'), session, now, { tag, hours })

  it('is a numeric series for CycleCount, one point for every 5 minutes', () => {
    const { kind, points, intervalMs } = history('CycleCount')
    expect([kind, points.length, intervalMs]).toEqual(['numeric', 72, 5 * MINUTE])
    const times = points.map(({ time }) => Date.parse(time))
    expect(times.every((time, i) => i === 0 || time - (times[i - 1] ?? 0) === 5 * MINUTE)).toBe(true)
  })

  it('is a series of Idle, Running and Stopped for any other tag', () => {
    const values = new Set(
      sampleFleet.flatMap((sample) =>
        demoHistory(sample, session, now, { tag: 'Whatever', hours: 168 }).points.map(({ value }) => value),
      ),
    )
    expect([...values].sort()).toEqual(['Idle', 'Running', 'Stopped'])
  })

  it('counts no cycles while the machine stands', () => {
    const points = history('CycleCount', 168).points
    const standing = points.filter(({ time }) => stateAt(sampleThat('steady'), session, Date.parse(time)) !== 'Running')
    expect(standing.length).toBeGreaterThan(0)
    expect(standing.every(({ value }) => value === 0)).toBe(true)
  })

  it('has no points where the machine was silent', () => {
    const flaky = demoHistory(sampleThat('flaky'), session, now, { tag: 'MachineState', hours: 6 })
    expect(Date.parse(flaky.points.at(-1)?.time ?? '')).toBeLessThan(now - 40 * MINUTE)
    expect(demoHistory(sampleThat('silent'), session, now, { tag: 'MachineState', hours: 6 }).points).toEqual([])
  })
})

it('makes sample series of one point a minute from 0 to 100 unless told otherwise', () => {
  const points = sampleSeries({ seed: 'series', from: 0, until: 5_000 * MINUTE })
  expect(points).toHaveLength(5_000)
  expect(points[1]?.time).toBe(new Date(MINUTE).toISOString())
  const values = points.map(({ value }) => value)
  expect([Math.min(...values), Math.max(...values)]).toEqual([0, 100])
})

describe('the demo transport', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('answers the monitoring calls in the shapes of the contract', async () => {
    const query = { includeHistory: 'true', hours: '3' }
    const id = sampleThat('steady').machineID
    const list = machineListSchema.parse(await answerInDemo(api.myMachines, { query }))
    expect(list.count).toBe(sampleFleet.length)
    expect(machineListSchema.parse(await answerInDemo(api.listMachines, {})).machines[0]?.cycleCounts).toBeUndefined()
    expect(machineDetailsSchema.parse(await answerInDemo(api.getMachine, { params: { id } })).machineID).toBe(id)
    const history = historySchema.parse(await answerInDemo(api.machineHistory, { params: { id } }))
    expect(history).toMatchObject({ kind: 'numeric', hours: 6, tag: 'CycleCount' })
  })

  it('answers what the machine page asks for in the shapes of the contract', async () => {
    const id = sampleThat('steady').machineID
    const [from, to] = [new Date(now - 6 * HOUR).toISOString(), new Date(now).toISOString()]
    const states = stateIntervalsSchema.parse(
      await answerInDemo(api.machineStates, { params: { id }, query: { from, to } }),
    )
    expect(Object.values(states.totals).reduce((sum, part) => sum + part)).toBe(6 * HOUR)
    const texts = textIntervalsSchema.parse(
      await answerInDemo(api.machineTexts, { params: { id }, query: { tag: 'Recipe', from, to } }),
    )
    expect(texts.intervals).toEqual([{ from, to, text: expect.stringMatching(/^R-1/) }])
    const query = { tag: 'temperature', from, to, points: '600' }
    const history = historySchema.parse(await answerInDemo(api.machineHistory, { params: { id }, query }))
    expect([history.kind, history.points.length]).toEqual(['numeric', 360])
    const heat = heatmapSchema.parse(await answerInDemo(api.machineHeatmap, { query: { days: '2', machineID: id } }))
    expect(heat.hours).toHaveLength(48)
    expect(machineTestSchema.parse(await answerInDemo(api.testMachine, { params: { id } })).works).toBe(true)
  })

  it('leaves every other call to the server', () => {
    for (const call of [api.login, api.me, api.myMachinesStream, api.publicSettings, api.health]) {
      expect(answerInDemo(call, {})).toBeUndefined()
    }
  })

  it('does not find a machine that is not in the fleet', async () => {
    await expect(answerInDemo(api.getMachine, { params: { id: 'NO-1' } })).rejects.toMatchObject({
      code: 'not_found',
      status: 404,
    })
  })
})
