import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'
import { lastAdministrator } from './last-administrator.ts'

/** Which people can be given a role: all, only staff, or only people of customers. */
export const roleAudiences = ['everyone', 'staff', 'customers'] as const

export type RoleAudience = (typeof roleAudiences)[number]

/** Sets of permissions that are given to people and groups. */
export const roles = defineResource({
  name: 'role',
  table: 'role',
  area: 'Access',
  noun: ['role', 'roles'],
  fields: {
    name: field.text({ label: 'Name', required: true, max: 100, search: true, sort: true }),
    description: field.text({ label: 'Description', search: true }),
    audience: field.choice(roleAudiences, {
      label: 'Available to',
      help: 'Which people can be given the role. Those who have it already do not lose it',
      required: true,
      fallback: 'everyone',
      filter: true,
    }),
    requiresSecondFactor: field.boolean({
      label: 'Needs a second factor',
      help: 'Users with this role can do nothing until they set up an app or a passkey',
      fallback: false,
      filter: true,
    }),
    isSystem: field.boolean({
      label: 'Built in',
      help: 'It cannot be renamed or deleted, and is for staff',
      fallback: false,
      readOnly: true,
      filter: true,
    }),
    permissions: field.list({ label: 'Permissions', max: 1_000, readOnly: true }),
  },
  mounts: [{ path: '/v1/auth/roles' }],
  label: 'name',
  defaultSort: 'name',
  rules: {
    role_name_taken: { code: 'duplicate', fields: ['name'], message: 'is used by another role' },
    role_of_the_product: { code: 'rule', fields: ['name'], message: 'cannot be changed: this role is built in' },
    role_audience_of_the_product: {
      code: 'rule',
      fields: ['audience'],
      message: 'cannot be changed: this role is built in',
    },
    role_second_factor_own_first: {
      code: 'rule',
      fields: ['requiresSecondFactor'],
      message: 'would lock you out: you have this role. Set up your own second factor in your settings first',
    },
    ...lastAdministrator('permissions'),
  },
  traits: { dropdown: true, held: true, stepUp: ['update', 'remove', 'force'] },
})
