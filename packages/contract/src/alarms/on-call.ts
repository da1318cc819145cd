import { z } from 'zod'
import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'
import { momentSchema } from '../engine/text-schemas.ts'
import { areDistinct, SAME_ENTRY } from './distinct-entries.ts'

const MOST_PEOPLE = 50
const MOST_OVERRIDES = 100
const DAY_MS = 86_400_000

const peopleSchema = z
  .array(z.strictObject({ userId: z.uuid() }))
  .max(MOST_PEOPLE, `must not have more than ${MOST_PEOPLE} entries`)
  .refine(areDistinct, SAME_ENTRY)

const overrideSchema = z
  .strictObject({ from: momentSchema, to: momentSchema, userId: z.uuid() })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), { path: ['to'], error: 'must be after its start' })

/** People who are on call in turn. */
export const onCallSchedules = defineResource({
  name: 'onCallSchedule',
  table: 'on_call_schedule',
  area: 'Alarms',
  noun: ['on-call schedule', 'on-call schedules'],
  fields: {
    name: field.text({ label: 'Name', required: true, max: 100, search: true, sort: true, example: 'Service north' }),
    timeZone: field.timeZone({ label: 'Time zone', required: true }),
    startsOn: field.date({ label: 'First turn begins', help: 'With the first person', required: true }),
    handoverTime: field.text({
      label: 'Handover time',
      help: 'By the clock of the time zone',
      required: true,
      max: 5,
      example: '08:00',
      pattern: [/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 08:00'],
    }),
    turnDays: field.integer({
      label: 'Length of a turn',
      help: '7: it hands over on the weekday of the first turn',
      unit: 'days',
      required: true,
      min: 1,
      max: 28,
      fallback: 7,
    }),
    people: field.objects(peopleSchema, { label: 'People in turn', help: 'In their order' }),
    overrides: field.objects(
      z
        .array(overrideSchema)
        .max(MOST_OVERRIDES, `must not have more than ${MOST_OVERRIDES} entries`)
        .refine(areDistinct, SAME_ENTRY),
      { label: 'Overrides', help: 'Such as holidays: who is on call instead. The later entry counts' },
    ),
  },
  mounts: [{ path: '/v1/on-call-schedules' }],
  label: 'name',
  defaultSort: 'name',
  rules: {
    on_call_schedule_name_taken: { code: 'duplicate', fields: ['name'], message: 'is used by another schedule' },
  },
  traits: { softDelete: true },
})

/** What decides who is on call. */
export interface Rota {
  timeZone: string
  startsOn: string
  handoverTime: string
  turnDays: number
  people: readonly { userId: string }[]
  overrides: readonly { from: string; to: string; userId: string }[]
}

/**
 * Who is on call at a moment; undefined if nobody is. Turns follow the clock of the zone: a handover at 08:00 stays at 08:00 when the clocks change.
 * @param at Unix ms
 */
export function onCallAt(
  { timeZone, startsOn, handoverTime, turnDays, people, overrides }: Rota,
  at: number,
): string | undefined {
  const override = overrides.findLast(({ from, to }) => Date.parse(from) <= at && at < Date.parse(to))
  if (override !== undefined) return override.userId
  const [date = '', time = ''] = new Date(at)
    .toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .split(' ')
  const day = Math.round((Date.parse(date) - Date.parse(startsOn)) / DAY_MS) - (time < handoverTime ? 1 : 0)
  if (day < 0 || people.length === 0) return undefined
  return people[Math.floor(day / turnDays) % people.length]?.userId
}
