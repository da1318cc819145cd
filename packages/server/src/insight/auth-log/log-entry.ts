import type { AuthLogEntry, FieldChange, Resource } from '@packhouse/contract'
import { withoutConfidential } from '../../engine/resource/confidential.ts'
import { changesBetween } from '../../engine/resource/history.ts'
import type { LogRow } from './log.queries.ts'

/** Of entries that are about nobody who is known. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** What somebody may see of entries. */
export interface Sight {
  readable: ReadonlyMap<string, Resource>
  seesCosts: boolean
}

export function toEntry(row: LogRow, sight: Sight): AuthLogEntry {
  const isChange = row.kind === 'change'
  const way = isChange ? undefined : row.after?.with
  return {
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    action: row.action,
    type: row.type,
    outcome: row.outcome,
    code: row.code,
    who: row.actorId === NOBODY ? null : { id: row.actorId, name: row.actorName },
    apiKey: row.apiKeyId === null ? null : { id: row.apiKeyId, name: row.apiKeyName },
    device: row.deviceId === null ? null : { id: row.deviceId, name: row.deviceName },
    record: row.rowId === NOBODY ? null : { resource: row.resource, id: row.rowId, label: row.label },
    target: row.target,
    way: typeof way === 'string' ? way : null,
    address: row.address,
    program: row.program,
    changed: isChange ? (changesOf(row, sight) ?? []).map(({ field }) => field) : [],
    times: row.times,
    since: row.since.toISOString(),
  }
}

/** The fields of a record before and after; undefined where the reader may not see it. */
export function changesOf({ kind, resource: name, before, after }: LogRow, sight: Sight): FieldChange[] | undefined {
  if (kind !== 'change') return []
  const resource = sight.readable.get(name)
  if (resource === undefined) return undefined
  const shown = (values: Record<string, unknown> | null) =>
    sight.seesCosts ? (values ?? {}) : withoutConfidential(resource, values ?? {})
  // Fields that the declaration no longer has may have been confidential.
  return changesBetween(resource, shown(before), shown(after)).filter(({ field }) => field in resource.fields)
}
