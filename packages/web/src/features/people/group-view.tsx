import { t } from '@packhouse/messages'
import type { ResourceView } from '../../resource/view.ts'
import { DirectPermissions } from './direct-permissions.tsx'
import { namesOf, permissionCount } from './given-permissions.tsx'

export const groupView: ResourceView = {
  columns: ['description', 'ssoClaim', 'permissionCount', 'updatedAt'],
  sections: [{ fields: ['name', 'description'] }, { title: t('people.singleSignOn'), fields: ['ssoClaim'] }],
  hidden: ['permissions'],
  extraColumns: [{ name: 'permissionCount', label: t('people.ownPermissions'), render: permissionCount }],
  extraTabs: [
    {
      tab: 'permissions',
      label: t('people.ownPermissions'),
      render: ({ id, permissions }) => <DirectPermissions holder={{ groupId: id }} names={namesOf(permissions)} />,
    },
  ],
}
