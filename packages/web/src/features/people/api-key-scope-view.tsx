import { t } from '@packhouse/messages'
import type { ResourceView } from '../../resource/view.ts'
import { AlertIcon, InfoIcon } from '../../ui/icons.tsx'
import { CheckIcon } from '../../ui/tool-icons.tsx'
import { DirectPermissions } from './direct-permissions.tsx'
import { namesOf, permissionCount } from './given-permissions.tsx'

export const apiKeyScopeView: ResourceView = {
  columns: ['risk', 'permissionCount', 'updatedAt'],
  sections: [{ fields: ['name', 'description', 'risk'] }],
  hidden: ['permissions'],
  badges: {
    low: { tone: 'ok', icon: CheckIcon },
    medium: { tone: 'info', icon: InfoIcon },
    high: { tone: 'warn', icon: AlertIcon },
  },
  extraColumns: [{ name: 'permissionCount', label: t('people.permissions'), render: permissionCount }],
  extraTabs: [
    {
      tab: 'permissions',
      label: t('people.permissions'),
      render: ({ id, permissions }) => (
        <DirectPermissions holder={{ scopeId: id }} names={namesOf(permissions)} title={t('people.permissions')} />
      ),
    },
  ],
}
