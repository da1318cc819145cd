import type { Rule } from '../engine/resource.ts'

/** The rules that people have only roles that are for them: on pairs of a user and a role. */
export const roleAudienceOfUser: Record<string, Rule> = {
  role_for_staff: {
    code: 'rule',
    fields: [],
    message: 'One of these roles is only for staff, and this user is of a customer.',
  },
  role_for_customers: {
    code: 'rule',
    fields: [],
    message: 'One of these roles is only for people of customers, and this user is staff.',
  },
}

/** Likewise on pairs of a group with a role or a user: its members have its roles. */
export const roleAudienceOfGroup: Record<string, Rule> = {
  group_role_for_staff: {
    code: 'rule',
    fields: [],
    message:
      'Members have the roles of their group: one of its roles is only for staff, and one of its members is of a customer.',
  },
  group_role_for_customers: {
    code: 'rule',
    fields: [],
    message:
      'Members have the roles of their group: one of its roles is only for people of customers, and one of its members is staff.',
  },
}
