import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'

/** What a customer has agreed that the maker may do with data of its machines (Regulation (EU) 2023/2854, Article 4(13)). */
export const dataUseAgreements = defineResource({
  name: 'dataUseAgreement',
  table: 'data_use_agreement',
  area: 'Data Act',
  noun: ['data use agreement', 'data use agreements'],
  fields: {
    customerId: field.reference('customer', { label: 'Customer', required: true, frozen: true, filter: true }),
    version: field.text({ label: 'Version', required: true, max: 100, search: true, sort: true, example: '2026-1' }),
    agreedOn: field.date({ label: 'Agreed on', required: true, sort: true }),
    endedOn: field.date({ label: 'Ended on', help: 'Empty: it holds', sort: true }),
    purposes: field.multiline({
      label: 'Purposes',
      help: 'What the maker may use the data for. The customer reads it',
      required: true,
      max: 4_000,
    }),
    text: field.multiline({ label: 'Text', help: 'What was agreed, word for word', max: 20_000 }),
  },
  mounts: [{ path: '/v1/data-use-agreements' }],
  label: 'version',
  defaultSort: '-agreedOn',
  rules: {
    data_use_agreement_ends_after_start: {
      code: 'rule',
      fields: ['endedOn'],
      message: 'must not be before the day it was agreed on',
    },
  },
  traits: { softDelete: true },
})
