import type { ResourcePermission } from '@packhouse/contract'
import { hasPermission } from '../../lib/permission.ts'
import type { Section } from '../../lib/section.ts'
import type { Session } from '../../lib/session.ts'
import type { ItemKind, PaletteItem } from './palette-item.ts'
import type { RecordKind } from './record-search.ts'

/** Where the records of a kind are shown. Contacts and locations stand with whom they belong to. */
const pagesOf: Record<RecordKind, string> = {
  customer: '/customers',
  supplier: '/suppliers',
  contact: '/customers',
  location: '/customers',
  licence: '/customers',
  country: '/reference',
  user: '/people',
}
const recordKinds = Object.keys(pagesOf) as RecordKind[]

/** Staff belong to no customer; only they search records. */
function isStaff(session: Session): boolean {
  return session.user.customer === null
}

/** The kinds of records that somebody may search, as far as there is a section that shows them. */
export function searchableKinds(session: Session | undefined, sections: readonly Section[]): readonly RecordKind[] {
  if (!session || !isStaff(session)) return []
  return recordKinds.filter(
    (kind) => hasPermission(session, `${kind}.read`) && sections.some(({ to }) => to === pagesOf[kind]),
  )
}

/** Whether somebody may still open what was chosen before. */
export function mayOpen(session: Session, kinds: readonly RecordKind[], kind: ItemKind): boolean {
  if (kind === 'action') return isStaff(session)
  return kind === 'screen' || kind === 'machine' || kinds.includes(kind)
}

/** Screens and actions: what is there without asking the server. */
export function placeItems(sections: readonly Section[], session: Session | undefined, docsUrl: string): PaletteItem[] {
  const screens = [...sections, { to: '/settings', label: 'Settings' }].map(
    ({ to, label }): PaletteItem => ({ key: `screen:${to}`, kind: 'screen', label, href: to }),
  )
  const docs: PaletteItem = {
    key: 'screen:docs',
    kind: 'screen',
    label: 'Docs',
    sublabel: 'opens in a new tab',
    href: docsUrl,
    newTab: true,
  }
  return [...screens, ...partItems(sections, session), docs, ...actionItems(sections, session)]
}

/** Screens within a section, by the resource they show. */
const parts: readonly { label: string; section: string; path: string; permission: ResourcePermission }[] = [
  { label: 'Location types', section: '/reference', path: 'location-types', permission: 'locationType.read' },
  { label: 'Industries', section: '/reference', path: 'industries', permission: 'industry.read' },
  { label: 'Countries', section: '/reference', path: 'countries', permission: 'country.read' },
  { label: 'Currencies', section: '/reference', path: 'currencies', permission: 'currency.read' },
  { label: 'Exchange rates', section: '/reference', path: 'exchange-rates', permission: 'exchangeRate.read' },
  { label: 'Licences', section: '/reference', path: 'licences', permission: 'licence.read' },
  { label: 'Tag maps', section: '/telemetry', path: 'tag-maps', permission: 'tagMap.read' },
  { label: 'OPC UA', section: '/telemetry', path: 'opcua', permission: 'opcuaConnection.read' },
  { label: 'Users', section: '/people', path: 'users', permission: 'user.read' },
  { label: 'Groups', section: '/people', path: 'groups', permission: 'group.read' },
  { label: 'Roles', section: '/people', path: 'roles', permission: 'role.read' },
  { label: 'Business units', section: '/people', path: 'business-units', permission: 'businessUnit.read' },
  { label: 'Identity providers (sign-in)', section: '/people', path: 'sign-in', permission: 'identityProvider.read' },
  { label: 'Mails', section: '/people', path: 'mails', permission: 'mail.read' },
  { label: 'Permissions of roles', section: '/people', path: 'permissions', permission: 'role.read' },
  { label: 'API keys', section: '/people', path: 'api-keys', permission: 'apiKey.read' },
  { label: 'API key scopes', section: '/people', path: 'api-key-scopes', permission: 'apiKeyScope.read' },
]

function partItems(sections: readonly Section[], session: Session | undefined): PaletteItem[] {
  if (!session || !isStaff(session)) return []
  return parts
    .filter(
      ({ section, permission }) => hasPermission(session, permission) && sections.some(({ to }) => to === section),
    )
    .map(({ label, section, path }) => ({
      key: `screen:${section}/${path}`,
      kind: 'screen',
      label,
      href: `${section}/${path}`,
    }))
}

interface Action {
  label: string
  href: string
  permission: ResourcePermission
  /** The section it works in. */
  section: string
}

const actions: readonly Action[] = [
  { label: 'New customer', section: '/customers', href: '/customers?open=new', permission: 'customer.create' },
  { label: 'New supplier', section: '/suppliers', href: '/suppliers?open=new', permission: 'supplier.create' },
  { label: 'New tag map', section: '/telemetry', href: '/telemetry/tag-maps?open=new', permission: 'tagMap.create' },
  { label: 'New user', section: '/people', href: '/people/users?open=new', permission: 'user.create' },
  { label: 'New API key', section: '/people', href: '/people/api-keys?open=new', permission: 'apiKey.create' },
  {
    label: 'Change what roles may do',
    section: '/people',
    href: '/people/permissions',
    permission: 'role.update',
  },
  {
    label: 'Register a machine',
    section: '/installed-machines',
    href: '/installed-machines?open=new',
    permission: 'machine.create',
  },
  {
    label: 'Claim an unclaimed machine',
    section: '/installed-machines',
    href: '/installed-machines?tab=unclaimed',
    permission: 'machine.update',
  },
]

function actionItems(sections: readonly Section[], session: Session | undefined): PaletteItem[] {
  if (!session || !isStaff(session)) return []
  return actions
    .filter(
      ({ permission, section }) => hasPermission(session, permission) && sections.some(({ to }) => to === section),
    )
    .map(({ label, href }) => ({ key: `action:${href}`, kind: 'action', label, href }))
}
