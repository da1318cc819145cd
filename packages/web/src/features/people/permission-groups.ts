import { foldCase } from '@packhouse/contract'
/** A permission with its description. */
export interface PermissionEntry {
  name: string
  description: string
}

/** Permissions of one subject: those that share the part before the first dot. */
export interface PermissionGroup<Entry extends PermissionEntry = PermissionEntry> {
  name: string
  title: string
  entries: readonly Entry[]
}

/**
 * Permissions by their prefix, in the order in which the prefixes appear first.
 * @param titleOf what people call the subject of a prefix
 */
export function groupPermissions<Entry extends PermissionEntry>(
  entries: readonly Entry[],
  titleOf: (prefix: string) => string,
): PermissionGroup<Entry>[] {
  const groups = Map.groupBy(entries, ({ name }) => name.split('.', 1)[0] ?? name)
  return [...groups].map(([name, found]) => ({ name, title: titleOf(name), entries: found }))
}

/** The groups with the permissions that have every word in their name, description or the title of their group. */
export function findPermissions<Entry extends PermissionEntry>(
  groups: readonly PermissionGroup<Entry>[],
  search: string,
): PermissionGroup<Entry>[] {
  const words = foldCase(search).split(/\s+/).filter(Boolean)
  return groups.flatMap((group) => {
    const entries = group.entries.filter(({ name, description }) => {
      const text = foldCase(`${name} ${description} ${group.title}`)
      return words.every((word) => text.includes(word))
    })
    return entries.length > 0 ? [{ ...group, entries }] : []
  })
}

/** `exchangeRate` becomes `Exchange rate`, where no resource says it better. */
export function prefixTitle(prefix: string): string {
  const words = prefix
    .replaceAll(/[-_]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
