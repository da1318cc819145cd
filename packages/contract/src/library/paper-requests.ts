import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'

export const paperRequestStates = ['open', 'sent', 'declined'] as const

/**
 * Requests for instructions on paper, made on the public page of a machine. The person is removed after a time; what was asked for,
 * and what became of it, stays.
 */
export const paperRequests = defineResource({
  name: 'paperRequest',
  table: 'paper_request',
  area: 'Library',
  noun: ['paper request', 'paper requests'],
  fields: {
    number: field.integer({
      label: 'Number',
      required: true,
      readOnly: true,
      min: 1,
      max: 2_147_483_647,
      sort: true,
    }),
    machineId: field.reference('machine', { label: 'Installed machine', required: true, frozen: true, filter: true }),
    documentId: field.reference('machineDocument', { label: 'Document', frozen: true, filter: true }),
    customer: field.text({
      label: 'Customer',
      help: 'The customer of the machine, who need not be the person that asks',
      readOnly: true,
      derived: true,
    }),
    state: field.choice(paperRequestStates, {
      label: 'State',
      required: true,
      fallback: 'open',
      filter: true,
      sort: true,
    }),
    name: field.text({ label: 'Name', personal: true }),
    postalAddress: field.multiline({ label: 'Postal address', max: 500, personal: true }),
    email: field.email({ label: 'Email', personal: true }),
    language: field.language({ label: 'Language', help: 'Of the page on which it was asked' }),
    notes: field.multiline({
      label: 'Notes',
      help: 'Such as when it was sent, or why not. Not about the person',
      max: 2_000,
    }),
  },
  mounts: [{ path: '/v1/paper-requests' }],
  label: 'number',
  defaultSort: '-number',
})
