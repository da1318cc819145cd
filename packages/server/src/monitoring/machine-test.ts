import type { MachineTest } from '@packhouse/contract'
import { sql } from 'kysely'
import type { LiveMachine } from '../live/index.ts'
import type { Database } from '../platform/database.ts'

type Check = MachineTest['checks'][number]

const DAY_MS = 86_400_000
/** A clock that is this far behind is worth telling of. */
const CLOCK_BEHIND_MS = 5 * 60_000

interface Refusals {
  count: number
  reason: string | null
  /** How many of them found the share of the sender full. */
  notStored: number
}

/** Looks into everything that has to be right for a machine's data to come in. @param now Unix ms */
export async function testOfMachine(database: Database, machine: LiveMachine, now: number): Promise<MachineTest> {
  const refusals = await refusalsOf(database, machine.entry.key, now)
  const checks = [
    registered(machine),
    connected(machine),
    fresh(machine, now),
    clock(machine, now),
    refused(refusals),
    checkReported('state', machine.values?.machineState, 'a state', 'machineState'),
    checkReported('counter', machine.values?.totalCycles, 'a counter of cycles', 'totalCycles'),
  ]
  return { machineID: machine.entry.machineID, works: checks.every((check) => check.works), checks }
}

async function refusalsOf(database: Database, machineKey: number, now: number): Promise<Refusals> {
  const { rows } = await sql<Refusals>`
    SELECT coalesce(sum(count), 0)::float8 AS count, (array_agg(reason ORDER BY at DESC))[1] AS reason,
      coalesce(sum(count) FILTER (WHERE NOT kept), 0)::float8 AS "notStored"
    FROM (
      SELECT seen AS count, reason, coalesce(last_at, received_at) AS at, true AS kept FROM refused_message
      WHERE machine_key = ${machineKey}
      UNION ALL
      SELECT count, reason, last_at, false FROM dead_letter_overflow WHERE machine_key = ${machineKey}
    ) AS refused
    WHERE at >= ${new Date(now - DAY_MS)}
  `.execute(database.system)
  return rows[0] ?? { count: 0, reason: null, notStored: 0 }
}

function registered({ entry }: LiveMachine): Check {
  const words =
    entry.customerId === null
      ? 'The machine publishes and belongs to nobody. Claim it for a customer under Installed machines.'
      : 'The machine is registered for its customer.'
  return { name: 'registered', works: entry.customerId !== null, words }
}

function connected({ connections }: LiveMachine): Check {
  const words =
    connections > 0
      ? 'A connection that publishes for it is open.'
      : 'No connection publishes for it. Check its network, its user name and its key; over HTTP this is as it should be.'
  return { name: 'connected', works: connections > 0, words }
}

function fresh(machine: LiveMachine, now: number): Check {
  const { values, entry } = machine
  if (values === undefined) {
    return { name: 'fresh', works: false, words: 'Nothing was ever received. Let it publish a record on its topic.' }
  }
  const seconds = Math.max(0, Math.round((now - values.at) / 1000))
  const works = machine.isFresh(now) === true
  const words = works
    ? `The newest record is ${seconds} s old.`
    : `The newest record is ${seconds} s old, and after ${entry.staleAfterSeconds} s it counts as offline. See that it publishes.`
  return { name: 'fresh', works, words }
}

function clock({ values }: LiveMachine, now: number): Check {
  const ahead = values === undefined ? 0 : values.at - now
  const words =
    ahead > CLOCK_BEHIND_MS
      ? `Its newest record is ${Math.round(ahead / 1000)} s in the future. Set its clock.`
      : 'Its clock is not ahead.'
  return { name: 'clock', works: ahead <= CLOCK_BEHIND_MS, words }
}

function refused({ count, reason, notStored }: Refusals): Check {
  const where =
    notStored === 0
      ? `${count === 1 ? 'It is' : 'They are'} kept under Telemetry, Dead letters.`
      : `${notStored} of them found the share full and were not kept. Discard or replay those under Telemetry, Dead letters.`
  const words =
    count === 0
      ? 'No message was refused in the last 24 hours.'
      : `${count === 1 ? '1 message was' : `${count} messages were`} refused in the last 24 hours, the last one because: ` +
        `${reason} ${where}`
  return { name: 'refused', works: count === 0, words }
}

function checkReported(name: 'state' | 'counter', value: unknown, what: string, field: string): Check {
  const works = value !== null && value !== undefined
  const words = works ? `It tells ${what}.` : `It has never told ${what}. Let it send ${field}, or map a tag onto it.`
  return { name, works, words }
}
