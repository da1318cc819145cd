import { z } from 'zod'
import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'
import { areDistinct, SAME_ENTRY } from './distinct-entries.ts'

const MOST_STEPS = 10
const MOST_TARGETS = 10
const DAY_MINUTES = 1_440

const targets = z.array(z.uuid()).max(MOST_TARGETS, `must not have more than ${MOST_TARGETS} entries`)

export const escalationStepSchema = z
  .strictObject({
    afterMinutes: z
      .int()
      .min(0)
      .max(DAY_MINUTES)
      .describe('Minutes after the step before; of the first after the alarm was raised'),
    userIds: targets.describe('People'),
    scheduleIds: targets.describe('On-call schedules: whoever is on call then'),
    push: z.boolean().describe('To their devices'),
    mail: z.boolean(),
  })
  .refine(({ userIds, scheduleIds }) => userIds.length + scheduleIds.length > 0, {
    path: ['userIds'],
    error: 'must name a person or a schedule',
  })
  .refine(({ push, mail }) => push || mail, { path: ['push'], error: 'must be on, or mail must be' })
export type EscalationStep = z.infer<typeof escalationStepSchema>

/** Who is notified of an alarm, one after the other, until somebody acknowledges it. */
export const escalationPolicies = defineResource({
  name: 'escalationPolicy',
  table: 'escalation_policy',
  area: 'Alarms',
  noun: ['escalation policy', 'escalation policies'],
  fields: {
    name: field.text({
      label: 'Name',
      required: true,
      max: 100,
      search: true,
      sort: true,
      example: 'Service, then management',
    }),
    repeats: field.integer({
      label: 'Repeat',
      help: 'How often all steps are gone through again. Then the last step repeats after longer and longer pauses, at last once a day, until somebody acknowledges',
      unit: 'times',
      required: true,
      min: 0,
      max: 9,
      fallback: 2,
    }),
    repeatAfterMinutes: field.integer({
      label: 'Repeat after',
      help: 'After the last step',
      unit: 'minutes',
      required: true,
      min: 1,
      max: DAY_MINUTES,
      fallback: 15,
    }),
    steps: field.objects(
      z
        .array(escalationStepSchema)
        .max(MOST_STEPS, `must not have more than ${MOST_STEPS} entries`)
        .refine(areDistinct, SAME_ENTRY),
      { label: 'Steps' },
    ),
  },
  mounts: [{ path: '/v1/escalation-policies' }],
  label: 'name',
  defaultSort: 'name',
  rules: {
    escalation_policy_name_taken: { code: 'duplicate', fields: ['name'], message: 'is used by another policy' },
  },
  traits: { softDelete: true },
})
