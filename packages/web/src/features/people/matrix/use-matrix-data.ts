import { api, MAX_PAGE_SIZE } from '@packhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { compareNames } from '../../../lib/format/order.ts'
import { declared, type ResourceRow } from '../../../resource/registry.ts'
import { useResourceList } from '../../../resource/use-resource.ts'
import { groupPermissions, type PermissionEntry, type PermissionGroup } from '../permission-groups.ts'
import { permissionEntry, permissionTitle } from '../permission-title.ts'
import type { Given } from './matrix-changes.ts'

/** A column of the matrix. */
export interface MatrixRole {
  id: string
  name: string
  /** A role of the product: it has every permission. */
  isSystem: boolean
}

const EVERY = { pageSize: String(MAX_PAGE_SIZE), sort: 'name' }
const none: never[] = []

/** The permissions there are, the roles, and which role gives which permission. */
export function useMatrixData() {
  const permissions = useQuery({
    queryKey: ['permissions'],
    queryFn: ({ signal }) => callApi(api.listPermissions, {}, { signal }),
  })
  const list = useResourceList(declared('role'), EVERY)
  const rows = list.data?.items ?? none
  const groups = useMemo(() => toGroups(permissions.data ?? none), [permissions.data])
  const roles = useMemo(() => rows.map(toRole).sort(ofTheProductFirst), [rows])
  const given: Given = useMemo(() => new Map(rows.map((row) => [row.id, new Set(row.permissions as string[])])), [rows])
  return {
    groups,
    roles,
    given,
    /** How many roles there are beyond those that are shown. */
    more: (list.data?.total ?? 0) - rows.length,
    isPending: permissions.isPending || list.isPending,
    error: permissions.data && list.data ? null : (permissions.error ?? list.error),
    retry: () => void Promise.all([permissions.refetch(), list.refetch()]),
  }
}

function toGroups(permissions: readonly PermissionEntry[]): PermissionGroup[] {
  const entries = permissions.map(({ name, description }) => permissionEntry(name, description))
  return groupPermissions(entries, permissionTitle)
}

function toRole({ id, name, isSystem }: ResourceRow): MatrixRole {
  return { id, name: String(name), isSystem: isSystem === true }
}

function ofTheProductFirst(one: MatrixRole, other: MatrixRole): number {
  return Number(other.isSystem) - Number(one.isSystem) || compareNames(one.name, other.name)
}
