import { t } from '@packhouse/messages'
import type { ResourceView } from '../../../resource/view.ts'
import { CheckIcon } from '../../../ui/tool-icons.tsx'
import { ProviderTab } from './provider-tab.tsx'

export const identityProviderView: ResourceView = {
  columns: ['option', 'kind', 'enabled', 'newUsers', 'updatedAt'],
  sections: [
    { fields: ['kind', 'name', 'option'] },
    { title: 'OpenID Connect', fields: ['issuer', 'clientId', 'scopes'] },
    { title: 'SAML 2.0', fields: ['metadata'] },
    { title: t('people.people'), fields: ['newUsers', 'customerId', 'groupsClaim'] },
  ],
  // The protocol comes first; what is typed for one stays while another is looked at.
  shownWhen: {
    ...Object.fromEntries(['issuer', 'clientId', 'scopes'].map((name) => [name, { field: 'kind', is: ['oidc'] }])),
    metadata: { field: 'kind', is: ['saml'] },
    ...Object.fromEntries(
      ['newUsers', 'customerId', 'groupsClaim'].map((name) => [name, { field: 'kind', is: ['oidc', 'saml'] }]),
    ),
  },
  words: {
    okta: t('people.okta'),
    cmms: t('people.cmms'),
    'core-cmms': t('people.coreCmms'),
    oidc: 'OpenID Connect',
    saml: 'SAML 2.0',
    refuse: t('people.refuseThem'),
    create: t('people.createAnAccount'),
  },
  empty: { customerId: t('people.staff') },
  badges: { create: { tone: 'info', icon: CheckIcon } },
  extraTabs: [{ tab: 'connect', label: t('people.connect'), render: (row) => <ProviderTab key={row.id} row={row} /> }],
  removal: {
    ends: t('people.nobodyCanSignInWithIt'),
  },
}
