import { type ChangeVerb, type RecordChange, resources } from '@packhouse/contract'
import type { Principal } from '../../engine/principal.ts'
import { withoutConfidential } from '../../engine/resource/confidential.ts'
import { changesBetween } from '../../engine/resource/history.ts'
import { readableResources } from '../auth-log/readable.ts'

type Values = Record<string, unknown>

/** An entry of the audit as programs get it. */
export interface ChangeRow {
  id: string
  xact: string
  at: Date
  actorId: string
  action: string
  resource: string
  rowId: string
  before: Values | null
  after: Values | null
}

/** Larger values are left out, and the receiver reads the record. */
const MOST_CHARACTERS = 200_000

/**
 * A change in the sight of somebody; undefined where they may not read the record. Fields that the declaration no longer has are left out: they may
 * have been confidential.
 */
export function toChange(row: ChangeRow, reader: Principal, withConfidential: boolean): RecordChange | undefined {
  const resource = readableResources(reader).get(row.resource)
  if (resource === undefined) return undefined
  const shown = (values: Values | null) => {
    if (values === null) return null
    const seen =
      withConfidential && reader.permissions.has('cost.read') ? values : withoutConfidential(resource, values)
    const known = ([name]: [string, unknown]) => name in resource.fields || name === 'id' || name === 'rowVersion'
    return Object.fromEntries(Object.entries(seen).filter(known))
  }
  const [before, after] = [shown(row.before), shown(row.after)]
  const truncated = JSON.stringify([before, after]).length > MOST_CHARACTERS
  const changed = changesBetween(resource, before ?? {}, after ?? {}).map(({ field }) => field)
  return {
    cursor: `${row.xact}-${row.id}`,
    at: row.at.toISOString(),
    resource: row.resource,
    recordId: row.rowId,
    verb: verbOf(row.action),
    action: row.action,
    actorId: row.actorId,
    changed: changed.filter((field) => field in resource.fields),
    before: truncated ? null : before,
    after: truncated ? null : after,
    truncated,
  }
}

/** The same in the trigger `queue_webhooks`. */
function verbOf(action: string): ChangeVerb {
  if (action === 'create') return 'create'
  return action === 'delete' || action === 'force-delete' ? 'delete' : 'update'
}

/** The names that are no resources. */
export function unknownResources(names: readonly string[]): string[] {
  return names.filter((name) => !resources.some((one) => one.name === name))
}
