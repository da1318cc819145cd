import type { ResourceView } from '../../resource/view.ts'

export const businessUnitView: ResourceView = {
  columns: ['parentId', 'currency', 'timezone', 'updatedAt'],
  sections: [{ fields: ['code', 'name', 'parentId', 'currency', 'timezone'] }],
  suggestions: { timezone: () => Intl.supportedValuesOf('timeZone') },
}
