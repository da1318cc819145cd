import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'
import { MAX_ACCEPTANCE_RESULTS, measuredValues } from './measured-values.ts'

/** At the maker's factory (FAT), and at the customer's site (SAT). */
export const acceptanceTestKinds = ['factory', 'site'] as const
export type AcceptanceTestKind = (typeof acceptanceTestKinds)[number]

const resultOf = (resource: string, label: string) =>
  field.reference(resource, { label, required: true, frozen: true, filter: true })

/** What one promise came to in a test. It is part of its test, whose version rises with every change of it. */
export const acceptanceResults = defineResource({
  name: 'acceptanceResult',
  table: 'acceptance_result',
  area: 'Promises',
  noun: ['measured value', 'measured values'],
  fields: {
    acceptanceTestId: resultOf('acceptanceTest', 'Acceptance test'),
    promiseId: resultOf('promise', 'Promise'),
    value: field.number({ label: 'Measured', required: true, min: 0, max: 1_000_000_000 }),
    note: field.text({ label: 'Note', max: 500 }),
  },
  mounts: [
    { path: '/v1/acceptance-results' },
    { path: '/v1/acceptance-tests/{parentId}/results', parent: 'acceptanceTestId' },
  ],
  label: 'value',
  defaultSort: 'createdAt',
  rules: {
    acceptance_result_once: {
      code: 'duplicate',
      fields: ['promiseId'],
      key: ['acceptanceTestId', 'promiseId'],
      message: 'has a value in this test already: change that one',
    },
    acceptance_result_of_machine: {
      code: 'rule',
      fields: ['promiseId'],
      message: 'must be a promise of the machine that was tested',
    },
  },
})

/**
 * An acceptance test of a machine: when, how long and with what it was tested, and what was measured. At the factory it may be that of an ordered machine,
 * which the machine has from its claim on.
 */
export const acceptanceTests = defineResource({
  name: 'acceptanceTest',
  table: 'acceptance_test',
  area: 'Promises',
  noun: ['acceptance test', 'acceptance tests'],
  fields: {
    machineId: field.reference('machine', { label: 'Machine', frozen: true, filter: true }),
    orderedMachineId: field.reference('orderedMachine', {
      label: 'Ordered machine',
      help: 'In place of the machine, for a test at the factory before the machine is claimed',
      frozen: true,
      filter: true,
      outlived: true,
    }),
    kind: field.choice(acceptanceTestKinds, { label: 'Test', required: true, fallback: 'factory', filter: true }),
    testedOn: field.date({ label: 'Tested on', required: true, sort: true }),
    hours: field.number({ label: 'Length', unit: 'hours', min: 0, max: 10_000 }),
    product: field.text({ label: 'Tested with', required: true, example: 'Salmon, 200 g', search: true }),
    witness: field.text({ label: 'Witness', help: 'Who was there for the customer', search: true }),
    accepted: field.boolean({ label: 'Accepted', fallback: false, filter: true }),
    openPoints: field.integer({ label: 'Open points', required: true, min: 0, max: 10_000, fallback: 0 }),
    openPointList: field.multiline({ label: 'What is open', help: 'One line for each open point' }),
    notes: field.multiline({ label: 'Notes' }),
    measured: measuredValues(),
  },
  mounts: [{ path: '/v1/acceptance-tests' }],
  label: 'product',
  defaultSort: '-testedOn',
  rules: {
    acceptance_test_of_machine_or_order: {
      code: 'rule',
      fields: ['machineId', 'orderedMachineId'],
      message: 'either a machine or an ordered machine must be given, not both',
    },
    acceptance_test_of_order_at_factory: {
      code: 'rule',
      fields: ['kind'],
      message: 'must be the test at the factory: an ordered machine is tested on site after its claim',
    },
    acceptance_test_signed_stays: {
      code: 'rule',
      fields: [],
      message: 'A signed test stays. Record another one.',
    },
  },
  traits: {
    softDelete: true,
    files: true,
    children: { results: { resource: acceptanceResults, by: 'acceptanceTestId', max: MAX_ACCEPTANCE_RESULTS } },
  },
})
