import { t } from '@packhouse/messages'
import type { ResourceView } from '../../resource/view.ts'
import { InfoIcon, StoppedIcon, WarningIcon } from '../../ui/icons.tsx'
import { CheckIcon } from '../../ui/tool-icons.tsx'
import { ExpiryControl } from './api-key/expiry-control.tsx'
import { ScopesControl } from './api-key/scopes-control.tsx'
import { ApiKeyTab } from './api-key-tab.tsx'
import { CertificateTab } from './certificate-tab.tsx'

export const apiKeyView: ResourceView = {
  columns: ['status', 'scopes', 'ownerId', 'lastUsedAt', 'expiresAt'],
  sections: [
    { fields: ['name', 'scopes', 'customerId'] },
    { title: t('people.limits'), fields: ['ipAllow', 'ratePerMinute', 'expiresAt'] },
    { title: t('people.use'), fields: ['lastUsedAt', 'lastUsedFrom', 'ownerId', 'status'] },
  ],
  hidden: ['key', 'rotatedFromId'],
  controls: { scopes: ScopesControl, expiresAt: ExpiryControl },
  fixed: ({ graceUntil }): Record<string, string> =>
    graceUntil === null ? {} : { expiresAt: t('people.endsWithItsOverlap') },
  empty: { customerId: t('general.everyCustomer'), expiresAt: t('people.never'), lastUsedAt: t('people.notYet') },
  words: { ending: t('people.replaced') },
  badges: {
    active: { tone: 'ok', icon: CheckIcon },
    ending: { tone: 'warn', icon: WarningIcon },
    expired: { tone: 'unk', icon: InfoIcon },
    revoked: { tone: 'bad', icon: StoppedIcon },
  },
  extraTabs: [
    { tab: 'certificate', label: t('people.certificate'), render: (row) => <CertificateTab row={row} /> },
    { tab: 'key', label: t('people.rotateOrRevoke'), render: (row) => <ApiKeyTab row={row} /> },
  ],
  removal: { ends: t('people.whateverUsesTheKeyStopsWorkingAt') },
}
