import { api, type Call } from '@packhouse/contract'
import type { ComponentType } from 'react'
import type { ResourceLook } from '../../resource/look.ts'
import { declared } from '../../resource/registry.ts'
import { apiKeyLook } from './api-key-look.tsx'
import { apiKeyScopeLook } from './api-key-scope-look.tsx'
import { businessUnitLook } from './business-unit-look.ts'
import { groupLook } from './group-look.tsx'
import { MailsPage } from './mails/mails-page.tsx'
import { MatrixPage } from './matrix/matrix-page.tsx'
import { identityProviderLook } from './providers/identity-provider-look.tsx'
import { roleLook } from './role-look.tsx'
import { userLook } from './user-look.tsx'

/** A screen of the section: its place in the address, its name, and the call that opens it. */
export interface PeopleKind {
  path: string
  label: string
  opens: Pick<Call, 'access'>
  /** The list it shows, or else the screen. */
  list?: { resource: string; look: ResourceLook }
  screen?: ComponentType
}

/** The screen that is shown where the address names none. */
export const FIRST_KIND = 'users'

export const peopleKinds: readonly PeopleKind[] = [
  ofResource(FIRST_KIND, 'Users', 'user', userLook),
  ofResource('groups', 'Groups', 'group', groupLook),
  ofResource('roles', 'Roles', 'role', roleLook),
  { path: 'permissions', label: 'Permissions', opens: api.listPermissions, screen: MatrixPage },
  ofResource('business-units', 'Business units', 'businessUnit', businessUnitLook),
  ofResource('api-keys', 'API keys', 'apiKey', apiKeyLook),
  ofResource('api-key-scopes', 'API key scopes', 'apiKeyScope', apiKeyScopeLook),
  { path: 'mails', label: 'Mails', opens: api.listMails, screen: MailsPage },
  ofResource('sign-in', 'Sign-in', 'identityProvider', identityProviderLook),
]

function ofResource(path: string, label: string, resource: string, look: ResourceLook): PeopleKind {
  return { path, label, opens: declared(resource).calls.list, list: { resource, look } }
}
