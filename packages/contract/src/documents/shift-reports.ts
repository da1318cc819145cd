import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { machineIDSchema } from '../monitoring/record.ts'
import { oneMachine } from '../service/machine-span.ts'

/** So many people are mailed the report of a shift. */
export const MOST_SHIFT_READERS = 50
/** So many machines of a site are in one mail. */
export const MOST_SHIFT_MACHINES = 30
/** A report is sent so long after the end of its shift, */
export const SHIFT_GRACE_MINUTES = 10
/** and so long where something of a machine is missing, since late records may come. */
export const SHIFT_WAIT_MINUTES = 60

const area = 'Documents'
const path = '/v1/ignition/machines/{id}/shift-reports'

export const shiftReportsSchema = z.object({
  machineID: machineIDSchema,
  location: z.string().nullable(),
  shifts: z.array(
    z.object({
      shiftId: z.uuid(),
      name: z.string(),
      startsAt: z.string().describe('By the clock of the site'),
      endsAt: z.string(),
      isSubscribed: z.boolean().describe('Whether the caller is mailed a report after each of them'),
    }),
  ),
})
export type ShiftReports = z.infer<typeof shiftReportsSchema>

export const machineShiftReports = defineCall({
  area,
  method: 'GET',
  path,
  summary: 'The shifts of the site of a machine, and which of them the caller gets reports of by mail',
  access: 'customer.access',
  params: oneMachine,
  result: shiftReportsSchema,
})

export const subscribeToShifts = defineCall({
  area,
  method: 'PUT',
  path,
  summary: 'Choose of which shifts of the site of a machine you get a report by mail',
  description:
    `The report has all machines of the site, ${MOST_SHIFT_MACHINES} at most. It is sent ${SHIFT_GRACE_MINUTES} minutes after the end of a shift; where something is missing, ` +
    `late records are waited for, until ${SHIFT_WAIT_MINUTES} minutes after it. At most ${MOST_SHIFT_READERS} people get the report of a shift.`,
  access: 'customer.access',
  params: oneMachine,
  body: z.strictObject({ shiftIds: z.array(z.uuid()).max(100) }),
  result: shiftReportsSchema,
  problems: ['not_usable'],
})
