import { t } from '@packhouse/messages'
import type { Related, ResourceView } from '../../resource/view.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { InfoIcon, StoppedIcon, WarningIcon } from '../../ui/icons.tsx'
import { CheckIcon } from '../../ui/tool-icons.tsx'
import { InviteButton } from './invite/invite-button.tsx'
import { PasswordTab } from './password-tab.tsx'
import { rolesFor } from './role-audience.ts'
import { SecondFactorTab } from './second-factor-tab.tsx'
import { SessionsTab } from './sessions-tab.tsx'
import { UserPermissionsTab } from './user-permissions-tab.tsx'

export const userView: ResourceView = {
  columns: ['customerId', 'status', 'lastSeenAt', 'roles'],
  sections: [
    { fields: ['first_name', 'last_name', 'email', 'customerId', 'businessUnitId'] },
    { title: t('people.languageAndTime'), fields: ['language', 'timezone'] },
    { title: t('people.signIn'), fields: ['disabled', 'status', 'invitationEndsAt', 'secondFactor', 'lastSeenAt'] },
    { title: t('people.rights'), fields: ['roles'] },
  ],
  mark: ({ first_name, last_name, photoUrl }) => (
    <Avatar
      firstName={String(first_name)}
      lastName={String(last_name)}
      photoUrl={typeof photoUrl === 'string' ? photoUrl : null}
      size="small"
    />
  ),
  // The first and the last name say it.
  hidden: ['name', 'photoUrl', 'invitationEndsSoon'],
  suggestions: { timezone: () => Intl.supportedValuesOf('timeZone') },
  empty: { customerId: t('people.staff') },
  words: { disabled: t('people.blocked'), new: t('people.notInvitedYet'), expired: t('people.invitationExpired') },
  badges: {
    active: { tone: 'ok', icon: CheckIcon },
    invited: { tone: 'info', icon: InfoIcon },
    expired: { tone: 'warn', icon: WarningIcon },
    new: { tone: 'unk', icon: InfoIcon },
    disabled: { tone: 'bad', icon: StoppedIcon },
  },
  relatedFilters: { roles: rolesFor },
  listActions: (customerId) => <InviteButton customerId={customerId} />,
  extraTabs: [
    { tab: 'password', label: t('general.password'), render: (row) => <PasswordTab user={row} /> },
    { tab: 'may-do', label: t('people.mayDo'), render: (row) => <UserPermissionsTab user={row} /> },
    { tab: 'second-factor', label: t('people.secondFactor'), render: (row) => <SecondFactorTab user={row} /> },
    { tab: 'sessions', label: t('people.sessionsTab'), render: (row) => <SessionsTab user={row} /> },
  ],
  removal: {
    ends: t('people.signInSessionsAndKeysEnd'),
  },
}

/** The people who sign in for a customer; on its page it goes without saying whose they are. */
export const usersOfCustomer: Related = {
  tab: 'users',
  resource: 'user',
  path: '/v1/users',
  by: 'customerId',
  view: { ...userView, columns: ['status', 'lastSeenAt', 'roles'] },
}
