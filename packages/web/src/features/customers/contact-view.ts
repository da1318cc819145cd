import { t } from '@packhouse/messages'
import type { ResourceView } from '../../resource/view.ts'

export const contactView: ResourceView = {
  columns: ['jobTitle', 'role', 'email', 'phone'],
  sections: [{ fields: ['firstName', 'lastName', 'jobTitle', 'role', 'email', 'phone', 'consentAt'] }],
  summary: ['firstName', 'lastName', 'email', 'phone', 'role'],
  // Shown as the mark beside the name, and set by an action of its own.
  hidden: ['isPrimary'],
  nameOf: (row) => [row.firstName, row.lastName].filter(Boolean).join(' '),
  primary: { badge: t('customers.primary'), action: t('customers.makeThisThePrimaryContact') },
}
