import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'

/** At the maker's factory (FAT), and at the customer's site (SAT). */
export const acceptanceTestKinds = ['factory', 'site'] as const
export type AcceptanceTestKind = (typeof acceptanceTestKinds)[number]

/** So many promises are measured in one test. */
export const MAX_ACCEPTANCE_RESULTS = 50

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

/** An acceptance test of a machine: when, how long and with what it was tested, and what was measured. */
export const acceptanceTests = defineResource({
  name: 'acceptanceTest',
  table: 'acceptance_test',
  area: 'Promises',
  noun: ['acceptance test', 'acceptance tests'],
  fields: {
    machineId: field.reference('machine', { label: 'Machine', required: true, frozen: true, filter: true }),
    kind: field.choice(acceptanceTestKinds, { label: 'Test', required: true, fallback: 'factory', filter: true }),
    testedOn: field.date({ label: 'Tested on', required: true, sort: true }),
    hours: field.number({ label: 'Length', unit: 'hours', min: 0, max: 10_000 }),
    product: field.text({ label: 'Tested with', required: true, example: 'Salmon, 200 g', search: true }),
    witness: field.text({ label: 'Witness', help: 'Who was there for the customer', search: true }),
    accepted: field.boolean({ label: 'Accepted', fallback: false, filter: true }),
    openPoints: field.integer({ label: 'Open points', required: true, min: 0, max: 10_000, fallback: 0 }),
    notes: field.multiline({ label: 'Notes' }),
  },
  mounts: [{ path: '/v1/acceptance-tests' }],
  label: 'product',
  defaultSort: '-testedOn',
  traits: {
    softDelete: true,
    files: true,
    children: { results: { resource: acceptanceResults, by: 'acceptanceTestId', max: MAX_ACCEPTANCE_RESULTS } },
  },
})
