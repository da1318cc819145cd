import type { Feature } from '../../resource/feature.ts'

export const people: Feature = {
  sections: [
    {
      to: '/people',
      label: 'People',
      permission: 'user.read',
      screens: [
        {
          path: 'users',
          label: 'Users',
          resource: 'user',
          view: async () => (await import('./user-view.tsx')).userView,
        },
        {
          path: 'groups',
          label: 'Groups',
          resource: 'group',
          view: async () => (await import('./group-view.tsx')).groupView,
        },
        {
          path: 'roles',
          label: 'Roles',
          resource: 'role',
          view: async () => (await import('./role-view.tsx')).roleView,
        },
        {
          path: 'permissions',
          label: 'Permissions',
          permission: 'role.read',
          load: async () => (await import('./matrix/matrix-page.tsx')).MatrixPage,
        },
        {
          path: 'business-units',
          label: 'Business units',
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
          label: 'API key scopes',
          resource: 'apiKeyScope',
          view: async () => (await import('./api-key-scope-view.tsx')).apiKeyScopeView,
        },
        {
          path: 'mails',
          label: 'Mails',
          permission: 'mail.read',
          load: async () => (await import('./mails/mails-page.tsx')).MailsPage,
        },
        {
          path: 'sign-in',
          label: 'Sign-in',
          resource: 'identityProvider',
          view: async () => (await import('./providers/identity-provider-view.tsx')).identityProviderView,
        },
      ],
    },
  ],
  actions: [{ label: 'Change what roles may do', href: '/people/permissions', permission: 'role.update' }],
  related: { customer: async () => [(await import('./user-view.tsx')).usersOfCustomer] },
}
