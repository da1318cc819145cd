import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'
import { MAX_MACHINES_OF_LINE } from '../estimator/projects/project-items.ts'
import { orderStepNames } from './order-steps.ts'

const planned = (name: string) => field.date({ label: `${name} planned for` })
const done = (name: string) => field.date({ label: `${name} done on` })

/** Machines that customers have ordered: one of each machine of an accepted quote, with the plan until it runs and the machine that it became. */
export const orderedMachines = defineResource({
  name: 'orderedMachine',
  table: 'ordered_machine',
  area: 'Ordered machines',
  noun: ['ordered machine', 'ordered machines'],
  fields: {
    number: field.text({
      label: 'Order',
      help: 'The quote, and which of its machines it is',
      required: true,
      frozen: true,
      max: 80,
      example: 'Q-2026-00207/1',
      search: true,
      sort: true,
    }),
    description: field.text({ label: 'Description', required: true, search: true, sort: true }),
    customerId: field.reference('customer', { label: 'Customer', required: true, frozen: true, filter: true }),
    locationId: field.reference('location', { label: 'Site', filter: true }),
    model: field.text({ label: 'Model', required: true, max: 64, search: true, filter: true, sort: true }),
    options: field.list({ label: 'Options', readOnly: true }),
    plannedMachineID: field.text({
      label: 'Planned machine ID',
      help: 'Set it in the machine: users of the customer can claim the machine under this ID alone',
      max: 64,
      pattern: [
        /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
        'must start with a letter or digit, followed by letters, digits, dots, dashes or underscores',
      ],
      example: 'VFFS-320-7',
      search: true,
    }),
    serial: field.text({ label: 'Serial number', max: 64, search: true, sort: true }),
    responsibleId: field.reference('user', {
      label: 'Responsible',
      help: 'Is reminded of late steps. Without one, the owner of the quote is',
      filter: true,
    }),
    factoryTestPlanned: planned('FAT'),
    factoryTestDone: done('FAT'),
    deliveryPlanned: planned('Delivery'),
    deliveryDone: done('Delivery'),
    installationPlanned: planned('Installation'),
    installationDone: done('Installation'),
    siteTestPlanned: planned('SAT'),
    siteTestDone: done('SAT'),
    trainingPlanned: planned('Training'),
    trainingDone: done('Training'),
    nextStep: field.choice(orderStepNames, { label: 'Next step', readOnly: true, derived: true, filter: true }),
    nextOn: field.date({ label: 'Next step planned for', readOnly: true, derived: true }),
    isLate: field.boolean({
      label: 'Late',
      help: 'A step that is not done was planned for an earlier day, by the clock of the site',
      fallback: false,
      readOnly: true,
      derived: true,
      filter: true,
    }),
    projectId: field.reference('project', { label: 'Quote', readOnly: true, filter: true }),
    projectItemId: field.reference('projectItem', { label: 'Line of the quote', readOnly: true }),
    version: field.integer({ label: 'Version of the quote', readOnly: true, min: 1, max: 1_000_000 }),
    place: field.integer({ label: 'Machine of the line', readOnly: true, min: 1, max: 1_000 }),
    machineId: field.reference('machine', { label: 'Machine', readOnly: true, filter: true }),
    claimedAt: field.time({ label: 'Claimed', readOnly: true, sort: true }),
    labelMadeAt: field.time({
      label: 'Label made',
      help: 'The one it can be claimed with',
      readOnly: true,
      derived: true,
    }),
  },
  mounts: [{ path: '/v1/ordered-machines' }],
  label: 'number',
  sublabel: 'description',
  defaultSort: '-createdAt',
  rules: {
    ordered_machine_number_taken: {
      code: 'duplicate',
      fields: ['number'],
      message: 'is the number of another ordered machine',
    },
    ordered_machine_planned_id_taken: {
      code: 'duplicate',
      fields: ['plannedMachineID'],
      message: 'is planned for another ordered machine',
    },
    ordered_machine_location_of_customer: {
      code: 'rule',
      fields: ['locationId'],
      message: 'must be a location of the customer',
    },
    ordered_machine_responsible: {
      code: 'rule',
      fields: ['responsibleId'],
      message: 'must be somebody of the staff',
    },
  },
  traits: { softDelete: true, csv: true },
})

const area = 'Ordered machines'

export const enterOrderedMachines = defineCall({
  area,
  method: 'POST',
  path: '/v1/ordered-machines/of-accepted-quotes',
  summary: 'Enter the machines of quotes that were accepted before',
  description:
    'Machines of quotes are entered when those are accepted. This enters what is missing of quotes that were accepted by an earlier release; a second time it enters nothing.',
  access: 'orderedMachine.create',
  result: z.object({
    entered: z.int().describe('Ordered machines'),
    notEntered: z
      .int()
      .describe(
        `Machines that are missing still, of lines for more than ${MAX_MACHINES_OF_LINE}, which only quotes of earlier releases have`,
      ),
  }),
})

export const makeClaimLabel = defineCall({
  area,
  method: 'POST',
  path: '/v1/ordered-machines/{id}/label',
  summary: 'Make the label by which an ordered machine is claimed',
  description:
    'Its address is shown once; only the hash of its secret is stored. A label that was made before ends with this one.',
  access: 'orderedMachine.update',
  params: z.object({ id: z.uuid() }),
  result: z.object({ address: z.string().describe('Of the QR code, with the secret') }),
  status: 201,
  problems: ['not_found', 'not_usable'],
})

export const releaseOrderedMachine = defineCall({
  area,
  method: 'POST',
  path: '/v1/ordered-machines/{id}/release',
  summary: 'Undo the claim of an ordered machine',
  description:
    'For a claim of the wrong machine: the machine has no customer again, and the ordered machine can be claimed with a new label.',
  access: 'orderedMachine.update',
  params: z.object({ id: z.uuid() }),
  problems: ['not_found', 'not_usable'],
})
