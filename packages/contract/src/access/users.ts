import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'
import { lastAdministrator } from './last-administrator.ts'
import { roleAudienceOfGroup, roleAudienceOfUser } from './role-audience.ts'

/** `expired` and `new` cannot sign in yet: their invitation has run out, or they were never invited. */
export const userStatuses = ['active', 'invited', 'expired', 'new', 'disabled'] as const

/** So many days before its end an invitation counts as ending soon. */
export const INVITATION_NOTICE_DAYS = 2

/** The people who sign in: staff, and those of customers. */
export const users = defineResource({
  name: 'user',
  table: 'user_account',
  area: 'Access',
  noun: ['user', 'users'],
  fields: {
    // Both names at their longest, with the blank between them.
    name: field.text({ label: 'Name', required: true, max: 201, readOnly: true, sort: true }),
    email: field.email({ label: 'Email', required: true, search: true, sort: true }),
    first_name: field.text({ label: 'First name', required: true, max: 100, search: true, sort: true }),
    last_name: field.text({ label: 'Last name', required: true, max: 100, search: true, sort: true }),
    photoUrl: field.text({ label: 'Photo', help: 'Path of the image', readOnly: true }),
    customerId: field.reference('customer', {
      label: 'Customer',
      help: 'Empty for staff. Can be set only once, before any permissions are granted',
      once: true,
      filter: true,
    }),
    businessUnitId: field.reference('businessUnit', { label: 'Business unit', filter: true }),
    language: field.text({
      label: 'Language',
      help: 'BCP 47, such as nb-NO',
      example: 'nb-NO',
      pattern: [/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a language such as en or nb-NO'],
      max: 35,
    }),
    timezone: field.timeZone({ label: 'Time zone' }),
    disabled: field.boolean({ label: 'Sign-in blocked', fallback: false, filter: true }),
    status: field.choice(userStatuses, { label: 'Status', required: true, readOnly: true, filter: true }),
    roles: field.list({ label: 'Roles', max: 1_000, readOnly: true }),
    secondFactor: field.boolean({
      label: 'Second factor',
      help: 'Requires an app or a passkey in addition to the password',
      fallback: false,
      readOnly: true,
      derived: true,
    }),
    invitationEndsAt: field.time({
      label: 'Invitation ends',
      help: 'Empty if nobody was invited, or the invitation was used',
      readOnly: true,
      derived: true,
    }),
    invitationEndsSoon: field.boolean({
      label: 'Invitation ends soon',
      help: `Invited, and the invitation ends within ${INVITATION_NOTICE_DAYS} days or has ended`,
      fallback: false,
      readOnly: true,
      derived: true,
      filter: true,
    }),
    lastSeenAt: field.time({ label: 'Last seen', readOnly: true, sort: true }),
  },
  mounts: [{ path: '/v1/users' }],
  label: 'name',
  sublabel: 'email',
  defaultSort: 'name',
  rules: {
    user_account_email_taken: {
      code: 'duplicate',
      fields: ['email'],
      message: 'is used by another user, perhaps a deleted one that can be restored',
    },
    user_account_email_same: {
      code: 'duplicate',
      fields: ['email'],
      message: 'is used by another user, perhaps a deleted one that can be restored',
    },
    user_account_customer_once: {
      code: 'rule',
      fields: ['customerId'],
      message: 'can be set once, as long as the user has no roles, groups or permissions',
    },
    ...lastAdministrator('disabled'),
  },
  traits: {
    options: true,
    softDelete: true,
    stepUp: ['update', 'remove', 'restore', 'force', 'roles', 'groups'],
    relations: {
      roles: {
        to: 'role',
        table: 'user_role',
        column: 'user_id',
        otherColumn: 'role_id',
        noun: ['role', 'roles'],
        rules: roleAudienceOfUser,
      },
      groups: {
        to: 'group',
        table: 'group_member',
        column: 'user_id',
        otherColumn: 'group_id',
        noun: ['group', 'groups'],
        rules: roleAudienceOfGroup,
      },
    },
  },
})
