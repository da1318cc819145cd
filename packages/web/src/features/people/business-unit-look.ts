import type { ResourceLook } from '../../resource/look.ts'

export const businessUnitLook: ResourceLook = {
  columns: ['parentId', 'currency', 'timezone', 'updatedAt'],
  sections: [{ fields: ['code', 'name', 'parentId', 'currency', 'timezone'] }],
  codes: { currency: 'currency' },
  suggestions: { timezone: () => Intl.supportedValuesOf('timeZone') },
}
