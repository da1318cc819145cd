import type { AreaName } from '../../lib/section.ts'
import type { Feature, FeatureSection, Screen } from '../../resource/feature.ts'

/** Who may sign in, what they may do, and how they and other programs sign in. */
export const people: Feature = {
  sections: [
    page('People', '/people/users', 'Users', 'Staff and users of customers', {
      resource: 'user',
      view: async () => (await import('./user-view.tsx')).userView,
    }),
    page('People', '/people/groups', 'Groups', 'People who share roles', {
      resource: 'group',
      view: async () => (await import('./group-view.tsx')).groupView,
    }),
    page('People', '/people/roles', 'Roles', 'Permissions under one name', {
      resource: 'role',
      view: async () => (await import('./role-view.tsx')).roleView,
    }),
    page('People', '/people/permissions', 'Permissions', 'Who may do what', {
      permission: 'role.read',
      load: async () => (await import('./matrix/matrix-page.tsx')).MatrixPage,
    }),
    page('People', '/people/business-units', 'Business units', 'Parts of the company', {
      resource: 'businessUnit',
      view: async () => (await import('./business-unit-view.ts')).businessUnitView,
    }),
    page('System', '/system/api-keys', 'API keys', 'Access for other programs', {
      resource: 'apiKey',
      view: async () => (await import('./api-key-view.tsx')).apiKeyView,
    }),
    page('System', '/system/api-key-scopes', 'API key scopes', 'What keys may do', {
      resource: 'apiKeyScope',
      view: async () => (await import('./api-key-scope-view.tsx')).apiKeyScopeView,
    }),
    page('System', '/system/sign-in', 'Sign-in', 'Identity providers', {
      resource: 'identityProvider',
      view: async () => (await import('./providers/identity-provider-view.tsx')).identityProviderView,
    }),
    page('System', '/system/mails', 'Mails', 'Templates and what was sent', {
      permission: 'mail.read',
      load: async () => (await import('./mails/mails-page.tsx')).MailsPage,
    }),
  ],
  waiting: [
    {
      label: 'Open invitations',
      about: 'They end 7 days after they were sent',
      permission: 'user.read',
      list: '/people/users',
      filter: { status: 'invited' },
      resource: 'user',
    },
  ],
  moved: {
    '/people/api-keys': '/system/api-keys',
    '/people/api-key-scopes': '/system/api-key-scopes',
    '/people/sign-in': '/system/sign-in',
    '/people/mails': '/system/mails',
  },
  actions: [{ label: 'Change what roles may do', href: '/people/permissions', permission: 'role.update' }],
  related: { customer: async () => [(await import('./user-view.tsx')).usersOfCustomer] },
}

/** A page of one screen. */
function page(
  area: AreaName,
  to: string,
  label: string,
  about: string,
  screen: Omit<Screen, 'path' | 'label'>,
): FeatureSection {
  return { to, label, area, about, screens: [{ path: '', label, ...screen }] }
}
