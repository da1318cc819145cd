import { t } from '@packhouse/messages'
import type { Feature, FeatureSection, Screen } from '../../resource/feature.ts'

type Place = Pick<FeatureSection, 'area' | 'group'>

const inPeople: Place = { area: 'people' }
const access: Place = { area: 'system', group: 'access' }
const activity: Place = { area: 'system', group: 'activity' }

/** Who may sign in, what they may do, and how they and other programs sign in. */
export const people: Feature = {
  sections: [
    page(inPeople, '/people/users', t('people.users'), t('people.staffAndUsersOfCustomers'), {
      resource: 'user',
      view: async () => (await import('./user-view.tsx')).userView,
    }),
    page(inPeople, '/people/groups', t('people.groups'), t('people.peopleWhoShareRoles'), {
      resource: 'group',
      view: async () => (await import('./group-view.tsx')).groupView,
    }),
    page(inPeople, '/people/roles', t('people.roles'), t('people.permissionsUnderOneName'), {
      resource: 'role',
      view: async () => (await import('./role-view.tsx')).roleView,
    }),
    page(inPeople, '/people/permissions', t('people.permissions'), t('people.whoMayDoWhat'), {
      permission: 'role.read',
      load: async () => (await import('./matrix/matrix-page.tsx')).MatrixPage,
    }),
    page(inPeople, '/people/business-units', t('people.businessUnits'), t('people.partsOfTheCompany'), {
      resource: 'businessUnit',
      view: async () => (await import('./business-unit-view.ts')).businessUnitView,
    }),
    page(access, '/system/api-keys', t('people.apiKeys'), t('people.accessForOtherPrograms'), {
      resource: 'apiKey',
      view: async () => (await import('./api-key-view.tsx')).apiKeyView,
    }),
    page(access, '/system/api-key-scopes', t('people.apiKeyScopes'), t('people.whatKeysMayDo'), {
      resource: 'apiKeyScope',
      view: async () => (await import('./api-key-scope-view.tsx')).apiKeyScopeView,
    }),
    page(
      access,
      '/system/device-certificates',
      t('people.deviceCertificates'),
      t('people.signInOfMachinesWithoutAKey'),
      {
        resource: 'deviceCertificate',
        view: async () => (await import('./device-certificate-view.ts')).deviceCertificateView,
      },
    ),
    page(access, '/system/sign-in', t('people.signIn'), t('people.identityProviders'), {
      resource: 'identityProvider',
      view: async () => (await import('./providers/identity-provider-view.tsx')).identityProviderView,
    }),
    page(activity, '/system/mails', t('people.mails'), t('people.templatesAndWhatWasSent'), {
      permission: 'mail.read',
      load: async () => (await import('./mails/mails-page.tsx')).MailsPage,
    }),
  ],
  waiting: [
    {
      label: t('people.invitationsThatEnd'),
      act: t('home.sendAgain'),
      about: t('people.within2DaysOrEnded'),
      permission: 'user.read',
      list: '/people/users',
      filter: { invitationEndsSoon: 'true' },
      resource: 'user',
      opens: 'open',
    },
  ],
  moved: {
    '/people/api-keys': '/system/api-keys',
    '/people/api-key-scopes': '/system/api-key-scopes',
    '/people/sign-in': '/system/sign-in',
    '/people/mails': '/system/mails',
  },
  actions: [
    { label: t('people.invitePeople'), href: '/people/users?invite=people', permission: 'user.create' },
    { label: t('people.changeWhatRolesMayDo'), href: '/people/permissions', permission: 'role.update' },
  ],
  related: { customer: async () => [(await import('./user-view.tsx')).usersOfCustomer] },
}

/** A page of one screen. */
function page(
  place: Place,
  to: string,
  label: string,
  about: string,
  screen: Omit<Screen, 'path' | 'label'>,
): FeatureSection {
  const counts = screen.resource === undefined ? {} : { counts: screen.resource }
  return { to, label, ...place, about, ...counts, screens: [{ path: '', label, ...screen }] }
}
