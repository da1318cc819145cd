import { type SampleMachine, sampleFleet } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { Dice } from '../estimator/dice.ts'
import { given } from '../given.ts'

const DAY_MS = 86_400_000
/** So many services of each plan are recorded. */
const DONE = 4
/** Families with jaws that seal. */
const withJaws = /^(VFFS|FLW|TRS)-/

const technicians = ['Sven Aas', 'Katja Lindner', 'Tom Whitaker', 'Paweł Mazur'] as const
const notes = [
  'Belts tensioned, bearings greased, guards tested.',
  'Infeed chain had run long by 4 mm; replaced.',
  'Vacuum cups replaced. Photo eye cleaned and set again.',
  'No findings.',
  'Gearbox oil is due at the next service.',
  'Operator shown how to change the knife.',
] as const
const repairs = [
  ['Sealing jaws replaced', 'Teflon worn through on the left side. Spare set left on site.'],
  ['Servo drive replaced', 'Fault F30 after a voltage dip; parameters loaded from the backup.'],
  ['Photo eye replaced', 'Cable broken in the drag chain.'],
  ['Film brake adjusted', 'Reels of another supplier pull harder.'],
  ['Guard switch replaced', 'Line stopped several times a shift before.'],
] as const

/** What is to be served and when, and what was done at the machines so far. */
export async function seedServices(db: Transaction): Promise<void> {
  const entered = await sql`SELECT FROM service_plan UNION ALL SELECT FROM service_record LIMIT 1`.execute(db)
  if (entered.rows.length > 0) return
  await sql`
    INSERT INTO service_plan (machine_id, name, trigger, interval, lead_days, active, checklist)
    SELECT machine.id, value ->> 'name', value ->> 'trigger', (value ->> 'interval')::int, 21, true, value ->> 'checklist'
    FROM ${given(sampleFleet.flatMap(plansOf))} JOIN machine ON machine.machine_id = value ->> 'machine_id' ORDER BY place
  `.execute(db)
  await sql`
    INSERT INTO service_record (machine_id, plan_id, done_at, what, done_by, notes)
    SELECT machine.id, plan.id, (value ->> 'doneAt')::timestamptz, value ->> 'what', value ->> 'doneBy', value ->> 'notes'
    FROM ${given(recordsOf(sampleFleet))} JOIN machine ON machine.machine_id = value ->> 'machine_id'
      LEFT JOIN service_plan plan ON plan.machine_id = machine.id AND plan.name = value ->> 'plan'
    ORDER BY place
  `.execute(db)
}

const PREVENTIVE = 'Preventive service'
const checklist = [
  'Guards and emergency stops tested',
  'Bearings greased',
  'Belts checked for wear',
  'Photo eyes cleaned',
].join('\n')
const ofJaws = [
  'Jaws cleaned and checked for wear',
  'Teflon replaced',
  'Knife checked',
  'Sealing temperature measured',
].join('\n')

/** Days between the two dates that the machine is known with. */
function intervalOf({ lastService, nextDue }: SampleMachine): number | undefined {
  if (lastService === null || nextDue === null) return undefined
  return Math.round((Date.parse(nextDue) - Date.parse(lastService)) / DAY_MS)
}

function plansOf(machine: SampleMachine) {
  const { machineID: machine_id } = machine
  const interval = intervalOf(machine)
  const preventive = { machine_id, name: PREVENTIVE, trigger: 'calendar', interval, checklist }
  const jaws = { machine_id, name: 'Sealing jaws', trigger: 'runningHours', interval: 6_000, checklist: ofJaws }
  return [...(interval === undefined ? [] : [preventive]), ...(withJaws.test(machine_id) ? [jaws] : [])]
}

function recordsOf(fleet: readonly SampleMachine[]) {
  const dice = new Dice(2017)
  return fleet.flatMap((machine) => {
    const { machineID: machine_id, lastService } = machine
    const interval = intervalOf(machine)
    if (lastService === null || interval === undefined) return []
    // Ten in the morning of UTC is the same day at every site of the sample.
    const last = Date.parse(`${lastService}T10:00:00Z`)
    const done = Array.from({ length: DONE }, (_, n) => {
      const late = n === 0 ? 0 : dice.below(9)
      const doneAt = new Date(last - (n * interval - late) * DAY_MS).toISOString()
      return {
        machine_id,
        plan: PREVENTIVE,
        doneAt,
        what: PREVENTIVE,
        doneBy: dice.of(technicians),
        notes: dice.of(notes),
      }
    })
    if (dice.below(2) === 0) return done
    const [what, found] = dice.of(repairs)
    const doneAt = new Date(last - (20 + dice.below(interval)) * DAY_MS).toISOString()
    return [...done, { machine_id, plan: null, doneAt, what, doneBy: dice.of(technicians), notes: found }]
  })
}
