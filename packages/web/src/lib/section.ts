import type { Permission, ResourcePermission } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { ComponentType } from 'react'

/** The areas of the product in the order of the top bar. One without a page that the reader may open is not shown. */
export const areaNames = ['machines', 'customers', 'library', 'estimator', 'people', 'system'] as const
export type AreaName = (typeof areaNames)[number]

const areaLabels: Record<AreaName, string> = {
  machines: t('app.machines'),
  customers: t('app.customers'),
  library: t('app.library'),
  estimator: t('app.estimator'),
  people: t('app.people'),
  system: t('app.system'),
}

/** What an area is called in the language of the page. */
export function areaLabel(area: AreaName): string {
  return areaLabels[area]
}

/** The groups of the pages of an area that has too many for one bar, in their order. */
const groupNames = ['operation', 'activity', 'access', 'setup'] as const
type GroupName = (typeof groupNames)[number]

const groupLabels: Record<GroupName, string> = {
  operation: t('app.operation'),
  activity: t('app.activity'),
  access: t('app.access'),
  setup: t('app.setup'),
}

/** A page of an area: an entry of its menu and of its section bar. */
export interface Section {
  /** Its address. */
  to: string
  label: string
  area: AreaName
  /** Where the pages of the area are in groups. */
  group?: GroupName
  /** One line about it, for the menu of its area. */
  about: string
  /** What the users of customers call it: for them it is an area of its own, without a menu. */
  forCustomers?: string
  /** Only for users of customers; staff have something else instead. */
  isOfCustomers?: true
  /** Every address below it belongs to the section too; `to` itself where nothing is said. */
  root?: string
  /** Without it the link is hidden; the server refuses the section's calls anyway. */
  permission?: Permission | ResourcePermission
  /** Stands behind the label, such as a count of what waits there. */
  Mark?: ComponentType
  /** The name of the resource whose rows are counted behind the label. */
  counts?: string
}

/** An area with the pages that the reader may open. */
export interface Area {
  label: string
  sections: readonly [Section, ...Section[]]
}

/** Who reads: staff belong to no customer. */
export interface Reader {
  user: { customer: unknown }
  permissions: string[]
  /** A role needs a second factor that is not set up yet: until then every page leads to the settings. */
  secondFactorRequired?: boolean
}

/**
 * The areas of the top bar for somebody. Users of customers have what is declared for them as plain areas first.
 * @param open the sections that the reader may open, in their order
 */
export function areasOf(reader: Reader | null | undefined, open: readonly Section[]): readonly Area[] {
  if (!reader || reader.secondFactorRequired) return []
  const plain = isStaff(reader) ? [] : open.filter(({ forCustomers }) => forCustomers !== undefined)
  const grouped = open.filter((section) => !plain.includes(section))
  return [
    ...plain.map((section): Area => ({ label: section.forCustomers ?? section.label, sections: [section] })),
    ...areaNames.flatMap((name) => areaWith(name, grouped)),
  ]
}

/**
 * How many areas stand before the first of which is not known yet whether it is shown: nothing that is known later moves them.
 * @param areas with those that are not known
 * @param unknown the addresses of sections
 */
export function countPlaced(areas: readonly Area[], unknown: readonly string[]): number {
  const first = areas.findIndex(({ sections }) => sections.some(({ to }) => unknown.includes(to)))
  return first === -1 ? Number.POSITIVE_INFINITY : first
}

function areaWith(name: AreaName, open: readonly Section[]): Area[] {
  const placeOf = ({ group }: Section) => (group === undefined ? -1 : groupNames.indexOf(group))
  const [first, ...others] = open
    .filter(({ area }) => area === name)
    .toSorted((one, other) => placeOf(one) - placeOf(other))
  return first === undefined ? [] : [{ label: areaLabel(name), sections: [first, ...others] }]
}

/** The groups of an area with their pages; none where its pages are in no groups. */
export function groupsOf({ sections }: Area): readonly Area[] {
  return groupNames.flatMap((name): Area[] => {
    const [first, ...others] = sections.filter(({ group }) => group === name)
    return first === undefined ? [] : [{ label: groupLabels[name], sections: [first, ...others] }]
  })
}

/** Whether somebody is of the maker and not of a customer. */
export function isStaff({ user }: Pick<Reader, 'user'>): boolean {
  return user.customer === null
}

/** Whether an address belongs to a section. */
export function isCurrentSection({ to, root = to }: Pick<Section, 'to' | 'root'>, pathname: string): boolean {
  return pathname === to || pathname === root || pathname.startsWith(`${root}/`)
}

/** The area that an address belongs to. */
export function currentArea(areas: readonly Area[], pathname: string): Area | undefined {
  return areas.find(({ sections }) => sections.some((section) => isCurrentSection(section, pathname)))
}
