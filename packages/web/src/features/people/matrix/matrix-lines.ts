import type { PermissionEntry, PermissionGroup } from '../permission-groups.ts'

/** A line of the grid: the head of a group, or a permission. */
export type Line = { group: PermissionGroup; entry?: never } | { entry: PermissionEntry; group?: never }

/** The groups with their permissions below them, line by line; of a folded group the head alone. */
export function toLines(groups: readonly PermissionGroup[], folded: ReadonlySet<string>): Line[] {
  return groups.flatMap((group) => [
    { group },
    ...(folded.has(group.name) ? [] : group.entries.map((entry) => ({ entry }))),
  ])
}

/** How a line is named among the cells: a permission by its name; the head of a group apart from every permission. */
export function keyOfLine({ group, entry }: Line): string {
  return entry === undefined ? groupKey(group.name) : entry.name
}

export function groupKey(name: string): string {
  return `group ${name}`
}
