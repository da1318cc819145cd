import type { Permission, ResourcePermission } from '@packhouse/contract'
import type { ComponentType } from 'react'
import type { OutboxKind } from '../lib/offline/outbox-kind.ts'
import { hasPermission } from '../lib/permission.ts'
import type { Section } from '../lib/section.ts'
import type { Related, ResourceView } from './view.ts'

/** What every screen gets: what other features add to the records that it shows. */
export interface ScreenProps {
  /** Tabs that other features have for a record of the screen's resource. */
  related: readonly Related[]
  /** What other features show about such a record on its page. */
  panels?: readonly RecordPanel[]
}

/** A part of the page of a record, with a question of its own. */
export interface RecordPanel {
  name: string
  permission: Permission | ResourcePermission
  /** @param props.id of the record */
  Panel: ComponentType<{ id: string }>
}

/** A screen of a section: an entry of its navigation and of Ctrl-K, and an address below the section's own. */
export interface Screen {
  /** Last part of the address: `users` is at `/people/users`. Empty: the section's own address. */
  path: string
  label: string
  /** Who may open it; by default whoever may read the resource, or open the section. */
  permission?: Permission | ResourcePermission
  /** Name of the resource that it lists. */
  resource?: string
  /** How the resource looks here; by default as it is declared. */
  view?: () => Promise<ResourceView>
  /** A screen of its own in place of the list. */
  load?: () => Promise<ComponentType<ScreenProps>>
  /** Whether that screen brings the frame around it itself, such as for a drawer of its own. */
  hasFrame?: true
}

/** A page of an area with its screens. One with a single screen has no navigation of its own. */
export interface FeatureSection extends Section {
  /** The screens are tabs in the bar under the top bar, where those of an area are; else a list beside the content. */
  hasTabs?: true
  /** Asked once: the section is in the bar only where it has something for the reader. */
  hasSomething?: () => Promise<HasSomething>
  screens: readonly [Screen, ...Screen[]]
  /** Shows the resources without a screen: those of one area of the contract, or those of all areas that no section takes. */
  takes?: { area: string } | 'rest'
}

/** A page beside the sections' screens, with the id of what it shows in its address. */
export interface RecordScreen {
  /** Such as `customers/$id`. */
  path: string
  resource: string
  /** What its address has in place of the id of the record. */
  by?: 'machineID'
  /** What it is called where it is one more page about a record, beside the record's own. */
  label?: string
  load: () => Promise<ComponentType<ScreenProps & { id: string }>>
}

/** Something to do that Ctrl-K offers. 'New …' of a list follows from the list and is not declared. */
export interface FeatureAction {
  label: string
  href: string
  permission: Permission | ResourcePermission
}

/**
 * The address of the list that a row is shown in, with a query, such as `/customers/<id>?tab=contacts`.
 * @param parents the ids of the records that the row refers to, by field; those it does not have are absent
 */
export type EmbeddedAddress = (parents: Readonly<Record<string, string>>) => string

/** How many wait, and what the first of them are called. */
export interface WaitingFound {
  total: number
  first: readonly { id: string; name: string }[]
}

/** What a row is of, such as a plan of its machine: the field with its id, its resource, and the field that names it. */
export interface BelongsTo {
  field: string
  resource: string
  label: string
}

/** Something that may wait for staff: on their home by name and number, with the way to the list that it is of. */
export interface Waiting {
  label: string
  /** What is to be done about each of them. */
  act: string
  /** It comes before what can wait until tomorrow. */
  isUrgent?: true
  /** One line about it. */
  about: string
  permission: Permission | ResourcePermission
  /** The address of the list. */
  list: string
  /** What the list is filtered by, in its address and in the question how many there are. */
  filter: Readonly<Record<string, string>>
  /** The resource that the list is of. */
  resource?: string
  /** What one of its rows is called; its name where nothing is said. */
  nameOf?: (row: Readonly<Record<string, unknown>>) => string
  /** What its rows are of, where their names say too little. */
  of?: BelongsTo
  /** The parameter of the list's address that opens one of them; where it has none, each leads to the list. */
  opens?: 'open' | 'alarm'
  /** Finds what is no resource. */
  load?: () => Promise<(filter: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<WaitingFound>>
}

/** Whether a section has something for a reader; it is in no navigation before. */
export type HasSomething = (signal: AbortSignal) => Promise<boolean>

/** What an area of the product brings into the web. Code comes with the screen: a declaration holds words and ways to load. */
export interface Feature {
  sections?: readonly FeatureSection[]
  /** Screens in the sections of other features, by the address of the section. */
  joins?: Readonly<Record<string, readonly Screen[]>>
  /** What is behind the labels of sections of other features, such as a count of what waits there, by the address of the section. */
  marks?: Readonly<Record<string, ComponentType>>
  pages?: readonly RecordScreen[]
  /** Addresses that screens had before, with those that they have now. */
  moved?: Readonly<Record<string, string>>
  actions?: readonly FeatureAction[]
  /** What may wait for staff. */
  waiting?: readonly Waiting[]
  /** Tabs for records of other features, by the name of the resource. */
  related?: Readonly<Record<string, () => Promise<readonly Related[]>>>
  /** Parts of the pages of records of other features, by the name of the resource. */
  panels?: Readonly<Record<string, () => Promise<readonly RecordPanel[]>>>
  /** Resources whose rows are shown on the page of another record and need no list of their own, with the way there. */
  embedded?: Readonly<Record<string, EmbeddedAddress>>
  /** What is entered on a device, also without a connection, and sent later, by the name of its kind. */
  outbox?: Readonly<Record<string, () => Promise<OutboxKind>>>
}

/** The address of a screen. */
export function addressOf({ to }: Pick<Section, 'to'>, { path }: Pick<Screen, 'path'>): string {
  return path === '' ? to : `${to}/${path}`
}

/** What is needed to open a screen; undefined where everybody signed in may. */
export function permissionOf(section: Section, screen: Screen): Permission | ResourcePermission | undefined {
  if (screen.permission !== undefined) return screen.permission
  return screen.resource === undefined ? section.permission : `${screen.resource}.read`
}

/** The screens of a section that somebody may open. */
export function openScreens(
  session: { permissions: string[] } | null | undefined,
  section: FeatureSection,
): readonly Screen[] {
  return section.screens.filter((screen) => {
    const permission = permissionOf(section, screen)
    return permission === undefined || hasPermission(session, permission)
  })
}

/** The sections with a screen that somebody may open. */
export function openSections(
  session: { permissions: string[]; user?: { customer: unknown } } | null | undefined,
  sections: readonly FeatureSection[],
): readonly FeatureSection[] {
  const isOfCustomer = session?.user !== undefined && session.user.customer !== null
  return sections.filter((section) => {
    return openScreens(session, section).length > 0 && (section.isOfCustomers === undefined || isOfCustomer)
  })
}
