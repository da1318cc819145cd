import { setImmediate as breathe } from 'node:timers/promises'
import {
  alarmTags,
  RULE_TEST_CHARTS,
  RULE_TEST_DAYS,
  RULE_TEST_MACHINES,
  RULE_TEST_POINTS,
  RULE_TEST_RECORDS,
  RULE_TEST_SECONDS,
  type RuleTest,
} from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { HandlersOf } from '../../engine/handlers.ts'
import type { Principal } from '../../engine/principal.ts'
import { assertThat, ProblemError } from '../../engine/problem-error.ts'
import { columnsOfField, columnsOfReading } from '../../history/index.ts'
import type { LiveMachine } from '../../live/index.ts'
import { mayBeSeenBy, type Telemetry } from '../../monitoring/area.ts'
import { clock } from '../../platform/clock.ts'
import { ConcurrencyLimiter } from '../../platform/concurrency-limiter.ts'
import type { Database } from '../../platform/database.ts'
import { HOUR_MS, iso, type TelemetryRecord } from '../../telemetry/index.ts'
import { recordsAfter } from '../replay.queries.ts'
import { appliesTo, type Rule } from '../rule.ts'
import { type RuleDraft, toTrialRule } from './draft-rule.ts'
import { tagsOf, typesOf } from './rule-tags.ts'
import { RuleTrial } from './rule-trial.ts'
import { planTest, type TestPart } from './test-plan.ts'

const DAY_MS = 86_400_000
const RETRY_SECONDS = 10
/** So many records are in memory at once, and hours of those who send little. */
const AT_A_TIME = 50_000
const MOST_HOURS = 24
/** So many tests run at once on a server. */
const AT_ONCE = 2
/** So many alarms are listed, and so many of one machine. */
const LISTED = 2_000
const LISTED_OF_ONE = 500
/** So many records are judged before others have their turn. */
const SLICE = 500

export interface RuleTestParts {
  database: Database
  telemetry: Pick<Telemetry, 'live' | 'names' | 'tagMaps'>
}

/** What helps to make a rule: the tags there are, and what it would have done. */
export function ruleTestHandlers(parts: RuleTestParts): HandlersOf<'alarmRuleTags' | 'testAlarmRule'> {
  const { telemetry } = parts
  const running = new ConcurrencyLimiter()
  return {
    alarmRuleTags: async ({ principal, query }) => {
      const { machines } = coveredBy(telemetry, principal, { ...query, kind: 'silence' })
      const { customerId } = query
      const ofCustomer = coveredBy(telemetry, principal, { customerId, kind: 'silence' })
      return {
        machines: machines.length,
        tags: tagsOf(machines, telemetry.tagMaps),
        types: typesOf(ofCustomer.machines),
      }
    },
    async testAlarmRule({ principal, body }): Promise<RuleTest> {
      const { rule, machines } = coveredBy(telemetry, principal, body)
      const leave = enter(running, principal)
      try {
        return await runTest(parts, rule, machines)
      } finally {
        leave()
      }
    },
  }
}

/** The rule of a draft, and the machines that it would be about, those heard last first. */
function coveredBy({ live }: RuleTestParts['telemetry'], principal: Principal, draft: RuleDraft) {
  assertThat(principal.customerId === null, 'permission_missing', t('alarms.rulesAreForStaff'))
  const seen = live.machines().filter(mayBeSeenBy(principal))
  const rule = toTrialRule(draft, seen.find(({ entry }) => entry.id === draft.machineId)?.entry)
  const machines = seen.filter(({ entry }) => appliesTo(rule, entry))
  return { rule, machines: machines.sort((a, b) => (b.values?.at ?? 0) - (a.values?.at ?? 0)) }
}

/** @returns what to call at the end. @throws ProblemError where one of the same person runs, or too many of all */
function enter(running: ConcurrencyLimiter, { userId }: Principal): () => void {
  const leaveOwn = running.enter(`of ${userId}`, 1)
  const leaveAll = leaveOwn && running.enter('all', AT_ONCE)
  if (leaveOwn === undefined || leaveAll === undefined) {
    leaveOwn?.()
    throw new ProblemError('too_many_requests', t('alarms.aTestIsRunning'), undefined, { retryAfter: RETRY_SECONDS })
  }
  return () => {
    leaveOwn()
    leaveAll()
  }
}

async function runTest({ database, telemetry }: RuleTestParts, rule: Rule, covered: readonly LiveMachine[]) {
  const to = clock.now()
  const span = { from: to - RULE_TEST_DAYS * DAY_MS, to }
  const limits = { records: RULE_TEST_RECORDS, endsAt: clock.monotonic() + RULE_TEST_SECONDS * 1_000 }
  const machines = covered.slice(0, RULE_TEST_MACHINES).map(({ entry }) => entry)
  const keys = machines.map(({ key }) => key)
  const plan = await planTest(database.pool, keys, span, RULE_TEST_RECORDS)
  const columns = await columnsOf(rule, telemetry.names)
  const tested: RuleTest['tested'] = []
  const alarms: RuleTest['alarms'] = []
  for (const entry of machines) {
    const part = plan.get(entry.key) ?? { from: span.from, records: 0 }
    const trial = new RuleTrial(rule, entry, span, RULE_TEST_POINTS)
    const read = { hours: hoursAtATime(part, to), columns }
    // A record at the very start of the hour is among those that were counted.
    const after = part.from - 1
    const until = await judgeAll(trial, recordsAfter(database, telemetry.names, entry.key, after, read), limits)
    // The limit was reached before this one: it is one of those that were not tested.
    if (until !== undefined && trial.records === 0) break
    if (until === undefined) trial.end()
    limits.records -= trial.records
    alarms.push(...trial.alarms.slice(-LISTED_OF_ONE).map((alarm) => toAnswer(entry.machineID, alarm)))
    tested.push({
      machineID: entry.machineID,
      records: trial.records,
      since: part.from === span.from ? null : iso(part.from),
      until: until === undefined ? null : iso(until),
      alarms: trial.alarms.length,
      points: trial.points,
    })
  }
  alarms.sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1))
  return {
    from: iso(span.from),
    to: iso(to),
    machines: covered.length,
    tested: withFewCharts(tested),
    alarms: alarms.slice(0, LISTED),
    total: tested.reduce((sum, one) => sum + one.alarms, 0),
  }
}

/** What a rule looks at of records, so that nothing else of them is read. */
async function columnsOf({ kind, tag }: Rule, names: Telemetry['names']): Promise<readonly number[]> {
  if (kind === 'silence') return []
  if (kind === 'state') return columnsOfField('machineState')
  const isField = alarmTags.some((field) => field === tag)
  return isField ? columnsOfField(tag ?? '') : await columnsOfReading(names, tag ?? '')
}

/** So many hours of a machine are read at a time that its records do not fill the memory. */
function hoursAtATime({ from, records }: TestPart, to: number): number {
  const hours = (AT_A_TIME * (to - from)) / HOUR_MS / Math.max(1, records)
  return Math.min(MOST_HOURS, Math.max(1, Math.floor(hours)))
}

/** Charts are most of the answer: those of the machines with the most alarms are sent. */
function withFewCharts(tested: RuleTest['tested']): RuleTest['tested'] {
  const drawn = new Set(tested.toSorted((one, other) => other.alarms - one.alarms).slice(0, RULE_TEST_CHARTS))
  return tested.map((one) => (drawn.has(one) ? one : { ...one, points: [] }))
}

/** @returns how far it got, Unix ms, where a limit was reached before the end */
async function judgeAll(
  trial: RuleTrial,
  hours: AsyncIterable<readonly TelemetryRecord[]>,
  limits: { records: number; endsAt: number },
): Promise<number | undefined> {
  for await (const records of hours) {
    for (let place = 0; place < records.length; place += SLICE) {
      const slice = records.slice(place, place + SLICE)
      const [first] = slice
      const isSpent = trial.records + slice.length > limits.records || clock.monotonic() > limits.endsAt
      if (isSpent && first !== undefined) return first.at
      trial.take(slice)
      await breathe()
    }
  }
  return undefined
}

function toAnswer(machineID: string, { startedAt, raisedAt, clearedAt, value }: RuleTrial['alarms'][number]) {
  return {
    machineID,
    startedAt: iso(startedAt),
    raisedAt: iso(raisedAt),
    clearedAt: clearedAt === null ? null : iso(clearedAt),
    value,
  }
}
