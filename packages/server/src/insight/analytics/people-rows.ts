import { usageDefinitions } from '@packhouse/contract'
import type { Person } from './usage.queries.ts'

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

/** Who is here now, by name with the page, or by customer. */
export function presentGroups(
  present: readonly { key: number; page: string | null; from: number }[],
  persons: ReadonlyMap<number, Person>,
  names: boolean,
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
    persons: group.length,
    page: null,
    since: null,
  }))
  return { items, hidden }
}

function total(days: ReadonlyMap<number, number>): number {
  return [...days.values()].reduce((sum, ms) => sum + ms, 0)
}
