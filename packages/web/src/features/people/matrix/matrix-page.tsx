import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useDeferredValue, useMemo, useState } from 'react'
import { UnsavedGuard } from '../../../resource/form/unsaved-guard.tsx'
import { useIsPhone } from '../../../resource/frame.tsx'
import { declared } from '../../../resource/registry.ts'
import { DeniedState, FailedState } from '../../../resource/table/table-states.tsx'
import { usePermission } from '../../../resource/use-permission.ts'
import { Alert } from '../../../ui/alert.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { Button, buttonClasses } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { PlusIcon } from '../../../ui/tool-icons.tsx'
import { findPermissions } from '../permission-groups.ts'
import { PermissionSearch } from '../permission-search.tsx'
import { MatrixGrid } from './matrix-grid.tsx'
import { MatrixList } from './matrix-list.tsx'
import { SaveBar } from './save-bar.tsx'
import { useFolded } from './use-folded.ts'
import { useMatrixData } from './use-matrix-data.ts'
import { useMatrixEdit } from './use-matrix-edit.ts'
import { useReach } from './use-reach.ts'

const noneFolded: ReadonlySet<string> = new Set()

/** Every role beside every permission: what is given is changed here, for several roles at once. */
export function MatrixPage() {
  const access = usePermission(api.listPermissions)
  if (access.allowed) return <OpenMatrix />
  return (
    <>
      <Title />
      <div className="my-6 grid flex-1 place-items-center rounded-panel border border-line bg-surface">
        <DeniedState what={t('people.permissionsWord')} permission={access.permission} />
      </div>
    </>
  )
}

function Title() {
  return <h1 className="text-[22px] leading-7">{t('people.rolesAndPermissions')}</h1>
}

function OpenMatrix() {
  const data = useMatrixData()
  const edit = useMatrixEdit(data.given)
  const isPhone = useIsPhone()
  const create = usePermission(declared('role').calls.create)
  const [search, setSearch] = useState('')
  // The letters appear at once, the rows as soon as there is time.
  const wanted = useDeferredValue(search)
  const groups = useMemo(() => findPermissions(data.groups, wanted), [data.groups, wanted])
  const reach = useReach(useMemo(() => data.roles.map(({ id }) => id), [data.roles]))
  const changedRoles = [...new Set(Object.values(edit.changes).flatMap((row) => Object.keys(row)))]
  const reached = useReach(changedRoles)
  const folding = useFolded()
  // What is looked for is seen, also in a folded group.
  const shownFolding = wanted.trim() === '' ? folding : { ...folding, folded: noneFolded }
  const Matrix = isPhone ? MatrixList : MatrixGrid
  return (
    <>
      <div className="mb-3.5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Title />
        <div className="ms-auto flex flex-wrap items-center gap-2 max-md:w-full">
          <PermissionSearch value={search} onChange={setSearch} className="w-[250px] max-md:w-full" />
          {create.allowed && (
            <AppLink href="/people/roles?open=new" className={buttonClasses('standard', 'dense')}>
              <PlusIcon size={14} />
              {t('resource.newOf', { noun: declared('role').noun[0] })}
            </AppLink>
          )}
        </div>
      </div>
      {edit.rights.readOnly !== undefined && <p className="mb-3 text-13 text-text-2">{edit.rights.readOnly}</p>}
      {data.more > 0 && (
        <Alert tone="info" className="mb-3 text-13">
          {t('people.moreRolesHaveNoRoomHere', { more: data.more })}
        </Alert>
      )}
      {data.error ? (
        <FailedState what={t('people.permissionsWord')} error={data.error} onRetry={data.retry} />
      ) : data.isPending ? (
        <Skeleton className="h-96" />
      ) : groups.length === 0 ? (
        <EmptyState
          className="flex-1 rounded-panel border border-line bg-surface py-22"
          title={t('people.noPermissionMatches', { search: wanted.trim() })}
          actions={<Button onClick={() => setSearch('')}>{t('people.clearTheSearch')}</Button>}
        />
      ) : (
        <Matrix
          groups={groups}
          roles={data.roles}
          given={data.given}
          edit={edit}
          folding={shownFolding}
          reach={reach}
        />
      )}
      <SaveBar edit={edit} people={edit.count > 0 ? reached.people : undefined} />
      <UnsavedGuard count={edit.count} onDiscard={edit.discard} />
    </>
  )
}
