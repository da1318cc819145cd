import type { ResourceLook } from '../../resource/look.ts'
import { GivenPermissions, permissionCount } from './given-permissions.tsx'

export const groupLook: ResourceLook = {
  columns: ['description', 'ssoClaim', 'permissionCount', 'updatedAt'],
  sections: [{ fields: ['name', 'description'] }, { title: 'Single sign-on', fields: ['ssoClaim'] }],
  hidden: ['permissions'],
  extraColumns: [{ name: 'permissionCount', label: 'Own permissions', render: permissionCount }],
  extraTabs: [
    {
      tab: 'permissions',
      label: 'Own permissions',
      render: (row) => <GivenPermissions row={row} emptyTitle="This group has no permissions but those of its roles" />,
    },
  ],
}
