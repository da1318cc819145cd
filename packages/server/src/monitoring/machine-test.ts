import type { MachineTest } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { type RawBuilder, sql } from 'kysely'
import { isNumberField } from '../history/index.ts'
import { isOwned, type LiveMachine } from '../live/index.ts'
import type { Database } from '../platform/database.ts'
import { HOUR_MS } from '../telemetry/index.ts'
import { issuesOf } from './machine-json.ts'

type Check = MachineTest['checks'][number]

/** A clock that is this far behind is worth telling of. */
const CLOCK_BEHIND_MS = 5 * 60_000

interface Refusals {
  count: number
  reason: string | null
  /** How many of them found the share of the sender full. */
  notStored: number
}

/** What is asked of the data of a machine. */
interface Asked {
  /** Hours back from now in which no message may have been refused. */
  hours: number
  /** What has to be reported too. */
  tag?: string | undefined
  /** Unix ms. */
  now: number
}

/** Looks into everything that has to be right for a machine's data to come in. */
export async function testOfMachine(
  database: Database,
  machine: LiveMachine,
  { hours, tag, now }: Asked,
): Promise<MachineTest> {
  const refusals = await refusalsOf(database, machine, now - hours * HOUR_MS)
  const checks = [
    registered(machine),
    connected(machine),
    fresh(machine, now),
    clock(machine, now),
    refused(refusals, hours),
    ...source(machine),
    checkReported('state', machine.values?.machineState, 'machineState'),
    checkReported('counter', machine.values?.totalCycles, 'totalCycles'),
    ...(tag === undefined ? [] : [checkTag(machine, tag)]),
  ]
  return { machineID: machine.entry.machineID, works: checks.every((check) => check.works), checks }
}

/** To the customer of the machine, those of its own time. One that came before it too, and came again, counts once: how often is of both. */
async function refusalsOf(database: Database, machine: LiveMachine, from: number): Promise<Refusals> {
  const { key } = machine.entry
  const isOfAnother = (compared: RawBuilder<unknown>) =>
    sql`EXISTS (SELECT FROM period_of_another p WHERE ${isOwned(machine)} AND p.machine_key = ${key} AND p.during ${compared})`
  const { rows } = await sql<Refusals>`
    SELECT coalesce(sum(count), 0)::float8 AS count, (array_agg(reason ORDER BY at DESC))[1] AS reason,
      coalesce(sum(count) FILTER (WHERE NOT kept), 0)::float8 AS "notStored"
    FROM (
      SELECT CASE WHEN ${isOfAnother(sql`&& tstzrange(since, at, '[]')`)} THEN 1 ELSE count END AS count, reason, at, kept FROM (
        SELECT seen AS count, reason, coalesce(last_at, received_at) AS at, received_at AS since, true AS kept FROM refused_message
        WHERE machine_key = ${key}
        UNION ALL
        SELECT count, reason, last_at, hour, false FROM dead_letter_overflow WHERE machine_key = ${key}
      ) AS refused
      WHERE at >= ${new Date(from)} AND NOT ${isOfAnother(sql`@> at`)}
    ) AS own
  `.execute(database.system)
  return rows[0] ?? { count: 0, reason: null, notStored: 0 }
}

function registered({ entry }: LiveMachine): Check {
  const words = entry.customerId === null ? t('machineTest.belongsToNobody') : t('machineTest.isRegistered')
  return { name: 'registered', works: entry.customerId !== null, words }
}

function connected({ connections }: LiveMachine): Check {
  const words = connections > 0 ? t('machineTest.isConnected') : t('machineTest.isNotConnected')
  return { name: 'connected', works: connections > 0, words }
}

function fresh(machine: LiveMachine, now: number): Check {
  const { values, entry } = machine
  if (values === undefined) {
    return { name: 'fresh', works: false, words: t('machineTest.nothingReceived') }
  }
  const seconds = Math.max(0, Math.round((now - values.at) / 1000))
  const works = machine.isFresh(now) === true
  const words = works
    ? t('machineTest.isFresh', { seconds })
    : t('machineTest.isStale', { seconds, limit: entry.staleAfterSeconds })
  return { name: 'fresh', works, words }
}

function clock({ values }: LiveMachine, now: number): Check {
  const ahead = values === undefined ? 0 : values.at - now
  const words =
    ahead > CLOCK_BEHIND_MS
      ? t('machineTest.clockIsAhead', { seconds: Math.round(ahead / 1000) })
      : t('machineTest.clockIsRight')
  return { name: 'clock', works: ahead <= CLOCK_BEHIND_MS, words }
}

function refused({ count, reason, notStored }: Refusals, hours: number): Check {
  const words =
    count === 0
      ? t('machineTest.nothingRefused', { hours })
      : t('machineTest.refused', { count, hours, reason: declared(reason ?? ''), notKept: notStored })
  return { name: 'refused', works: count === 0, words }
}

/** Only where a connection of ours fetches its data is there something to find. */
function source(machine: LiveMachine): Check[] {
  const issues = issuesOf(machine)
  return issues.length === 0 ? [] : [{ name: 'source', works: false, words: issues.join(' ') }]
}

/** Fields of records go before readings of the same name, as in the history. */
function checkTag({ values }: LiveMachine, tag: string): Check {
  const isField = tag === 'machineState' || isNumberField(tag)
  const readings = values?.machineData ?? {}
  const reading = Object.hasOwn(readings, tag) ? readings[tag] : undefined
  const value = isField ? values?.[tag as 'machineState'] : reading
  const works = value !== null && value !== undefined
  return {
    name: 'tag',
    works,
    words: works ? t('machineTest.tagIsReported', { tag }) : t('machineTest.tagIsMissing', { tag }),
  }
}

function checkReported(name: 'state' | 'counter', value: unknown, field: string): Check {
  const works = value !== null && value !== undefined
  const words = works ? t('machineTest.tells', { name }) : t('machineTest.hasNeverTold', { name, field })
  return { name, works, words }
}
