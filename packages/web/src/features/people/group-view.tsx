import type { ResourceView } from '../../resource/view.ts'
import { DirectPermissions } from './direct-permissions.tsx'
import { namesOf, permissionCount } from './given-permissions.tsx'

export const groupView: ResourceView = {
  columns: ['description', 'ssoClaim', 'permissionCount', 'updatedAt'],
  sections: [{ fields: ['name', 'description'] }, { title: 'Single sign-on', fields: ['ssoClaim'] }],
  hidden: ['permissions'],
  extraColumns: [{ name: 'permissionCount', label: 'Own permissions', render: permissionCount }],
  extraTabs: [
    {
      tab: 'permissions',
      label: 'Own permissions',
      render: ({ id, permissions }) => <DirectPermissions holder={{ groupId: id }} names={namesOf(permissions)} />,
    },
  ],
}
