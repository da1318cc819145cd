import type { Rule } from '../engine/resource.ts'

/** The rule that somebody is left who may work with users and roles. @param field where its refusal is shown */
export function lastAdministrator(field: string): Record<string, Rule> {
  return {
    last_administrator: {
      code: 'rule',
      fields: [field],
      message: 'at least one person must still be able to manage users and roles',
    },
  }
}
