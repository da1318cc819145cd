/** What is to be given (true) or taken (false): by permission, then by role. Rows that did not change stay the same objects. */
export type MatrixChanges = Readonly<Record<string, Readonly<Record<string, boolean>>>>

export const noChanges: MatrixChanges = {}

/** The permissions that roles have now, by the id of the role. */
export type Given = ReadonlyMap<string, ReadonlySet<string>>

/** One call that gives permissions to roles, or takes them. */
export interface BulkChange {
  verb: 'assign' | 'remove'
  roleIds: string[]
  permissions: string[]
}

/** Sets a cell. What is as it was before is no change. */
export function setCell(
  changes: MatrixChanges,
  given: Given,
  cell: { permission: string; roleId: string },
  wanted: boolean,
): MatrixChanges {
  const { permission, roleId } = cell
  const { [roleId]: _before, ...others } = changes[permission] ?? {}
  const isAsBefore = (given.get(roleId)?.has(permission) ?? false) === wanted
  const row = isAsBefore ? others : { ...others, [roleId]: wanted }
  if (Object.keys(row).length > 0) return { ...changes, [permission]: row }
  const { [permission]: _row, ...rest } = changes
  return rest
}

/** The changes that are still to be saved: without those that others have made meanwhile and those of deleted roles. */
export function pendingChanges(changes: MatrixChanges, given: Given): MatrixChanges {
  const entries = Object.entries(changes).flatMap(([permission, row]) => {
    const pending = Object.entries(row).filter(([roleId, wanted]) => {
      const now = given.get(roleId)
      return now !== undefined && now.has(permission) !== wanted
    })
    const isWhole = pending.length === Object.keys(row).length
    return pending.length > 0 ? [[permission, isWhole ? row : Object.fromEntries(pending)] as const] : []
  })
  return Object.fromEntries(entries)
}

export function countChanges(changes: MatrixChanges): number {
  return Object.values(changes).reduce((sum, row) => sum + Object.keys(row).length, 0)
}

/**
 * The calls that make the changes: permissions that change alike for the same roles go together. What is given comes first,
 * so that who hands the right to work with roles from one to another never leaves nobody with it.
 */
export function bulkChanges(changes: MatrixChanges): BulkChange[] {
  const calls = new Map<string, BulkChange>()
  for (const verb of ['assign', 'remove'] as const) {
    for (const permission of Object.keys(changes).sort()) {
      const roleIds = rolesWith(changes[permission] ?? {}, verb === 'assign')
      if (roleIds.length === 0) continue
      const key = `${verb} ${roleIds.join(' ')}`
      const call = calls.get(key)
      if (call) call.permissions.push(permission)
      else calls.set(key, { verb, roleIds, permissions: [permission] })
    }
  }
  return [...calls.values()]
}

function rolesWith(row: Readonly<Record<string, boolean>>, wanted: boolean): string[] {
  return Object.keys(row)
    .filter((roleId) => row[roleId] === wanted)
    .sort()
}
