import { incoterms } from '../../customers/suppliers.ts'
import { field } from '../../engine/field.ts'
import { defineResource } from '../../engine/resource.ts'
import { cost, line, ofProject, place, price, whole } from './priced-fields.ts'

/** How the goods of a project come to the customer. */
export const projectDeliveries = defineResource({
  name: 'projectDelivery',
  table: 'project_delivery',
  area: 'Estimator',
  noun: ['delivery', 'deliveries'],
  fields: {
    projectId: ofProject(),
    lineId: line(),
    incoterm: field.choice(incoterms, {
      label: 'Incoterm',
      help: 'Incoterms 2020. DAT is gone: DPU has taken its place',
      required: true,
    }),
    namedPlace: field.text({ label: 'Named place', required: true }),
    fromPlace: field.text({ label: 'From' }),
    toPlace: field.text({ label: 'To' }),
    shipsOn: field.date({ label: 'Ships on' }),
    arrivesOn: field.date({ label: 'Arrives on' }),
    packages: field.integer({ label: 'Packages', min: 1, max: 100_000 }),
    weightKg: field.number({ label: 'Weight', unit: 'kg', min: 0, max: 10_000_000 }),
    price: price('Price'),
    cost: cost('Cost'),
    notes: field.multiline({ label: 'Notes', help: 'Not in the quote', max: 2_000 }),
    sort: place(),
  },
  mounts: [{ path: '/v1/estimator/project-deliveries' }],
  label: 'namedPlace',
  defaultSort: 'createdAt',
  rules: {
    ...whole('price', 'project_delivery_price_whole'),
    project_delivery_order: { code: 'rule', fields: ['arrivesOn'], message: 'must not be before the day it ships on' },
  },
  traits: { sortOrder: 'sort', files: true, editLock: 'projectId' },
})
