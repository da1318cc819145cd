import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { acceptanceCriterionSchema } from '../estimator/projects/acceptance-criteria.ts'
import { machineIDSchema } from '../monitoring/record.ts'
import { ACCEPTANCE_TESTS_SHOWN, shownTestSchema } from '../promises/acceptance-entries.ts'

export const orderTestsSchema = z.object({
  id: z.uuid(),
  number: z.string().describe('Of the order'),
  description: z.string(),
  machineID: machineIDSchema.nullable().describe('Null until it is claimed'),
  isDeleted: z.boolean().describe('Whether the order was cancelled: its tests are still read, and no others are made'),
  figures: z
    .array(acceptanceCriterionSchema)
    .describe(
      'What the accepted quote promises: the speed and its acceptance criteria. The claim makes promises of it',
    ),
  tests: z.array(shownTestSchema).describe(`The ${ACCEPTANCE_TESTS_SHOWN} that were recorded last, the newest first`),
})
export type OrderTests = z.infer<typeof orderTestsSchema>

export const orderedMachineTests = defineCall({
  area: 'Ordered machines',
  method: 'GET',
  path: '/v1/ordered-machines/{id}/acceptance-tests',
  summary: 'Acceptance tests of an ordered machine, and what its quote promises',
  description:
    'For the test at the factory, before the machine is claimed: it is recorded as an acceptance test of the ordered machine. The claim makes it one of the machine, with its values beside the promises.',
  access: 'orderedMachine.read',
  params: z.object({ id: z.uuid() }),
  result: orderTestsSchema,
  problems: ['not_found'],
})
