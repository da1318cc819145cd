import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'
import { lastAdministrator } from './last-administrator.ts'
import { roleAudienceOfGroup } from './role-audience.ts'

/** People who are given roles and permissions together. */
export const groups = defineResource({
  name: 'group',
  table: 'access_group',
  area: 'Access',
  noun: ['group', 'groups'],
  fields: {
    name: field.text({ label: 'Name', required: true, max: 100, search: true, sort: true }),
    description: field.text({ label: 'Description', search: true }),
    ssoClaim: field.text({ label: 'Identity provider group', help: 'Its members belong to this group' }),
    permissions: field.list({ label: 'Permissions', max: 1_000, readOnly: true }),
  },
  mounts: [{ path: '/v1/auth/groups' }, { path: '/v1/groups' }],
  label: 'name',
  defaultSort: 'name',
  rules: {
    access_group_name_taken: { code: 'duplicate', fields: ['name'], message: 'is used by another group' },
    access_group_sso_claim_taken: { code: 'duplicate', fields: ['ssoClaim'], message: 'is used by another group' },
    ...lastAdministrator('permissions'),
  },
  traits: {
    dropdown: true,
    stepUp: ['update', 'remove', 'members', 'roles'],
    relations: {
      members: {
        to: 'user',
        table: 'group_member',
        column: 'group_id',
        otherColumn: 'user_id',
        noun: ['member', 'members'],
        rules: roleAudienceOfGroup,
      },
      roles: {
        to: 'role',
        table: 'group_role',
        column: 'group_id',
        otherColumn: 'role_id',
        noun: ['role', 'roles'],
        rules: roleAudienceOfGroup,
      },
    },
  },
})
