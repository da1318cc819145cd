import { t } from '@packhouse/messages'
import { useMemo } from 'react'
import type { ResourceRow } from '../../resource/registry.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PermissionList } from './permission-list.tsx'
import { inCatalogueOrder, permissionEntry } from './permission-title.ts'

/** The permissions that a role gives. They are changed in the matrix of all roles. */
export function GivenPermissions({ row: { permissions } }: { row: ResourceRow }) {
  const entries = useMemo(
    () =>
      namesOf(permissions)
        .map((name) => permissionEntry(name))
        .sort(inCatalogueOrder),
    [permissions],
  )
  return (
    <div className="grid gap-3">
      {entries.length === 0 ? (
        <EmptyState title={t('people.thisRoleGivesNoPermissionsYet')} />
      ) : (
        <PermissionList entries={entries} />
      )}
      <AppLink
        href="/people/permissions"
        className="inline-flex items-center font-medium underline decoration-kraft underline-offset-3 max-md:min-h-11"
      >
        {t('people.compareAndChangeThePermissionsOf')}
      </AppLink>
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
