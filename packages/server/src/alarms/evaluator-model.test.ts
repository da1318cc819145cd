import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MachineEntry } from '../live/machines.ts'
import { Evaluator } from './evaluator.ts'
import type { Rule } from './rule.ts'

const START = Date.UTC(2026, 0, 1)

/** A rule on the speed of a machine, and what the machine reported. Times and delays in seconds. */
interface Course {
  comparison: 'above' | 'below'
  limit: number
  deadband: number
  onDelay: number
  offDelay: number
  /** In their order, no two at one time; null takes the value away. */
  records: { at: number; value: number | null }[]
}

type Event = { raised: number; since: number } | { cleared: number }

/**
 * ISA-18.2 (5.4, deadband and delays) second by second: the value of a record is that of the machine until the next one. The
 * limit has to be passed for the on delay; then it has to be left by more than the deadband for the off delay.
 */
function model({ comparison, limit, deadband, onDelay, offDelay, records }: Course): Event[] {
  const events: Event[] = []
  const values = new Map(records.map(({ at, value }) => [at, value]))
  let isActive = false
  /** Since when the value has been where it has to be for the next event. */
  let since: number | undefined
  const pass = (now: number) => {
    if (since === undefined || now - since < (isActive ? offDelay : onDelay)) return
    events.push(isActive ? { cleared: since } : { raised: since + onDelay, since })
    isActive = !isActive
    since = undefined
  }
  for (let now = 0; now <= (records.at(-1)?.at ?? -1); now++) {
    pass(now)
    const value = values.get(now)
    // Unknown values raise nothing and clear nothing.
    if (value === null && !isActive) since = undefined
    if (value !== undefined && value !== null) {
      const beyond = comparison === 'above' ? value - limit : limit - value
      if (isActive ? beyond > -deadband : beyond <= 0) since = undefined
      else since ??= now
    }
    pass(now)
  }
  return events
}

function ruleOf({ comparison, limit, deadband, onDelay, offDelay }: Course): Rule {
  const delays = { onDelayMs: onDelay * 1_000, offDelayMs: offDelay * 1_000 }
  const scope = { enabled: true, machineKey: null, configurationId: null, customerId: null }
  const unused = {
    states: [],
    silenceMs: 60_000,
    message: null,
    notifyEmails: [],
    webhookUrl: null,
    webhookTemplate: null,
  }
  const condition = { kind: 'value', tag: 'cyclesPerMin', comparison, limit: `${limit}`, deadband } as const
  return {
    id: 'slow',
    name: 'Slow',
    severity: 'major',
    fingerprint: 'slow',
    ...scope,
    ...condition,
    ...delays,
    ...unused,
  }
}

const machine: MachineEntry = {
  id: '1',
  key: 1,
  machineID: 'M-1',
  tagMapId: null,
  customerId: 'c',
  customer: null,
  staleAfterSeconds: 60,
  sharedUntil: null,
  periodsOfOthers: null,
  awaitsDelivery: false,
  retired: false,
  description: null,
  location: null,
  configurationId: 'VFFS',
  lastService: null,
  nextDue: null,
  designSpeed: null,
  timeZone: 'UTC',
  keepRecordsDays: 30,
}

function evaluatorFor(course: Course) {
  const clock = { now: START }
  const evaluator = new Evaluator({ alarmLimit: 10, machineOf: () => machine, now: () => clock.now })
  evaluator.setRules([ruleOf(course)])
  const report = ({ at, value }: Course['records'][number], receivedAt: number) => {
    return { machineKey: 1, at: START + at * 1_000, receivedAt, cyclesPerMin: value }
  }
  const seconds = (ms: number) => (ms - START) / 1_000
  const events = (): Event[] => {
    const { raised, cleared } = evaluator.takeChanges()
    const begun = raised.map(({ id, raisedAt, startedAt }) => {
      return { id, event: { raised: seconds(raisedAt), since: seconds(startedAt) } }
    })
    return begun.flatMap(({ id, event }) => {
      const end = cleared.find((one) => one.id === id)
      return end === undefined ? [event] : [event, { cleared: seconds(end.clearedAt) }]
    })
  }
  return { evaluator, clock, report, events }
}

/** All records at once, as a machine uploads what it has buffered. */
function uploaded(course: Course): Event[] {
  const { evaluator, report, events } = evaluatorFor(course)
  const receivedAt = START + 3_600_000
  evaluator.take(course.records.map((record) => report(record, receivedAt)))
  return events()
}

/** Each record at its time, with the clock ticking in between. */
function live(course: Course): Event[] {
  const { evaluator, clock, report, events } = evaluatorFor(course)
  for (let now = 0; now <= (course.records.at(-1)?.at ?? -1); now++) {
    clock.now = START + now * 1_000
    evaluator.tick()
    evaluator.take(course.records.filter(({ at }) => at === now).map((record) => report(record, clock.now)))
  }
  return events()
}

const slow = { comparison: 'below', limit: 10, deadband: 2, onDelay: 0, offDelay: 5 } as const

describe.each([
  ['uploaded at once', uploaded],
  ['reported one by one', live],
])('a deadband and delays, %s', (_, judged) => {
  test('an alarm that has cleared has no deadband any more: 5, 12 after 10 s and 11 after 70 s are one alarm', () => {
    const records = [
      { at: 0, value: 5 },
      { at: 10, value: 12 },
      { at: 70, value: 11 },
    ]
    expect(judged({ ...slow, records })).toEqual([{ raised: 0, since: 0 }, { cleared: 10 }])
  })

  test('an alarm that was raised in the meantime has one: 5, then 11 after the on delay does not clear it', () => {
    const records = [
      { at: 0, value: 5 },
      { at: 30, value: 11 },
      { at: 90, value: 11 },
    ]
    expect(judged({ ...slow, onDelay: 10, records })).toEqual([{ raised: 10, since: 0 }])
  })

  test('agree with a model of ISA-18.2 that knows nothing of phases', () => {
    const values = fc.option(fc.integer({ min: 5, max: 15 }), { freq: 12 })
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), values), { minLength: 10, maxLength: 50 })
    const courses = fc.record({
      comparison: fc.constantFrom('above' as const, 'below' as const),
      limit: fc.constant(10),
      deadband: fc.nat(4),
      onDelay: fc.nat(12),
      offDelay: fc.nat(12),
      records: steps.map((pairs) => {
        let at = 0
        return pairs.map(([pause, value]) => {
          at += pause
          return { at, value }
        })
      }),
    })
    let alarms = 0
    fc.assert(
      fc.property(courses, (course) => {
        const expected = model(course)
        alarms += expected.length
        expect(judged(course)).toEqual(expected)
      }),
      { seed: 13, numRuns: 2_000 },
    )
    expect(alarms).toBeGreaterThan(2_000)
  })
})
