import { t } from '@packhouse/messages'
import { hasPermission } from '../../lib/permission.ts'
import { areaLabel, isStaff } from '../../lib/section.ts'
import type { Session } from '../../lib/session.ts'
import {
  addressOf,
  type EmbeddedAddress,
  type FeatureAction,
  type FeatureSection,
  permissionOf,
  type RecordScreen,
  type Screen,
} from '../../resource/feature.ts'
import { resourceNamed } from '../../resource/registry.ts'
import type { ItemKind, PaletteItem } from './palette-item.ts'

/** Everything there is to go to and to do, for whoever may. */
export interface Places {
  sections: readonly FeatureSection[]
  actions: readonly FeatureAction[]
  pages: readonly RecordScreen[]
  embedded: Readonly<Record<string, EmbeddedAddress>>
}

interface Place {
  section: FeatureSection
  screen: Screen
}

/** Whether somebody may search records, as only staff do; which ones the server decides. */
export function maySearch(session: Session | undefined): boolean {
  return session !== undefined && isStaff(session)
}

/** Whether somebody may still open what was chosen before. */
export function mayOpen(session: Session, kind: ItemKind): boolean {
  if (kind === 'action') return isStaff(session)
  return kind === 'screen' || kind === 'machine' || (isStaff(session) && hasPermission(session, `${kind}.read`))
}

/** Screens and actions: what is there without asking the server. */
export function placeItems(places: Places, session: Session | undefined, docsUrl: string): PaletteItem[] {
  const open = openPlaces(places, session)
  const settings: PaletteItem = {
    key: 'screen:/settings',
    kind: 'screen',
    label: t('general.settings'),
    href: '/settings',
  }
  const docs: PaletteItem = {
    key: 'screen:docs',
    kind: 'screen',
    label: t('palette.docs'),
    sublabel: t('palette.opensInANewTab'),
    href: docsUrl,
    newTab: true,
  }
  const home: PaletteItem = { key: 'screen:/home', kind: 'screen', label: t('home.home'), href: '/home' }
  const first = session !== undefined && isStaff(session) ? [home] : []
  return [...first, ...screenItems(open, session), settings, docs, ...actionItems(places, open, session)]
}

/** The screens that somebody may open, section by section. */
export function openPlaces(
  { sections }: Pick<Places, 'sections'>,
  session: Pick<Session, 'permissions'> | undefined,
): Place[] {
  const may = (permission: ReturnType<typeof permissionOf>) =>
    permission === undefined || hasPermission(session, permission)
  return sections
    .filter((section) => may(section.permission))
    .flatMap((section) => section.screens.map((screen) => ({ section, screen })))
    .filter(({ section, screen }) => may(permissionOf(section, screen)))
}

/** A section with several screens has an entry of its own before those of its screens. */
function screenItems(open: readonly Place[], session: Session | undefined): PaletteItem[] {
  const staff = session !== undefined && isStaff(session)
  const sections = [...new Set(open.map(({ section }) => section))]
  const entry = (href: string, label: string, sublabel?: string): PaletteItem => ({
    key: `screen:${href}`,
    kind: 'screen',
    label,
    sublabel,
    href,
  })
  return [
    ...sections.map(({ to, label, area, forCustomers = label }) =>
      staff ? entry(to, label, areaLabel(area)) : entry(to, forCustomers),
    ),
    ...open
      .filter(({ section }) => section.screens.length > 1)
      .map(({ section, screen }) => entry(addressOf(section, screen), screen.label, section.label)),
  ]
}

/** 'New …' for every list whose rows somebody may create, and what the features declare. */
function actionItems(places: Places, open: readonly Place[], session: Session | undefined): PaletteItem[] {
  if (!session || !isStaff(session)) return []
  const declared = places.actions.filter(({ permission }) => hasPermission(session, permission))
  const creating = open.flatMap(({ section, screen }): FeatureAction[] => {
    const resource = screen.load === undefined ? resourceNamed(screen.resource ?? '') : undefined
    if (resource === undefined || !hasPermission(session, `${resource.name}.create`)) return []
    const [one] = resource.noun
    const href = `${addressOf(section, screen)}?open=new`
    return [{ label: t('resource.newOf', { noun: one }), href, permission: `${resource.name}.create` }]
  })
  return [...creating, ...declared].map(({ label, href }) => ({ key: `action:${href}`, kind: 'action', label, href }))
}
