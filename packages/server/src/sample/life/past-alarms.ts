import { randomUUID } from 'node:crypto'
import { SAMPLE_LIFE_DAYS } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { Dice } from '../estimator/dice.ts'
import { sampleMachineIDs } from './sample-machines.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS
/** How far back they go. */
const DAYS = 300
/** How many a machine has at most. */
const MOST = 3

/** One alarm of the sample that is over, with what was done about it. */
export interface SampleAlarm {
  id: string
  machineKey: number
  rule: string
  message: string
  value: string | null
  from: string
  raisedAt: string
  to: string
  seenAt: string | null
  seenBy: string | null
  note: string | null
}

/** A rule whose alarms are made up, since nothing that is stored of a machine shows them. */
export interface PastRule {
  name: string
  message: string | null
  /** Seconds without data; of a rule of silence alone. */
  silence: number
  /** The limit, where the rule is about a number. */
  limit: string | null
}

/** People who could have acknowledged an alarm of a machine `machine`: those of the customer, or else staff. */
export const peopleOfMachine = sql<string[]>`ARRAY(
  SELECT u.id FROM user_account u JOIN user_role ur ON ur.user_id = u.id JOIN role r ON r.id = ur.role_id
  WHERE u.deleted_at IS NULL AND ((r.name = 'customer' AND u.customer_id = machine.customer_id) OR (r.name = 'staff' AND u.customer_id IS NULL))
  ORDER BY r.name, u.email)::text[]`

const notesOfSilence = [
  'The cable of the gateway was loose, plugged in again.',
  'Power cut in the hall.',
  'IT has restarted the switch.',
  'Gateway was updated.',
  null,
] as const
const notesOfHeat = [
  'Filter mat was clogged, new one put in.',
  'Fan did not turn, replaced.',
  'Hottest day of the year; the hall is ventilated now.',
  'A pallet stood before the inlet.',
  null,
] as const

interface Place {
  machineKey: number
  now: Date
  commissioned: Date
  people: string[]
}

/** Alarms of these rules in the months before the last week, whose records the sample has; the oldest first. */
export async function pastAlarms(db: Transaction, silent: PastRule, warm: PastRule): Promise<SampleAlarm[]> {
  const { rows } = await sql<Place>`
    SELECT key AS "machineKey", now() AS now, commissioned_at::timestamptz AS commissioned, ${peopleOfMachine} AS people
    FROM machine WHERE machine_id = ANY(${sampleMachineIDs}) AND commissioned_at IS NOT NULL AND deleted_at IS NULL
    ORDER BY array_position(${sampleMachineIDs}::text[], machine_id)
  `.execute(db)
  const dice = new Dice(18_3)
  return rows
    .flatMap((place) => Array.from({ length: dice.below(MOST + 1) }, () => pastAlarm(dice, place, silent, warm)))
    .filter((alarm) => alarm !== undefined)
    .toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from))
}

/** @returns undefined for a day on which the machine did not run yet */
function pastAlarm(dice: Dice, place: Place, silent: PastRule, warm: PastRule): SampleAlarm | undefined {
  const { machineKey, now, commissioned, people } = place
  const rule = dice.below(5) < 3 ? silent : warm
  const day = Math.floor(now.getTime() / DAY_MS) - SAMPLE_LIFE_DAYS - 2 - dice.below(DAYS)
  // Between six in the morning and eight in the evening, with seconds that nobody has chosen.
  const from = day * DAY_MS + (360 + dice.below(840)) * MINUTE_MS + dice.below(60_000)
  const raised = from + MINUTE_MS
  const to = raised + (5 + dice.below(150)) * MINUTE_MS
  const seen = raised + (2 + dice.below(50)) * MINUTE_MS
  const degrees = Number(rule.limit) + (2 + dice.below(60)) / 10
  const note = dice.of(rule === silent ? notesOfSilence : notesOfHeat)
  const seenBy = people[dice.below(4) === 0 ? people.length - 1 : 0] ?? null
  if (from < commissioned.getTime() + DAY_MS) return undefined
  return {
    id: randomUUID(),
    machineKey,
    rule: rule.name,
    message: rule.message ?? t('alarms.nothingHeard', { seconds: rule.silence }),
    value: rule.limit === null ? null : degrees.toFixed(1),
    from: new Date(from).toISOString(),
    raisedAt: new Date(raised).toISOString(),
    to: new Date(to).toISOString(),
    seenAt: seenBy === null ? null : new Date(seen).toISOString(),
    seenBy,
    note: seenBy === null ? null : note,
  }
}
