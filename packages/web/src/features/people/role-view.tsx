import { t } from '@packhouse/messages'
import type { ResourceView } from '../../resource/view.ts'
import { GivenPermissions, permissionCount } from './given-permissions.tsx'

export const roleView: ResourceView = {
  columns: ['description', 'audience', 'isSystem', 'permissionCount', 'updatedAt'],
  sections: [{ fields: ['name', 'description', 'audience', 'requiresSecondFactor'] }],
  // Their number has a column of its own, and their names a tab.
  hidden: ['permissions'],
  fixed: ({ isSystem }): Record<string, string> =>
    isSystem === true ? { audience: t('people.theBuiltInRoleIsForStaff') } : {},
  extraColumns: [{ name: 'permissionCount', label: t('people.permissions'), render: permissionCount }],
  extraTabs: [
    {
      tab: 'permissions',
      label: t('people.permissions'),
      render: (row) => <GivenPermissions row={row} />,
    },
  ],
}
