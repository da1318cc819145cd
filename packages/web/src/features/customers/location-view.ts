import type { ResourceView } from '../../resource/view.ts'

export const locationView: ResourceView = {
  columns: ['typeId', 'addressLine1', 'postcode', 'countryCode', 'timezone'],
  sections: [
    { fields: ['name', 'typeId', 'countryCode'] },
    { title: 'Address', fields: ['addressLine1', 'addressLine2', 'postcode', 'city', 'region'] },
    { title: 'On the map', fields: ['latitude', 'longitude', 'timezone'] },
    { title: 'On site', fields: ['accessNotes'] },
  ],
  hidden: ['isPrimary'],
  codes: { countryCode: 'country' },
  suggestions: { timezone: () => Intl.supportedValuesOf('timeZone') },
  primary: { badge: 'Primary', action: 'Make this the primary location' },
}
