import type { Related, ResourceView } from '../../resource/view.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { InfoIcon, StoppedIcon } from '../../ui/icons.tsx'
import { CheckIcon } from '../../ui/tool-icons.tsx'
import { MayDoTab } from './may-do-tab.tsx'
import { PasswordTab } from './password-tab.tsx'
import { SecondFactorTab } from './second-factor-tab.tsx'

export const userView: ResourceView = {
  columns: ['customerId', 'status', 'lastSeenAt', 'roles'],
  sections: [
    { fields: ['first_name', 'last_name', 'email', 'customerId', 'businessUnitId'] },
    { title: 'Language and time', fields: ['language', 'timezone'] },
    { title: 'Sign-in', fields: ['disabled', 'status', 'secondFactor', 'lastSeenAt'] },
    { title: 'Rights', fields: ['roles'] },
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
  hidden: ['name', 'photoUrl'],
  suggestions: { timezone: () => Intl.supportedValuesOf('timeZone') },
  empty: { customerId: 'Staff' },
  words: { disabled: 'Blocked' },
  badges: {
    active: { tone: 'ok', icon: CheckIcon },
    invited: { tone: 'info', icon: InfoIcon },
    disabled: { tone: 'bad', icon: StoppedIcon },
  },
  extraTabs: [
    { tab: 'password', label: 'Password', render: (row) => <PasswordTab user={row} /> },
    { tab: 'may-do', label: 'May do', render: ({ id }) => <MayDoTab userId={id} /> },
    { tab: 'second-factor', label: 'Second factor', render: (row) => <SecondFactorTab user={row} /> },
  ],
  removal: {
    act: 'Delete',
    done: 'deleted',
    ends: 'Sign-in, sessions and keys end at once.',
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
