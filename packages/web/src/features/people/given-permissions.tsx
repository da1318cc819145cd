import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ResourceRow } from '../../resource/registry.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PermissionList } from './permission-list.tsx'
import { inCatalogueOrder, permissionEntry } from './permission-title.ts'

export interface GivenPermissionsProps {
  row: ResourceRow
  emptyTitle: string
  /** Whether they are given and taken where all roles stand side by side. */
  isEditable?: boolean
}

/** The permissions that a role gives. */
export function GivenPermissions({ row, emptyTitle, isEditable = false }: GivenPermissionsProps) {
  const { permissions } = row
  const entries = useMemo(() => namesOf(permissions).map(permissionEntry).sort(inCatalogueOrder), [permissions])
  return (
    <div className="grid gap-3">
      {entries.length === 0 ? <EmptyState title={emptyTitle} /> : <PermissionList entries={entries} />}
      {isEditable && (
        <Link
          to="/people/$kind"
          params={{ kind: 'permissions' }}
          className="inline-flex items-center font-medium underline decoration-kraft underline-offset-3 max-md:min-h-11"
        >
          Compare and change the permissions of all roles
        </Link>
      )}
    </div>
  )
}

/** How many they are, for a column. */
export function permissionCount({ permissions }: ResourceRow) {
  return <span className="tabular-nums">{namesOf(permissions).length}</span>
}

/** The names in the field of a role or a group that lists its permissions. */
export function namesOf(permissions: unknown): string[] {
  return Array.isArray(permissions) ? permissions.map(String) : []
}
