import { z } from 'zod'
import { field } from '../../engine/field.ts'
import { defineResource } from '../../engine/resource.ts'

/** What happens to records; every other action, such as an attachment or a transition, is an update. */
export const changeVerbs = ['create', 'update', 'delete'] as const
export type ChangeVerb = (typeof changeVerbs)[number]

export const webhookStatuses = ['active', 'failing', 'disabled', 'switchedOff'] as const

const verb = z.enum(changeVerbs, `must be one of ${changeVerbs.join(', ')}`)
const resourceName = z
  .string()
  .max(60)
  .regex(/^[a-z][A-Za-z]*$/, 'must be the name of a resource such as machine')

/** Addresses that receive changes of records. */
export const webhooks = defineResource({
  name: 'webhook',
  table: 'webhook',
  area: 'Webhooks',
  noun: ['webhook', 'webhooks'],
  fields: {
    name: field.text({ label: 'Name', required: true, max: 100, search: true, sort: true }),
    url: field.url({
      label: 'Address',
      required: true,
      help: 'Receives a signed POST for each change. It may hold a password or a token, and is not shown again',
      secret: true,
      called: 'public',
    }),
    host: field.text({ label: 'Host', help: 'Of the address', readOnly: true, derived: true }),
    enabled: field.boolean({ label: 'Enabled', fallback: true, filter: true }),
    resources: field.list({ label: 'Resources', help: 'Such as machine or customer. Empty: all', entry: resourceName }),
    verbs: field.list({ label: 'Changes', help: 'create, update, delete. Empty: all', max: 3, entry: verb }),
    customerId: field.reference('customer', {
      label: 'Only for customer',
      help: 'Changes of records of this customer. Empty: of all records',
      filter: true,
    }),
    confidential: field.boolean({
      label: 'With costs',
      help: 'Confidential fields too, as long as the owner may see them',
      fallback: false,
    }),
    secret: field.text({
      label: 'Secret',
      help: 'Shown only once, in the response that creates or rotates it',
      readOnly: true,
      derived: true,
      shownOnce: true,
    }),
    ownerId: field.reference('user', {
      label: 'Owner',
      help: 'Who saved it last. Only changes that this person may see are sent',
      required: true,
      readOnly: true,
    }),
    status: field.choice(webhookStatuses, { label: 'Status', required: true, readOnly: true, derived: true }),
    waiting: field.integer({ label: 'Waiting', required: true, min: 0, max: 1_000_000, readOnly: true, derived: true }),
    failingSince: field.time({ label: 'Failing since', readOnly: true, derived: true }),
    lastDeliveredAt: field.time({ label: 'Last delivered', readOnly: true, derived: true }),
  },
  mounts: [{ path: '/v1/webhooks' }],
  label: 'name',
  defaultSort: 'name',
  traits: { stepUp: ['create', 'update'] },
})
