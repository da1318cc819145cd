import { type Resource, resources, writable } from '@packhouse/contract'
import { toColumn } from '../../../src/engine/resource/columns.ts'
import type { Catalog } from './catalog.ts'

/** A field of some resource by which it refers to another. */
export interface Referrer {
  to: Resource
  resource: Resource
  field: string
  /** The field of the other that it holds: its id, or a code. */
  target: string
}

/** By which fields that people fill in rows of a resource are referred to, so that they cannot be deleted. */
export async function referrersOf(catalog: Catalog, target: Resource): Promise<Referrer[]> {
  const found: Referrer[] = []
  for (const resource of resources) {
    for (const key of await catalog.foreignKeys(resource.table)) {
      const field = Object.keys(writable(resource.fields, true)).find((name) => toColumn(name) === key.column)
      const held = ['id', ...Object.keys(target.fields)].find((name) => toColumn(name) === key.targetColumn)
      if (key.targetTable === target.table && !key.letsGo && field !== undefined && held !== undefined) {
        found.push({ to: target, resource, field, target: held })
      }
    }
  }
  return found
}
