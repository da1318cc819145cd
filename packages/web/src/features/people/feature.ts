import { t } from '@packhouse/messages'
import type { Feature } from '../../resource/feature.ts'

export const people: Feature = {
  sections: [
    {
      to: '/people',
      label: t('people.people'),
      permission: 'user.read',
      screens: [
        {
          path: 'users',
          label: t('people.users'),
          resource: 'user',
          view: async () => (await import('./user-view.tsx')).userView,
        },
        {
          path: 'groups',
          label: t('people.groups'),
          resource: 'group',
          view: async () => (await import('./group-view.tsx')).groupView,
        },
        {
          path: 'roles',
          label: t('people.roles'),
          resource: 'role',
          view: async () => (await import('./role-view.tsx')).roleView,
        },
        {
          path: 'permissions',
          label: t('people.permissions'),
          permission: 'role.read',
          load: async () => (await import('./matrix/matrix-page.tsx')).MatrixPage,
        },
        {
          path: 'business-units',
          label: t('people.businessUnits'),
          resource: 'businessUnit',
          view: async () => (await import('./business-unit-view.ts')).businessUnitView,
        },
        {
          path: 'api-keys',
          label: 'API keys',
          resource: 'apiKey',
          view: async () => (await import('./api-key-view.tsx')).apiKeyView,
        },
        {
          path: 'api-key-scopes',
          label: t('people.apiKeyScopes'),
          resource: 'apiKeyScope',
          view: async () => (await import('./api-key-scope-view.tsx')).apiKeyScopeView,
        },
        {
          path: 'mails',
          label: t('people.mails'),
          permission: 'mail.read',
          load: async () => (await import('./mails/mails-page.tsx')).MailsPage,
        },
        {
          path: 'sign-in',
          label: t('people.signIn'),
          resource: 'identityProvider',
          view: async () => (await import('./providers/identity-provider-view.tsx')).identityProviderView,
        },
      ],
    },
  ],
  actions: [{ label: t('people.changeWhatRolesMayDo'), href: '/people/permissions', permission: 'role.update' }],
  related: { customer: async () => [(await import('./user-view.tsx')).usersOfCustomer] },
}
