import { hasPermission } from '../../lib/permission.ts'
import type { Section } from '../../lib/section.ts'
import type { Session } from '../../lib/session.ts'
import type { ItemKind, PaletteItem } from './palette-item.ts'
import type { RecordKind } from './record-search.ts'

/** Where the records of a kind are shown. Contacts and locations stand on the page of whom they belong to. */
const pagesOf: Record<RecordKind, string> = {
  customer: '/customers',
  supplier: '/suppliers',
  contact: '/customers',
  location: '/customers',
}
const recordKinds: readonly RecordKind[] = ['customer', 'supplier', 'contact', 'location']

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
export function placeItems(sections: readonly Section[], docsUrl: string): PaletteItem[] {
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
  return [...screens, docs]
}
