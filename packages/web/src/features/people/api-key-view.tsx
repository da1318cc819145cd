import type { ResourceView } from '../../resource/view.ts'
import { InfoIcon, StoppedIcon, WarningIcon } from '../../ui/icons.tsx'
import { CheckIcon } from '../../ui/tool-icons.tsx'
import { ApiKeyTab } from './api-key-tab.tsx'

export const apiKeyView: ResourceView = {
  columns: ['status', 'scopes', 'ownerId', 'lastUsedAt', 'expiresAt'],
  sections: [
    { fields: ['name', 'customerId'] },
    { title: 'Limits', fields: ['ipAllow', 'ratePerMinute', 'expiresAt'] },
    { title: 'Use', fields: ['lastUsedAt', 'lastUsedFrom', 'ownerId', 'scopes', 'status'] },
  ],
  hidden: ['key', 'rotatedFromId'],
  empty: { customerId: 'Every customer', expiresAt: 'Never', lastUsedAt: 'Not yet' },
  badges: {
    active: { tone: 'ok', icon: CheckIcon },
    ending: { tone: 'warn', icon: WarningIcon },
    expired: { tone: 'unk', icon: InfoIcon },
    revoked: { tone: 'bad', icon: StoppedIcon },
  },
  extraTabs: [{ tab: 'key', label: 'Rotate or revoke', render: (row) => <ApiKeyTab row={row} /> }],
  removal: { act: 'Delete', done: 'deleted', ends: 'Whatever uses the key stops working at once.' },
}
