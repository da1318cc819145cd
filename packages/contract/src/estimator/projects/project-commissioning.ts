import { field } from '../../engine/field.ts'
import { defineResource } from '../../engine/resource.ts'
import { acceptanceCriteria } from './acceptance-criteria.ts'
import { cost, line, ofProject, place, price, whole } from './priced-fields.ts'

export const commissioningKinds = ['FAT', 'installation', 'SAT', 'training'] as const

/** Work at the factory and at the customer: its price is days × engineers × day rate, travel and accommodation. */
export const projectCommissioning = defineResource({
  name: 'projectCommissioning',
  table: 'project_commissioning',
  area: 'Estimator',
  noun: ['commissioning step', 'commissioning steps'],
  fields: {
    projectId: ofProject(),
    lineId: line(),
    kind: field.choice(commissioningKinds, { label: 'Kind', required: true }),
    description: field.text({ label: 'Description', required: true, max: 500 }),
    startsOn: field.date({ label: 'Starts on' }),
    days: field.decimal({ label: 'Days', decimalPlaces: 2, positive: true, required: true, fallback: '1' }),
    engineers: field.integer({ label: 'Engineers', required: true, min: 1, max: 100, fallback: 1 }),
    dayRate: price('Day rate'),
    dayCost: cost('Cost of a day'),
    travel: price('Travel'),
    accommodation: price('Accommodation'),
    acceptanceCriteria: field.multiline({
      label: 'Acceptance criteria',
      help: 'What has to be shown, such as 60 bags a minute over 4 hours',
      max: 4_000,
    }),
    criteria: acceptanceCriteria(),
    notes: field.multiline({ label: 'Notes', help: 'Not in the quote', max: 2_000 }),
    sort: place(),
  },
  mounts: [{ path: '/v1/estimator/project-commissioning' }],
  label: 'description',
  defaultSort: 'createdAt',
  rules: {
    ...whole('dayRate', 'project_commissioning_day_rate_whole'),
    ...whole('travel', 'project_commissioning_travel_whole'),
    ...whole('accommodation', 'project_commissioning_accommodation_whole'),
  },
  traits: { sortOrder: 'sort', files: true, editLock: 'projectId' },
})
