import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'

/** A time of day, by the clock of the site. */
const clock = [/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 06:00'] as [RegExp, string]

const day = (label: string, fallback: boolean) => field.boolean({ label, fallback })

/**
 * When production is planned at a site. Where a site has shifts, a stop outside of them is planned, and OEE does not count it. On days that are days of none of its
 * shifts all of the time is planned. A shift that ends no later than it begins ends on the next day.
 */
export const shifts = defineResource({
  name: 'shift',
  table: 'shift',
  area: 'Service',
  noun: ['shift', 'shifts'],
  fields: {
    locationId: field.reference('location', { label: 'Location', required: true, frozen: true, filter: true }),
    name: field.text({ label: 'Name', required: true, example: 'Early shift', search: true, sort: true }),
    startsAt: field.text({
      label: 'Starts',
      help: 'By the clock of the site',
      required: true,
      max: 5,
      pattern: clock,
      example: '06:00',
    }),
    endsAt: field.text({
      label: 'Ends',
      help: 'No later than the start: on the next day',
      required: true,
      max: 5,
      pattern: clock,
      example: '14:00',
    }),
    breakFrom: field.text({ label: 'Break from', max: 5, pattern: clock, example: '10:00' }),
    breakTo: field.text({ label: 'Break to', max: 5, pattern: clock, example: '10:30' }),
    secondBreakFrom: field.text({ label: 'Second break from', max: 5, pattern: clock, example: '12:30' }),
    secondBreakTo: field.text({ label: 'Second break to', max: 5, pattern: clock, example: '12:45' }),
    monday: day('Monday', true),
    tuesday: day('Tuesday', true),
    wednesday: day('Wednesday', true),
    thursday: day('Thursday', true),
    friday: day('Friday', true),
    saturday: day('Saturday', false),
    sunday: day('Sunday', false),
    firstDay: field.date({
      label: 'First day',
      help: 'Empty for no limit. Earlier days are planned by the shifts of that time',
      sort: true,
    }),
    lastDay: field.date({
      label: 'Last day',
      help: 'When times change, end this shift and add one for the days after: figures of the past stay as they are',
      sort: true,
    }),
  },
  mounts: [{ path: '/v1/shifts' }, { path: '/v1/locations/{parentId}/shifts', parent: 'locationId' }],
  label: 'name',
  defaultSort: 'name',
  rules: {
    shift_break_has_both_ends: {
      code: 'rule',
      fields: ['breakFrom', 'breakTo'],
      message: 'must both be there, or neither',
    },
    shift_break_within: {
      code: 'rule',
      fields: ['breakFrom', 'breakTo'],
      message: 'must lie within the shift, and begin before it ends',
    },
    shift_second_break_has_both_ends: {
      code: 'rule',
      fields: ['secondBreakFrom', 'secondBreakTo'],
      message: 'must both be there, or neither',
    },
    shift_second_break_within: {
      code: 'rule',
      fields: ['secondBreakFrom', 'secondBreakTo'],
      message: 'must lie within the shift, and begin before it ends',
    },
    shift_days_in_order: {
      code: 'rule',
      fields: ['lastDay'],
      message: 'must not be before the first day',
    },
  },
  traits: { softDelete: true },
})

/** Days on which no shift of a site begins: public holidays, and when the plant is shut. */
export const nonWorkingDays = defineResource({
  name: 'nonWorkingDay',
  table: 'non_working_day',
  area: 'Service',
  noun: ['non-working day', 'non-working days'],
  fields: {
    locationId: field.reference('location', { label: 'Location', required: true, frozen: true, filter: true }),
    day: field.date({ label: 'Day', required: true, sort: true }),
    name: field.text({ label: 'Name', required: true, example: 'Christmas', search: true, sort: true }),
  },
  mounts: [
    { path: '/v1/non-working-days' },
    { path: '/v1/locations/{parentId}/non-working-days', parent: 'locationId' },
  ],
  label: 'name',
  defaultSort: 'day',
  rules: {
    non_working_day_once: {
      code: 'duplicate',
      fields: ['day'],
      key: ['locationId', 'day'],
      message: 'is a non-working day of this location already',
    },
  },
})
