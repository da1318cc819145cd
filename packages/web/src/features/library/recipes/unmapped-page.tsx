import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { PageButtons } from '../../../resource/table/pager.tsx'
import { DeniedState, FailedState } from '../../../resource/table/table-states.tsx'
import { usePermission } from '../../../resource/use-permission.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { OpenCarton } from '../../../ui/illustrations.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { UnmappedTable } from './unmapped-table.tsx'

/** Recipes that machines ran, and of which nobody has said which packaging style they make. */
export function UnmappedPage() {
  const permission = usePermission(api.unmappedRecipes)
  return (
    <>
      <div className="mb-3.5 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h1 className="text-[22px] leading-7">{t('library.recipesWithoutStyle')}</h1>
        <p className="text-13 text-text-2">{t('library.chooseStyleOfRecipe')}</p>
      </div>
      {permission.allowed ? (
        <UnmappedList />
      ) : (
        <div className="grid flex-1 place-items-center rounded-panel border border-line bg-surface">
          <DeniedState what={t('library.recipesWithoutStyle')} permission={permission.permission} />
        </div>
      )}
    </>
  )
}

function UnmappedList() {
  const [page, setPage] = useState(1)
  const query = useQuery({
    queryKey: ['resource', 'recipeStyle', 'unmapped', page],
    queryFn: ({ signal }) => callApi(api.unmappedRecipes, { query: { page: String(page) } }, { signal }),
    placeholderData: keepPreviousData,
  })
  if (query.isPending) return <Skeleton className="h-96" />
  if (query.isError) {
    const what = t('library.recipesWithoutStyle')
    return <FailedState what={what} error={query.error} onRetry={() => void query.refetch()} />
  }
  const { items, total, pageSize } = query.data
  const pages = Math.ceil(total / pageSize)
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="rounded-panel border border-line bg-surface">
        {total === 0 ? (
          <EmptyState
            heading="h2"
            className="py-16"
            illustration={<OpenCarton />}
            title={t('library.everyRecipeHasStyle')}
          >
            {t('library.recipesAppearAfterTheDay')}
          </EmptyState>
        ) : (
          <UnmappedTable recipes={items} />
        )}
      </div>
      {total > 0 && (
        <div className="flex min-h-12 flex-wrap items-center justify-end gap-2 text-12 text-text-2 tabular-nums">
          <span role="status" className="me-auto">
            {t('library.recipesTotal', { total })}
          </span>
          {pages > 1 && <PageButtons page={page} pages={pages} onPage={setPage} />}
        </div>
      )}
    </div>
  )
}
