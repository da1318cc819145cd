import { t } from '@packhouse/messages'
import { formatCount } from '../../../lib/format/numbers.ts'
import { NEW, ResourceDrawer } from '../../../resource/drawer/resource-drawer.tsx'
import { declared, type ResourceRow } from '../../../resource/registry.ts'
import { DeniedState, FailedState } from '../../../resource/table/table-states.tsx'
import { useOpenRow } from '../../../resource/use-list-state.ts'
import { missingWords, usePermission } from '../../../resource/use-permission.ts'
import { useResourceList } from '../../../resource/use-resource.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { OpenCarton } from '../../../ui/illustrations.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { PlusIcon } from '../../../ui/tool-icons.tsx'
import { FieldDrawer } from './field-drawer.tsx'
import { FieldsOfType } from './fields-of-type.tsx'
import { TypeList } from './type-list.tsx'
import { useChosenType } from './use-chosen-type.ts'

const ALL = { pageSize: '200', sort: 'name' }

/** The types of machines, and the fields that the machines of each have values of. */
export function TypesPage() {
  const types = declared('machineType')
  const access = usePermission(types.calls.list)
  const query = useResourceList(types, ALL, { enabled: access.allowed })
  if (!access.allowed) {
    return (
      <>
        <h1 className="mb-3.5 text-[22px] leading-7">{t('library.machineTypes')}</h1>
        <div className="mb-6 grid flex-1 place-items-center rounded-panel border border-line bg-surface">
          <DeniedState what={types.noun[1]} permission={access.permission} />
        </div>
      </>
    )
  }
  return (
    <>
      <TypesHead count={query.data?.total} />
      {query.isPending && <Skeleton className="min-h-72 flex-1" />}
      {query.isError && !query.data && (
        <FailedState what={types.noun[1]} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data && <TypesBody types={query.data.items} />}
    </>
  )
}

function TypesHead({ count }: { count: number | undefined }) {
  const types = declared('machineType')
  const create = usePermission(types.calls.create)
  const openRow = useOpenRow()
  return (
    <div className="mb-3.5 flex flex-wrap items-center gap-x-4 gap-y-2">
      <h1 className="text-[22px] leading-7">{t('library.machineTypes')}</h1>
      <span className="text-text-2 tabular-nums">{count === undefined ? '' : formatCount(count)}</span>
      <Button
        size="dense"
        className="ms-auto"
        disabled={!create.allowed}
        title={create.allowed ? undefined : missingWords(create)}
        onClick={() => openRow.open(NEW)}
      >
        <PlusIcon size={14} />
        {t('library.newType')}
      </Button>
    </div>
  )
}

function TypesBody({ types }: { types: readonly ResourceRow[] }) {
  const openRow = useOpenRow()
  const { chosen, choose } = useChosenType(types)
  const isType = openRow.id === NEW || types.some(({ id }) => id === openRow.id)
  return (
    <>
      {chosen === undefined ? (
        <EmptyState heading="h2" illustration={<OpenCarton />} title={t('library.noTypesYet')}>
          {t('library.typesSayWhichFields')}
        </EmptyState>
      ) : (
        <div className="flex min-h-0 flex-1 gap-4 pb-5 max-lg:flex-col">
          <TypeList types={types} chosen={chosen.id} onChoose={choose} />
          <FieldsOfType key={chosen.id} type={chosen} types={types} />
        </div>
      )}
      {openRow.id !== undefined && isType && (
        <ResourceDrawer
          resource={declared('machineType')}
          view={{}}
          openRow={{ ...openRow, replace: (id) => choose(id) }}
          order={types.map(({ id }) => id)}
        />
      )}
      {openRow.id !== undefined && !isType && chosen !== undefined && <FieldDrawer type={chosen} />}
    </>
  )
}
