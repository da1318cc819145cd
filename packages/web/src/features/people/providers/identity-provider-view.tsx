import type { ResourceView } from '../../../resource/view.ts'
import { CheckIcon } from '../../../ui/tool-icons.tsx'
import { ProviderTab } from './provider-tab.tsx'

export const identityProviderView: ResourceView = {
  columns: ['option', 'kind', 'enabled', 'newUsers', 'updatedAt'],
  sections: [
    { fields: ['name', 'option', 'kind'] },
    { title: 'OpenID Connect', fields: ['issuer', 'clientId', 'scopes'] },
    { title: 'SAML 2.0', fields: ['metadata'] },
    { title: 'People', fields: ['newUsers', 'customerId', 'groupsClaim'] },
  ],
  words: {
    okta: 'Login with Okta',
    cmms: 'Login with CMMS',
    'core-cmms': 'Core CMMS',
    oidc: 'OpenID Connect',
    saml: 'SAML 2.0',
    refuse: 'Refuse them',
    create: 'Create an account',
  },
  empty: { customerId: 'Staff' },
  badges: { create: { tone: 'info', icon: CheckIcon } },
  extraTabs: [{ tab: 'connect', label: 'Connect', render: (row) => <ProviderTab key={row.id} row={row} /> }],
  removal: {
    act: 'Delete',
    done: 'deleted',
    ends: 'Nobody can sign in with it any more, and all accounts that are linked to it are unlinked.',
  },
}
