import type { PermissionEntry, PermissionGroup } from '../permission-groups.ts'

/** A line of the grid: the head of a group, or a permission. */
export type Line = { group: PermissionGroup; entry?: never } | { entry: PermissionEntry; group?: never }

/** The groups with their permissions below them, line by line. */
export function toLines(groups: readonly PermissionGroup[]): Line[] {
  return groups.flatMap((group) => [{ group }, ...group.entries.map((entry) => ({ entry }))])
}
