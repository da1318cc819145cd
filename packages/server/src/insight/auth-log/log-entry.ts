import type { AuthLogEntry, FieldChange, Resource } from '@packhouse/contract'
import { withoutConfidential } from '../../engine/resource/confidential.ts'
import { changesBetween } from '../../engine/resource/history.ts'
import type { LogRow } from './log.queries.ts'

/** Of entries that are about nobody who is known. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

const PERMISSIONS = 'permissions'

type Rights = Pick<AuthLogEntry, 'given' | 'taken'>

/** What somebody may see of entries. */
export interface Sight {
  readable: ReadonlyMap<string, Resource>
  seesCosts: boolean
}

export function toEntry(row: LogRow, sight: Sight): AuthLogEntry {
  const isChange = row.kind === 'change'
  const way = isChange ? undefined : row.after?.with
  const changes = isChange ? (changesOf(row, sight) ?? []) : []
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
    changed: changes.map(({ field }) => field),
    ...rightsIn(row, changes, sight),
    times: row.times,
    since: row.since.toISOString(),
  }
}

/** The fields of a record before and after; undefined where the reader may not see it. */
export function changesOf(
  { kind, action, resource: name, before, after }: LogRow,
  sight: Sight,
): FieldChange[] | undefined {
  if (kind !== 'change') return []
  const resource = sight.readable.get(name)
  if (resource === undefined) return undefined
  const shown = (values: Record<string, unknown> | null) =>
    sight.seesCosts ? (values ?? {}) : withoutConfidential(resource, values ?? {})
  // Fields that the declaration no longer has may have been confidential.
  const changes = changesBetween(resource, shown(before), shown(after))
  // A value that was written to a machine is no field of its record.
  if (action === 'write-value') return changes
  return changes.filter(({ field }) => field in resource.fields || isRight(resource, field, sight))
}

/** Permissions of people are no fields of theirs, and neither are roles; the log names both, as far as they may be read. */
function isRight({ traits }: Resource, field: string, { readable }: Sight): boolean {
  const to = traits.relations?.[field]?.to
  return field === PERMISSIONS || (to !== undefined && readable.has(to))
}

/** What was given and taken where permissions or attached rows have changed. */
function rightsIn({ resource: name }: LogRow, changes: readonly FieldChange[], sight: Sight): Rights {
  const resource = sight.readable.get(name)
  const lists = changes.filter(({ field }) => resource !== undefined && isRight(resource, field, sight))
  const without = (one: unknown, other: unknown) => {
    const others = new Set(Array.isArray(other) ? other.map(String) : [])
    return Array.isArray(one) ? one.map(String).filter((entry) => !others.has(entry)) : []
  }
  return {
    given: lists.flatMap(({ before, after }) => without(after, before)),
    taken: lists.flatMap(({ before, after }) => without(before, after)),
  }
}
