import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'

export const apiKeyStatuses = ['active', 'ending', 'expired', 'revoked'] as const

const [v4, v6] = [z.cidrv4(), z.cidrv6()]
/** Of the longest range of IPv6. */
const MAX_RANGE_LENGTH = 49

const addressRange = z
  .string()
  .max(MAX_RANGE_LENGTH)
  .refine((text) => v4.safeParse(text).success || v6.safeParse(text).success, {
    error: 'must be an address range such as 10.0.0.0/8 or 2001:db8::/32, or 192.0.2.7/32 for one address',
  })
  .meta({ examples: ['10.0.0.0/8'] })

/** Keys by which programs and machines use the product. */
export const apiKeys = defineResource({
  name: 'apiKey',
  table: 'api_key',
  area: 'API keys',
  noun: ['API key', 'API keys'],
  fields: {
    name: field.text({ label: 'Name', required: true, max: 100, search: true, sort: true }),
    key: field.text({
      label: 'Key',
      help: 'Shown only once, in the response that creates it',
      readOnly: true,
      derived: true,
      shownOnce: true,
    }),
    prefix: field.text({ label: 'Prefix and suffix', required: true, readOnly: true }),
    ownerId: field.reference('user', {
      label: 'Owner',
      help: 'The key never has more permissions than this person and stops working when the account ends',
      required: true,
      readOnly: true,
      filter: true,
    }),
    status: field.choice(apiKeyStatuses, { label: 'Status', required: true, readOnly: true, derived: true }),
    scopes: field.list({
      label: 'Scopes',
      help: 'What the key may do',
      max: 1_000,
      frozen: true,
    }),
    customerId: field.reference('customer', {
      label: 'Only for customer',
      help: 'Limits the key to this customer. Cannot be changed later',
      frozen: true,
      filter: true,
    }),
    machinesOnly: field.boolean({
      label: 'Bound to machines',
      help: 'Once bound to machines, the key can publish only for them; if all are removed, it can do nothing',
      fallback: false,
      readOnly: true,
    }),
    ipAllow: field.list({
      label: 'Allowed addresses',
      help: 'Ranges such as 10.0.0.0/8, or 192.0.2.7/32 for one address. Empty: any address',
      entry: addressRange,
    }),
    ratePerMinute: field.integer({
      label: 'Requests per minute',
      required: true,
      min: 1,
      max: 100_000,
      fallback: 600,
    }),
    expiresAt: field.time({
      label: 'Expires',
      help: 'Empty: never expires. A key that was replaced expires with its overlap',
      sort: true,
    }),
    lastUsedAt: field.time({ label: 'Last used', help: 'Accurate to the minute', readOnly: true, derived: true }),
    lastUsedFrom: field.text({ label: 'Last used from', readOnly: true, derived: true }),
    rotatedFromId: field.reference('apiKey', { label: 'Replaces', readOnly: true }),
    graceUntil: field.time({ label: 'Ends after rotation', readOnly: true }),
    revokedAt: field.time({ label: 'Revoked', readOnly: true }),
  },
  mounts: [{ path: '/v1/auth/api-keys' }],
  label: 'name',
  sublabel: 'prefix',
  defaultSort: 'name',
  rules: {
    api_key_of_partner: {
      code: 'rule',
      fields: [],
      message: 'A customer has given this key to a partner. It can be revoked; only the customer can give another one.',
    },
    api_key_ends_with_its_grace: {
      code: 'rule',
      fields: ['expiresAt'],
      message: 'must not be after the end of a key that was replaced',
    },
  },
  traits: {
    stepUp: ['create', 'update', 'remove', 'scopes', 'machines'],
    relations: {
      scopes: {
        to: 'apiKeyScope',
        table: 'api_key_scope_of',
        column: 'api_key_id',
        otherColumn: 'scope_id',
        noun: ['scope', 'scopes'],
      },
      machines: {
        to: 'machine',
        table: 'api_key_machine',
        column: 'api_key_id',
        otherColumn: 'machine_id',
        noun: ['machine', 'machines'],
      },
    },
  },
})

/** How long the old key works beside its successor. */
export const rotationOverlaps = ['0', '1h', '24h', '7d'] as const

const params = z.object({ id: z.uuid() })

export const rotateApiKey = defineCall({
  area: 'API keys',
  method: 'POST',
  path: '/v1/auth/api-keys/{id}/rotate',
  summary: 'Replace an API key by a new one',
  description:
    'The new key has the name, scopes, machines, limits and expiry of the old one and belongs to the person who rotates. The old one ' +
    'works for the overlap, but never beyond its own expiry. Device certificates of the old one belong to the new one at once.',
  access: 'apiKey.update',
  stepUp: true,
  params,
  body: z.strictObject({ overlap: z.enum(rotationOverlaps) }),
  result: apiKeys.row,
  status: 201,
  problems: ['not_found', 'not_usable'],
})

export const revokeApiKey = defineCall({
  area: 'API keys',
  method: 'POST',
  path: '/v1/auth/api-keys/{id}/revoke',
  summary: 'End an API key at once and for good',
  access: 'apiKey.update',
  params,
  result: apiKeys.row,
  problems: ['not_found'],
})
