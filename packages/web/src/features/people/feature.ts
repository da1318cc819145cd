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
          view: async () => (await import('./user-look.tsx')).userLook,
        },
        {
          path: 'groups',
          label: 'Groups',
          resource: 'group',
          view: async () => (await import('./group-look.tsx')).groupLook,
        },
        {
          path: 'roles',
          label: 'Roles',
          resource: 'role',
          view: async () => (await import('./role-look.tsx')).roleLook,
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
          view: async () => (await import('./business-unit-look.ts')).businessUnitLook,
        },
        {
          path: 'api-keys',
          label: 'API keys',
          resource: 'apiKey',
          view: async () => (await import('./api-key-look.tsx')).apiKeyLook,
        },
        {
          path: 'api-key-scopes',
          label: 'API key scopes',
          resource: 'apiKeyScope',
          view: async () => (await import('./api-key-scope-look.tsx')).apiKeyScopeLook,
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
          view: async () => (await import('./providers/identity-provider-look.tsx')).identityProviderLook,
        },
      ],
    },
  ],
  actions: [{ label: 'Change what roles may do', href: '/people/permissions', permission: 'role.update' }],
  related: { customer: async () => [(await import('./user-look.tsx')).usersOfCustomer] },
}
