import { t } from '@packhouse/messages'
import type { ResourceView } from '../../resource/view.ts'
import { IdleIcon, StoppedIcon } from '../../ui/icons.tsx'

/** Time zones and languages as this browser knows them. */
const timeZones = () => Intl.supportedValuesOf('timeZone')

/** What the screens of customers and suppliers have in common. */
export const companyView = {
  summary: ['name', 'code', 'countryCode', 'currency', 'industryId'],
  suggestions: { timezone: timeZones },
  unitFrom: { creditLimit: 'currency', minOrder: 'currency' },
  words: { hold: t('customers.onHold') },
  badges: {
    hold: { tone: 'warn', icon: IdleIcon },
    inactive: { tone: 'unk', icon: StoppedIcon },
  },
} satisfies ResourceView

/** The sections that both forms begin with. */
export const companySections = {
  identity: { fields: ['name', 'code', 'status', 'countryCode', 'industryId', 'parentId', 'ownerId'] },
  terms: { title: t('customers.terms'), fields: ['currency', 'creditLimit', 'paymentTerms'] },
  registration: {
    title: t('customers.registration'),
    fields: ['legalName', 'taxId', 'language', 'timezone', 'website'],
  },
  notes: { title: t('customers.notes'), fields: ['notes'] },
}
