import type { ChildChanges, ChildList, FieldChange, Resource, VersionComparison } from '@packhouse/contract'
import type { ResourceRow } from '../columns.ts'
import { changesBetween } from '../history.ts'
import type { Values } from '../rows.ts'
import { childrenOf } from './snapshot.ts'

/** What is other in the later of two snapshots. Children are matched by their ids; their order is no difference. */
export function compareSnapshots(
  resource: Resource,
  before: Values,
  after: Values,
): Pick<VersionComparison, 'fields' | 'children'> {
  const { children = {}, versions } = resource.traits
  const lists = (versions?.of ?? []).flatMap((name) => {
    const list = children[name]
    return list === undefined ? [] : [[name, compareLists(list, childrenOf(before, name), childrenOf(after, name))]]
  })
  const fields = differencesOf(resource, before, after).filter(({ field }) => children[field] === undefined)
  return { fields, children: Object.fromEntries(lists) }
}

function compareLists(list: ChildList, before: readonly ResourceRow[], after: readonly ResourceRow[]): ChildChanges {
  const earlier = new Map(before.map((row) => [row.id, row]))
  const later = new Set(after.map(({ id }) => id))
  return {
    added: after.filter(({ id }) => !earlier.has(id)),
    removed: before.filter(({ id }) => !later.has(id)),
    changed: after.flatMap((row) => {
      const changes = changesOf(list, earlier.get(row.id) ?? row, row)
      return changes.length === 0 ? [] : [{ id: row.id, label: String(row[list.resource.label] ?? ''), changes }]
    }),
  }
}

function changesOf({ resource, sort }: ChildList, before: ResourceRow, after: ResourceRow): FieldChange[] {
  return differencesOf(resource, before, after).filter(({ field }) => field !== sort)
}

/** Computed fields are not listed as differences. */
function differencesOf(resource: Resource, before: Values, after: Values): FieldChange[] {
  return changesBetween(resource, before, after).filter(({ field }) => resource.fields[field]?.derived !== true)
}
