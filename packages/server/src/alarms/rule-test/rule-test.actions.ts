import { setImmediate as breathe } from 'node:timers/promises'
import { RULE_TEST_DAYS, RULE_TEST_POINTS, type RuleTest } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { HandlersOf } from '../../engine/handlers.ts'
import type { Principal } from '../../engine/principal.ts'
import { assertThat, ProblemError } from '../../engine/problem-error.ts'
import type { LiveMachine } from '../../live/index.ts'
import { mayBeSeenBy, type Telemetry } from '../../monitoring/area.ts'
import { clock } from '../../platform/clock.ts'
import { ConcurrencyLimiter } from '../../platform/concurrency-limiter.ts'
import type { Database } from '../../platform/database.ts'
import { iso, type TelemetryRecord } from '../../telemetry/index.ts'
import { recordsAfter } from '../replay.queries.ts'
import { appliesTo, type Rule } from '../rule.ts'
import { type RuleDraft, toTrialRule } from './draft-rule.ts'
import { tagsOf } from './rule-tags.ts'
import { RuleTrial } from './rule-trial.ts'

const DAY_MS = 86_400_000
const RETRY_SECONDS = 10
/** So many machines are tested, those heard last. */
const MACHINES = 10
const RECORDS = 500_000
const TIME_MS = 10_000
/** So many hours of records are in memory at once. */
const HOURS = 6
/** So many tests run at once on a server. */
const AT_ONCE = 2
/** So many alarms are listed. */
const LISTED = 500
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
      return { machines: machines.length, tags: tagsOf(machines, telemetry.tagMaps) }
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
  const from = to - RULE_TEST_DAYS * DAY_MS
  const limits = { records: RECORDS, endsAt: clock.monotonic() + TIME_MS }
  const tested: RuleTest['tested'] = []
  const alarms: RuleTest['alarms'] = []
  let total = 0
  for (const { entry } of covered.slice(0, MACHINES)) {
    const trial = new RuleTrial(rule, entry, { from, to }, RULE_TEST_POINTS)
    const until = await judgeAll(trial, recordsAfter(database, telemetry.names, entry.key, from, HOURS), limits)
    // The limit was reached before this one: it is one of those that were not tested.
    if (until !== undefined && trial.records === 0) break
    if (until === undefined) trial.end()
    limits.records -= trial.records
    total += trial.alarms.length
    alarms.push(...trial.alarms.slice(-LISTED).map((alarm) => toAnswer(entry.machineID, alarm)))
    const { records, points } = trial
    tested.push({
      machineID: entry.machineID,
      records,
      until: until === undefined ? null : iso(until),
      alarms: trial.alarms.length,
      points,
    })
  }
  alarms.sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1))
  return { from: iso(from), to: iso(to), machines: covered.length, tested, alarms: alarms.slice(0, LISTED), total }
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
