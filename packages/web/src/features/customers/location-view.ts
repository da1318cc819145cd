import { t } from '@packhouse/messages'
import type { ResourceView } from '../../resource/view.ts'

export const locationView: ResourceView = {
  columns: ['typeId', 'addressLine1', 'postcode', 'countryCode', 'timezone'],
  sections: [
    { fields: ['name', 'typeId', 'countryCode'] },
    { title: t('customers.address'), fields: ['addressLine1', 'addressLine2', 'postcode', 'city', 'region'] },
    { title: t('customers.onTheMap'), fields: ['latitude', 'longitude', 'timezone'] },
    { title: t('customers.onSite'), fields: ['accessNotes'] },
  ],
  summary: ['name', 'typeId', 'countryCode', 'timezone', 'addressLine1', 'postcode', 'city'],
  hidden: ['isPrimary'],
  suggestions: { timezone: () => Intl.supportedValuesOf('timeZone') },
  primary: { badge: t('customers.primary'), action: t('customers.makeThisThePrimaryLocation') },
}
