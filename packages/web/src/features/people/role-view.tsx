import { t } from '@packhouse/messages'
import type { ResourceView } from '../../resource/view.ts'
import { GivenPermissions, permissionCount } from './given-permissions.tsx'

export const roleView: ResourceView = {
  columns: ['description', 'isSystem', 'permissionCount', 'updatedAt'],
  sections: [{ fields: ['name', 'description', 'requiresSecondFactor'] }],
  // How many they are stands in a column of its own, and which they are in a tab.
  hidden: ['permissions'],
  extraColumns: [{ name: 'permissionCount', label: t('people.permissions'), render: permissionCount }],
  extraTabs: [
    {
      tab: 'permissions',
      label: t('people.permissions'),
      render: (row) => <GivenPermissions row={row} />,
    },
  ],
}
