import { type SampleMachine, type SampleService, sampleFleet } from '@packhouse/contract'
import { sql } from 'kysely'
import { clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database.ts'
import { Dice } from '../estimator/dice.ts'
import { given } from '../given.ts'
import { type MachineDays, readMachineDays } from './machine-days.ts'
import { WHOLE_STORY } from './sample-machines.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
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

/** What is to be served and when, and what was done at the machines since they were commissioned. */
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
    FROM ${given(recordsOf(await readMachineDays(db)))} JOIN machine ON machine.machine_id = value ->> 'machine_id'
      LEFT JOIN service_plan plan ON plan.machine_id = machine.id AND plan.name = value ->> 'plan'
    ORDER BY place
  `.execute(db)
}

export const PREVENTIVE = 'Preventive service'
export const JAWS = 'Sealing jaws'
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

function plansOf({ machineID: machine_id, service }: SampleMachine) {
  const preventive = { machine_id, name: PREVENTIVE, trigger: 'calendar', interval: service?.every, checklist }
  const jaws = { machine_id, name: JAWS, trigger: 'runningHours', interval: 6_000, checklist: ofJaws }
  return [...(service === null ? [] : [preventive]), ...(withJaws.test(machine_id) ? [jaws] : [])]
}

const NOT_SERVED: SampleService = { every: 0, lastDaysAgo: null }

/** Ten in the morning of UTC, which is the same day at every site of the sample, Unix ms. */
export function serviceHour(daysAgo: number): number {
  return Math.floor(clock.now() / DAY_MS - daysAgo) * DAY_MS + 10 * HOUR_MS
}

/** Back from the last one to the first after the commissioning. Those of the machine whose story is whole come with its visits. */
function recordsOf(machines: readonly MachineDays[]) {
  const dice = new Dice(2017)
  return machines.flatMap(({ machine: machine_id, commissioned }) => {
    const { every, lastDaysAgo } = sampleFleet.find(({ machineID }) => machineID === machine_id)?.service ?? NOT_SERVED
    if (lastDaysAgo === null || machine_id === WHOLE_STORY) return []
    const last = serviceHour(lastDaysAgo)
    const done = Array.from({ length: DONE }, (_, n) => {
      const late = n === 0 ? 0 : dice.below(9)
      return {
        ...{ machine_id, plan: PREVENTIVE, doneAt: last - (n * every - late) * DAY_MS, what: PREVENTIVE },
        ...{ doneBy: dice.of(technicians), notes: dice.of(notes) },
      }
    })
    const [what, found] = dice.of(repairs)
    const repair = {
      ...{ machine_id, plan: null, doneAt: last - (20 + dice.below(every)) * DAY_MS, what },
      ...{ doneBy: dice.of(technicians), notes: found },
    }
    // Nothing is worn within the first weeks, and the first service comes after most of the time from one to the next.
    const from = Date.parse(commissioned)
    const services = done.filter(({ doneAt }) => doneAt > from + 0.8 * every * DAY_MS)
    const repaired = dice.below(2) === 0 || repair.doneAt < from + 20 * DAY_MS ? [] : [repair]
    return [...services, ...repaired].map((one) => ({ ...one, doneAt: new Date(one.doneAt).toISOString() }))
  })
}
