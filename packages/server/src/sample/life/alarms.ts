import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { Dice } from '../estimator/dice.ts'
import { given } from '../given.ts'
import { pastAlarms, peopleOfMachine, type SampleAlarm } from './past-alarms.ts'
import { sampleMachineIDs } from './sample-machines.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS
/** How long a fault lasts before it is an alarm, seconds. */
const DELAY_S = 60

const faulted = {
  name: 'Machine faulted',
  severity: 'major',
  message: 'The machine reports a fault and has stopped.',
} as const

/** How long nothing is heard before that is an alarm, seconds. */
const SILENCE_S = 600

const silent = { name: 'No data for 10 minutes', severity: 'minor', message: null, silence: SILENCE_S, limit: null }
const warm = {
  name: 'Cabinet too warm',
  severity: 'warning',
  message: 'Check the filter and the fan of the cabinet.',
  silence: SILENCE_S,
  limit: '45',
}

const rules = [
  {
    ...faulted,
    kind: 'state',
    states: ['Faulted'],
    tag: null,
    comparison: null,
    limit: null,
    deadband: null,
    silence: SILENCE_S,
    steps:
      'Press Stop and wait until the machine stands still.\nOpen the guard of the station that the panel names.\nRemove film and product that lie across.\nClose the guard, press Reset, then Start.',
    ...{ documentKind: 'manual', documentPage: null, part: null },
  },
  {
    ...silent,
    ...{ kind: 'silence', states: [], tag: null, comparison: null, deadband: null },
    steps:
      'Look whether the lamp Link of the gateway in the cabinet is lit.\nPlug the network cable in again at both ends.\nAsk your IT whether the network of the hall is up.',
    ...{ documentKind: null, documentPage: null, part: null },
  },
  {
    ...warm,
    ...{ kind: 'value', states: [], tag: 'temperature', comparison: 'above', deadband: 2 },
    steps:
      'Switch the machine off at the main switch.\nTake the filter mat out of the door and shake it clean, or put in a new one.\nSwitch on and look whether the fan turns.',
    ...{ documentKind: 'manual', documentPage: null, part: 'Filter mat of the cabinet' },
  },
] as const

const notes = [
  'Film jam at the forming tube, cleared.',
  'Guard door had opened by itself, catch readjusted.',
  'Photo eye was dirty.',
  'Product stuck in the infeed.',
  'Air pressure dropped; compressor has been reset.',
  'Knife did not cut through, replaced.',
  null,
  null,
  null,
] as const

interface Fault {
  machineKey: number
  from: Date
  to: Date
  people: string[]
}

/** How long an alarm is shelved, minutes, of which a day is over. */
const SHELVED_MIN = 7 * 1_440
const shelvedFor = 'New filter mats are on order and come next week.'

/**
 * Rules as most companies begin with, with what to do, and what became of the faults of the last week and of alarms of the months before it. One rule is
 * shelved on a machine, and one alarm is taken care of by somebody.
 */
export async function seedAlarms(db: Transaction): Promise<void> {
  const entered = await sql`SELECT FROM alarm_rule UNION ALL SELECT FROM alarm LIMIT 1`.execute(db)
  if (entered.rows.length > 0) return
  await sql`
    INSERT INTO alarm_rule (name, severity, enabled, kind, tag, comparison, "limit", deadband, states, silence_seconds,
      on_delay_seconds, off_delay_seconds, message, notify_emails, steps, document_kind, document_page, part, remedy_for_customers)
    SELECT value ->> 'name', value ->> 'severity', true, value ->> 'kind', value ->> 'tag', value ->> 'comparison', value ->> 'limit',
      (value ->> 'deadband')::float8, ARRAY(SELECT jsonb_array_elements_text(value -> 'states')), (value ->> 'silence')::int,
      ${DELAY_S}, 0, value ->> 'message', '{}', value ->> 'steps', value ->> 'documentKind', (value ->> 'documentPage')::int, value ->> 'part', true
    FROM ${given(rules)} ORDER BY place
  `.execute(db)
  const past = await pastAlarms(db, silent, warm)
  const alarms = [...past, ...alarmsOf(await readFaults(db))]
  await sql`
    INSERT INTO alarm (id, machine_key, rule_id, code, severity, message, value, started_at, raised_at, cleared_at, clear_reason,
      acknowledged_at, acknowledged_by, acknowledge_note, told)
    SELECT (value ->> 'id')::uuid, (value ->> 'machineKey')::int, rule.id, rule.name, rule.severity, value ->> 'message', value ->> 'value',
      (value ->> 'from')::timestamptz, (value ->> 'raisedAt')::timestamptz, (value ->> 'to')::timestamptz, 'condition',
      (value ->> 'seenAt')::timestamptz, (value ->> 'seenBy')::uuid, value ->> 'note', false
    FROM ${given(alarms)} JOIN alarm_rule rule ON rule.name = value ->> 'rule' ORDER BY place
  `.execute(db)
  const events = alarms
    .flatMap(({ id: alarm, raisedAt, to, seenAt, seenBy, note }) => [
      { alarm, at: raisedAt, kind: 'raised', actor: null, note: null },
      { alarm, at: to, kind: 'cleared', actor: null, note: 'condition' },
      ...(seenAt === null ? [] : [{ alarm, at: seenAt, kind: 'acknowledged', actor: seenBy, note }]),
    ])
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  await sql`
    INSERT INTO alarm_event (alarm_id, at, kind, actor_id, note)
    SELECT (value ->> 'alarm')::uuid, (value ->> 'at')::timestamptz, value ->> 'kind', (value ->> 'actor')::uuid, value ->> 'note'
    FROM ${given(events)} ORDER BY place
  `.execute(db)
  await takeCare(
    db,
    past.findLast(({ rule, seenBy }) => rule === silent.name && seenBy !== null),
  )
  await shelve(
    db,
    past.findLast(({ rule, seenBy }) => rule === warm.name && seenBy !== null),
  )
}

/** Who acknowledged it has it. */
async function takeCare(db: Transaction, alarm: SampleAlarm | undefined): Promise<void> {
  if (alarm === undefined) return
  await sql`UPDATE alarm SET assignee_id = ${alarm.seenBy} WHERE id = ${alarm.id}`.execute(db)
  await sql`
    INSERT INTO alarm_event (alarm_id, at, kind, actor_id, note)
    SELECT ${alarm.id}::uuid, ${alarm.seenAt}::timestamptz + interval '1 minute', 'assigned', id, trim(first_name || ' ' || last_name)
    FROM user_account WHERE id = ${alarm.seenBy}
  `.execute(db)
}

/** Its rule sends nothing about its machine for some days. */
async function shelve(db: Transaction, alarm: SampleAlarm | undefined): Promise<void> {
  if (alarm === undefined) return
  await sql`
    INSERT INTO alarm_shelf (rule_id, machine_key, until, reason, shelved_by)
    SELECT rule_id, machine_key, now() - interval '1 day' + make_interval(mins => ${SHELVED_MIN}), ${shelvedFor}::text, ${alarm.seenBy}::uuid
    FROM alarm WHERE id = ${alarm.id}
  `.execute(db)
  await sql`
    INSERT INTO alarm_event (alarm_id, at, kind, actor_id, note)
    VALUES (${alarm.id}, now() - interval '1 day', 'shelved', ${alarm.seenBy}, ${`${SHELVED_MIN} min: ${shelvedFor}`})
  `.execute(db)
}

/** The faults that are over, with the people who could have acknowledged each. */
async function readFaults(db: Transaction): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    SELECT machine_key AS "machineKey", from_at AS "from", to_at AS "to", ${peopleOfMachine} AS people
    FROM state_interval JOIN machine ON machine.key = machine_key
    WHERE machine_id = ANY(${sampleMachineIDs}) AND state = 'Faulted' AND to_at - from_at > make_interval(secs => ${DELAY_S})
      AND to_at < now() - interval '10 minutes'
    ORDER BY from_at, machine_key
  `.execute(db)
  return rows
}

/** Nearly all of the older ones were acknowledged, of those of the last day not half. */
function alarmsOf(faults: readonly Fault[]): SampleAlarm[] {
  const dice = new Dice(18_2)
  const newest = faults.at(-1)?.to.getTime() ?? 0
  return faults.map(({ machineKey, from, to, people }) => {
    const raised = from.getTime() + DELAY_S * 1_000
    const isSeen = people.length > 0 && dice.below(100) < (newest - raised < DAY_MS ? 45 : 94)
    const seen = raised + (1 + dice.below(14)) * MINUTE_MS
    // Somebody of the customer is nearer than staff.
    const seenBy = people[dice.below(5) === 0 ? people.length - 1 : 0] ?? null
    const note = dice.of(notes)
    return {
      id: randomUUID(),
      machineKey,
      rule: faulted.name,
      message: faulted.message,
      value: 'Faulted',
      from: from.toISOString(),
      raisedAt: new Date(raised).toISOString(),
      to: to.toISOString(),
      seenAt: isSeen && seen < newest ? new Date(seen).toISOString() : null,
      seenBy: isSeen && seen < newest ? seenBy : null,
      note: isSeen && seen < newest ? note : null,
    }
  })
}
