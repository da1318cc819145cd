import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MachineEntry } from '../live/machines.ts'
import type { TelemetryRecord } from '../telemetry/record.ts'
import { Evaluator } from './evaluator.ts'
import type { Rule } from './rule.ts'

const START = Date.UTC(2026, 0, 1)
const hot: Rule = {
  id: 'hot',
  name: 'Too hot',
  severity: 'major',
  enabled: true,
  machineKey: null,
  configurationId: null,
  customerId: null,
  kind: 'value',
  tag: 'temperature',
  comparison: 'above',
  limit: '40',
  deadband: 0,
  states: [],
  silenceMs: 60_000,
  onDelayMs: 0,
  offDelayMs: 0,
  message: null,
  notifyEmails: [],
  webhookUrl: null,
  webhookTemplate: null,
  fingerprint: 'hot',
}

function machineOf(key: number, given: Partial<MachineEntry> = {}): MachineEntry {
  const place = { description: null, location: null, configurationId: 'VFFS', lastService: null, nextDue: null }
  const limits = { designSpeed: null, timeZone: 'UTC', keepRecordsDays: 30 }
  return {
    id: `${key}`,
    tagMapId: null,
    key,
    machineID: `M-${key}`,
    customerId: 'c',
    customer: null,
    staleAfterSeconds: 60,
    sharedUntil: null,
    periodsOfOthers: null,
    awaitsDelivery: false,
    retired: false,
    ...place,
    ...limits,
    ...given,
  }
}

/** An evaluator with a clock that the test sets, and machines 1 to 9. */
function evaluatorOf(rules: readonly Rule[], alarmLimit = 1_000) {
  const clock = { now: START }
  const machines = new Map(Array.from({ length: 9 }, (_, n) => [n + 1, machineOf(n + 1)]))
  const evaluator = new Evaluator({ alarmLimit, machineOf: (key) => machines.get(key), now: () => clock.now })
  evaluator.setRules(rules)
  const report = (seconds: number, fields: Partial<TelemetryRecord>, key = 1) => {
    const at = START + seconds * 1_000
    clock.now = Math.max(clock.now, at)
    evaluator.take([{ machineKey: key, at, receivedAt: clock.now, ...fields }])
  }
  const wait = (seconds: number) => {
    clock.now = START + seconds * 1_000
    evaluator.tick()
  }
  const events = () => {
    const { raised, cleared } = evaluator.takeChanges()
    return {
      raised: raised.map(({ rule, machine }) => `${rule.id} ${machine.key}`),
      cleared: cleared.map(({ reason }) => reason),
    }
  }
  return { evaluator, machines, clock, report, wait, events }
}

describe('a record that comes late', () => {
  test('is judged where its reading has not been reported since', () => {
    const { report, events } = evaluatorOf([hot])
    report(10, { cyclesPerMin: 5 })
    report(5, { temperature: 50 })
    expect(events()).toEqual({ raised: ['hot 1'], cleared: [] })
    report(4, { temperature: 20 })
    expect(events()).toEqual({ raised: [], cleared: [] })
    report(6, { temperature: 20 })
    expect(events()).toEqual({ raised: [], cleared: ['condition'] })
  })

  test('says nothing where it has', () => {
    const { report, events } = evaluatorOf([hot])
    report(10, { temperature: 20 })
    report(5, { temperature: 50 })
    expect(events()).toEqual({ raised: [], cleared: [] })
  })
})

describe('the end of a source', () => {
  const stopped: Rule = { ...hot, id: 'stopped', fingerprint: 'stopped', kind: 'state', states: ['Stopped'] }
  const silent: Rule = { ...hot, id: 'silent', fingerprint: 'silent', kind: 'silence' }

  test('makes the state unknown, which neither raises nor clears', () => {
    const { report, events } = evaluatorOf([stopped])
    report(1, { machineState: 'Stopped' })
    expect(events().raised).toEqual(['stopped 1'])
    report(2, { ends: true })
    expect(events()).toEqual({ raised: [], cleared: [] })
    report(3, { machineState: 'Running' })
    expect(events().cleared).toEqual(['condition'])
  })

  test('ends the delay of a value that is not known any more', () => {
    const { report, wait, events } = evaluatorOf([{ ...hot, onDelayMs: 10_000 }])
    report(1, { temperature: 50 })
    report(2, { ends: true })
    wait(20)
    expect(events().raised).toEqual([])
  })

  test('is no sign of life', () => {
    const { report, wait, events } = evaluatorOf([silent])
    report(1, { temperature: 1 })
    report(50, { ends: true })
    wait(62)
    expect(events().raised).toEqual(['silent 1'])
  })
})

describe('a rule on a value', () => {
  test('clears only beyond the limit less the deadband', () => {
    const { report, events } = evaluatorOf([{ ...hot, deadband: 5 }])
    report(1, { temperature: 40 })
    expect(events()).toEqual({ raised: [], cleared: [] })
    report(2, { temperature: 40.1 })
    expect(events()).toEqual({ raised: ['hot 1'], cleared: [] })
    for (const [place, temperature] of [39, 36, 35.1].entries()) report(3 + place, { temperature })
    expect(events()).toEqual({ raised: [], cleared: [] })
    report(9, { temperature: 35 })
    expect(events()).toEqual({ raised: [], cleared: ['condition'] })
  })

  test.each([
    ['below', '10', 9.9, 10],
    ['equal', '3', 3, 4],
    ['notEqual', '3', 4, 3],
  ] as const)('compares: %s %s holds for %d and not for %d', (comparison, limit, holds, over) => {
    const { report, events } = evaluatorOf([{ ...hot, comparison, limit }])
    report(1, { temperature: over })
    expect(events().raised).toEqual([])
    report(2, { temperature: holds })
    expect(events().raised).toEqual(['hot 1'])
  })

  test('compares readings of machineData as text and as truth values, and ignores what a record does not report', () => {
    const { report, events } = evaluatorOf([{ ...hot, tag: 'guard', comparison: 'equal', limit: 'open' }])
    report(1, { machineData: { guard: 'open' } })
    report(2, { machineData: { other: 1 } })
    report(3, { temperature: 1 })
    expect(events()).toEqual({ raised: ['hot 1'], cleared: [] })
    report(4, { machineData: { guard: 'closed' } })
    expect(events()).toEqual({ raised: [], cleared: ['condition'] })
  })

  test('is not found by a name that every object has', () => {
    const { report, events } = evaluatorOf([{ ...hot, tag: 'constructor', comparison: 'notEqual', limit: 'x' }])
    report(1, { machineData: { other: 1 } })
    expect(events().raised).toEqual([])
  })

  test('takes no late record and no second copy', () => {
    const { report, events } = evaluatorOf([hot])
    report(10, { temperature: 20 })
    report(5, { temperature: 90 })
    report(10, { temperature: 90 })
    expect(events().raised).toEqual([])
    report(11, { temperature: 90 })
    report(8, { temperature: 1 })
    expect(events()).toEqual({ raised: ['hot 1'], cleared: [] })
  })

  test('puts the records of one batch into the order of their times', () => {
    const { evaluator, events } = evaluatorOf([hot])
    const record = (seconds: number, temperature: number) => {
      return { machineKey: 1, at: START + seconds * 1_000, receivedAt: START, temperature }
    }
    evaluator.take([record(3, 20), record(1, 20), record(2, 90)])
    expect(events()).toEqual({ raised: ['hot 1'], cleared: ['condition'] })
  })
})

test('a rule on states knows PackML states by their group', () => {
  const { report, events } = evaluatorOf([{ ...hot, kind: 'state', states: ['Faulted', 'Held'] }])
  report(1, { machineState: 'Holding' })
  expect(events().raised).toEqual([])
  report(2, { machineState: 'Aborting' })
  report(3, { machineState: 'Held' })
  report(4, { machineState: 'Execute' })
  expect(events()).toEqual({ raised: ['hot 1'], cleared: ['condition'] })
})

test('a delay ends by the clock where nothing comes, also for a device whose clock is an hour behind', () => {
  const { evaluator, clock, wait, events } = evaluatorOf([{ ...hot, onDelayMs: 30_000 }])
  evaluator.take([{ machineKey: 1, at: START - 3_600_000, receivedAt: clock.now, temperature: 90 }])
  wait(29)
  expect(events().raised).toEqual([])
  wait(30)
  expect(events().raised).toEqual(['hot 1'])
})

test('a delay does not end by a time in which nothing could be heard: what waited in the meantime is judged first', () => {
  const { evaluator, clock, wait, events } = evaluatorOf([{ ...hot, onDelayMs: 30_000, offDelayMs: 30_000 }])
  const upload = (seconds: number, temperature: number) =>
    evaluator.take([{ machineKey: 1, at: START + seconds * 1_000, receivedAt: clock.now, temperature }])
  upload(0, 90)
  clock.now = START + 600_000
  evaluator.markIngestGap()
  wait(601)
  upload(10, 20)
  wait(700)
  expect(events()).toEqual({ raised: [], cleared: [] })
  upload(701, 90)
  wait(800)
  expect(events().raised).toEqual(['hot 1'])
})

test('a new rule does not keep the others from what is on its way, nor does it see what was before through that', () => {
  const { evaluator, machines, clock, report, events } = evaluatorOf([hot])
  report(1, { temperature: 20 })
  const record = (seconds: number, temperature: number) => {
    return { machineKey: 1, at: START + seconds * 1_000, receivedAt: clock.now, temperature }
  }
  const warm = { ...hot, id: 'warm', limit: '30', fingerprint: 'warm' }
  const machine = machines.get(1)
  if (machine === undefined) throw new Error('There is no machine 1.')
  const fresh = evaluator.setRules([hot, warm])
  evaluator.introduce(machine, record(9, 35), fresh)
  expect(events()).toEqual({ raised: ['warm 1'], cleared: [] })
  evaluator.take([record(5, 90), record(6, 20), record(9, 35)])
  expect(events()).toEqual({ raised: ['hot 1'], cleared: ['condition'] })
})

test('a record that comes late says nothing to the first rule of a machine either', () => {
  const { evaluator, machines, clock, events } = evaluatorOf([])
  const machine = machines.get(1)
  if (machine === undefined) throw new Error('There is no machine 1.')
  const record = (seconds: number, temperature: number) => {
    return { machineKey: 1, at: START + seconds * 1_000, receivedAt: clock.now, temperature }
  }
  evaluator.introduce(machine, record(9, 20), evaluator.setRules([hot]))
  evaluator.take([record(5, 90)])
  expect(events()).toEqual({ raised: [], cleared: [] })
})

describe('a rule on silence', () => {
  const quiet: Rule = { ...hot, id: 'quiet', kind: 'silence', silenceMs: 60_000 }

  test('raises when nothing was heard for that long, and clears with the next record', () => {
    const { report, wait, events } = evaluatorOf([quiet])
    report(1, {})
    wait(60)
    expect(events().raised).toEqual([])
    wait(61)
    wait(62)
    expect(events()).toEqual({ raised: ['quiet 1'], cleared: [] })
    report(90, {})
    expect(events()).toEqual({ raised: [], cleared: ['condition'] })
  })

  test('is not put off by a clock that is ahead, nor ended by records of long ago', () => {
    const { evaluator, clock, wait, events } = evaluatorOf([quiet])
    evaluator.take([{ machineKey: 1, at: START + 240_000, receivedAt: clock.now }])
    wait(60)
    expect(events().raised).toEqual(['quiet 1'])
    evaluator.take([{ machineKey: 1, at: START - 3_600_000, receivedAt: clock.now }])
    wait(61)
    expect(events().cleared).toEqual([])
  })

  test('does not blame machines for a time in which nothing could be heard', () => {
    const { evaluator, report, wait, events } = evaluatorOf([quiet])
    report(1, {})
    wait(50)
    evaluator.markIngestGap()
    wait(109)
    expect(events().raised).toEqual([])
    wait(110)
    expect(events().raised).toEqual(['quiet 1'])
  })

  test('does not count its delay while nothing could be heard', () => {
    const { evaluator, report, wait, events } = evaluatorOf([{ ...quiet, onDelayMs: 30_000 }])
    report(1, {})
    wait(70)
    for (let seconds = 71; seconds < 200; seconds++) {
      evaluator.markIngestGap()
      wait(seconds)
    }
    report(201, {})
    expect(events()).toEqual({ raised: [], cleared: [] })
    wait(300)
    wait(330)
    expect(events().raised).toEqual(['quiet 1'])
  })

  test('keeps its alarm while nothing can be heard', () => {
    const { evaluator, clock, report, wait, events } = evaluatorOf([quiet])
    report(1, {})
    wait(70)
    clock.now = START + 100_000
    evaluator.markIngestGap()
    wait(101)
    expect(events()).toEqual({ raised: ['quiet 1'], cleared: [] })
  })

  test('waits for its delays too', () => {
    const { report, wait, events } = evaluatorOf([{ ...quiet, onDelayMs: 10_000, offDelayMs: 10_000 }])
    report(0.001, {})
    wait(69)
    expect(events().raised).toEqual([])
    wait(71)
    expect(events().raised).toEqual(['quiet 1'])
    report(80, {})
    wait(85)
    expect(events().cleared).toEqual([])
    wait(91)
    expect(events().cleared).toEqual(['condition'])
  })
})

describe('alarms end when there is no reason for them any more', () => {
  test.each([
    ['rule_changed', [{ ...hot, limit: '50', fingerprint: 'hotter' }]],
    ['rule_disabled', [{ ...hot, enabled: false }]],
    ['rule_deleted', []],
    ['out_of_scope', [{ ...hot, configurationId: 'HFFS' }]],
  ])('%s', (reason, rules) => {
    const { evaluator, report, events } = evaluatorOf([hot])
    report(1, { temperature: 90 })
    evaluator.setRules(rules)
    expect(events().cleared).toEqual([reason])
  })

  test('a change that judges nothing otherwise leaves them', () => {
    const { evaluator, report, events } = evaluatorOf([hot])
    report(1, { temperature: 90 })
    evaluator.setRules([{ ...hot, name: 'Very hot', message: 'Call Ada.' }])
    expect(events().cleared).toEqual([])
  })

  test('a machine that is retired has none and gets none', () => {
    const { evaluator, machines, report, events } = evaluatorOf([hot])
    report(1, { temperature: 90 })
    machines.set(1, machineOf(1, { retired: true }))
    evaluator.reviewMachines()
    expect(events().cleared).toEqual(['machine_retired'])
    report(2, { temperature: 95 })
    expect(events().raised).toEqual([])
  })
})

test('beyond so many active alarms of a customer one notice is given, and the next is raised when there is room', () => {
  const { evaluator, machines, report, wait } = evaluatorOf([hot], 3)
  machines.set(9, machineOf(9, { customerId: 'another' }))
  for (const key of [1, 2, 3, 4, 5, 9]) report(1, { temperature: 90 }, key)
  const first = evaluator.takeChanges()
  expect(first.raised.map(({ machine }) => machine.key)).toEqual([1, 2, 3, 9])
  expect(first.floodsBegun.map(({ customerId }) => customerId)).toEqual(['c'])
  report(2, { temperature: 20 }, 1)
  wait(3)
  const second = evaluator.takeChanges()
  expect(second.raised.map(({ machine }) => machine.key)).toEqual([4])
  expect(second.floodsEnded).toEqual(['c'])
})

test('whatever comes in whatever order, no rule and machine ever have two active alarms', () => {
  const batches = fc.array(
    fc.array(
      fc.record({
        machineKey: fc.integer({ min: 1, max: 2 }),
        seconds: fc.nat(50),
        temperature: fc.constantFrom(20, 38, 50, null),
      }),
      {
        maxLength: 8,
      },
    ),
    { maxLength: 20 },
  )
  fc.assert(
    fc.property(batches, fc.nat(10), fc.nat(10), (given, on, off) => {
      const rule = { ...hot, deadband: 3, onDelayMs: on * 1_000, offDelayMs: off * 1_000 }
      const { evaluator, wait } = evaluatorOf([rule, { ...rule, id: 'second', fingerprint: 'second' }])
      const active = new Set<string>()
      const ids = new Map<string, string>()
      given.forEach((batch, place) => {
        evaluator.take(
          batch.map(({ seconds, ...record }) => ({ ...record, at: START + seconds * 1_000, receivedAt: START })),
        )
        wait(place)
        const { raised, cleared } = evaluator.takeChanges()
        const happened = [
          ...raised.map((one) => ({ at: one.raisedAt, id: one.id, begins: `${one.rule.id} ${one.machine.key}` })),
          ...cleared.map((one) => ({ at: one.clearedAt, id: one.id, begins: undefined })),
        ]
        for (const { id, begins } of happened.filter(({ begins }) => begins !== undefined)) ids.set(id, begins ?? '')
        // Within one batch an alarm may begin and end; what is left must be at most one of each.
        for (const { id, begins } of happened) if (begins !== undefined) active.add(id)
        for (const { id, begins } of happened) if (begins === undefined) expect(active.delete(id)).toBe(true)
        const owners = [...active].map((id) => ids.get(id))
        expect(new Set(owners).size).toBe(owners.length)
      })
    }),
    { seed: 25, numRuns: 300 },
  )
})
