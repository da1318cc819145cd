import { usageDefinitions } from '@packhouse/contract'
import type { Person } from './usage.queries.ts'
import { inFives, type UsageFigures } from './usage-figures.ts'

const MINUTE_MS = 60_000

interface Group<Member> {
  /** The customer; undefined for staff. */
  customer: string | undefined
  members: Member[]
}

/** People by customer. Groups of fewer than five are left out. */
function groupsOf<Member extends { person: Person }>(
  members: readonly Member[],
): { groups: Group<Member>[]; hidden: number } {
  const all = [...Map.groupBy(members, ({ person }) => person.customer)]
  const large = all.filter(([, group]) => group.length >= usageDefinitions.smallestGroup)
  return {
    groups: large.map(([customer, group]) => ({ customer, members: group })),
    hidden: members.length - large.reduce((sum, [, group]) => sum + group.length, 0),
  }
}

/** Who was active longest, by name or by customer. @param times ms by person and day */
export function activeGroups(
  times: ReadonlyMap<number, ReadonlyMap<number, number>>,
  persons: ReadonlyMap<number, Person>,
  names: boolean,
  most: number,
) {
  const members = [...times].flatMap(([key, days]) => {
    const person = persons.get(key)
    return person === undefined ? [] : [{ person, days }]
  })
  const { groups, hidden } = names
    ? { groups: members.map((member) => ({ customer: member.person.customer, members: [member] })), hidden: 0 }
    : groupsOf(members)
  const items = groups.map(({ customer, members: group }) => ({
    name: names ? (group[0]?.person.name ?? null) : null,
    group: customer ?? null,
    persons: group.length,
    activeMinutes: group.reduce((sum, { days }) => sum + total(days), 0) / MINUTE_MS,
    activeDays: new Set(group.flatMap(({ days }) => [...days.keys()])).size,
  }))
  items.sort((a, b) => b.activeMinutes - a.activeMinutes || b.activeDays - a.activeDays)
  return { items: items.slice(0, most), hidden }
}

/**
 * Which customers, and staff, were active longest, as far as it may be shown in the mode `aggregate`: active time is that of the days on
 * which at least five people of them were active, and people are counted in fives.
 * @param times ms by person and day
 */
export function countedGroups(
  times: ReadonlyMap<number, ReadonlyMap<number, number>>,
  persons: ReadonlyMap<number, Person>,
  most: number,
) {
  const members = [...times].flatMap(([key, days]) => {
    const person = persons.get(key)
    return person === undefined ? [] : [{ person, days }]
  })
  const groups = [...Map.groupBy(members, ({ person }) => person.customer)].map(([customer, group]) => {
    const days = [
      ...Map.groupBy(
        group.flatMap((member) => [...member.days]),
        ([day]) => day,
      ).values(),
    ]
    const shown = days.filter((ofDay) => ofDay.length >= usageDefinitions.smallestGroup)
    const ms = shown.flat().reduce((sum, [, own]) => sum + own, 0)
    return {
      customer,
      persons: inFives(group.length),
      activeMinutes: Math.round(ms / MINUTE_MS),
      activeDays: shown.length,
    }
  })
  const items = groups.flatMap(({ customer, persons: count, ...own }) =>
    count === null ? [] : [{ name: null, group: customer ?? null, persons: count, ...own }],
  )
  items.sort((a, b) => b.activeMinutes - a.activeMinutes || b.activeDays - a.activeDays)
  return { items: items.slice(0, most), hidden: inFives(groupsOf(members).hidden) }
}

/** Who is here now, by name with the page, or by customer. @param count how many people may be shown of so many */
export function presentGroups(
  present: readonly { key: number; page: string | null; from: number }[],
  persons: ReadonlyMap<number, Person>,
  names: boolean,
  count: UsageFigures['people'],
) {
  const members = present.flatMap(({ key, page, from }) => {
    const person = persons.get(key)
    return person === undefined ? [] : [{ person, page, from }]
  })
  if (names) {
    const items = members.map(({ person, page, from }) => ({
      name: person.name,
      group: person.customer ?? null,
      persons: 1,
      page,
      since: new Date(from).toISOString(),
    }))
    return { items, hidden: 0 }
  }
  const { groups, hidden } = groupsOf(members)
  const items = groups.map(({ customer, members: group }) => ({
    name: null,
    group: customer ?? null,
    persons: count(group.length) ?? 0,
    page: null,
    since: null,
  }))
  return { items, hidden: count(hidden) }
}

function total(days: ReadonlyMap<number, number>): number {
  return [...days.values()].reduce((sum, ms) => sum + ms, 0)
}
