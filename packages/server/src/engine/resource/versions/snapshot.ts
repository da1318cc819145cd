import type { Resource } from '@packhouse/contract'
import type { ResourceRow } from '../columns.ts'
import type { Values } from '../rows.ts'

/** What a version holds of a row: all but its secrets, and the lists that the declaration names. */
export function takeSnapshot(resource: Resource, row: ResourceRow): Values {
  const { children = {}, versions } = resource.traits
  const snapshot = withoutSecrets(resource, row)
  for (const [name, list] of Object.entries(children)) {
    delete snapshot[name]
    if (versions?.of.includes(name))
      snapshot[name] = childrenOf(row, name).map((one) => withoutSecrets(list.resource, one))
  }
  return snapshot
}

/** A list of children in a row or in a snapshot. Older snapshots may lack it. */
export function childrenOf(row: Values, name: string): ResourceRow[] {
  const list = row[name]
  return Array.isArray(list) ? list : []
}

function withoutSecrets({ fields }: Resource, row: Values): Values {
  return Object.fromEntries(Object.entries(row).filter(([name]) => fields[name]?.secret !== true))
}
