import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { PageButtons } from '../../../resource/table/pager.tsx'
import { DeniedState, FailedState } from '../../../resource/table/table-states.tsx'
import { useOpenRow } from '../../../resource/use-list-state.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { OpenCarton } from '../../../ui/illustrations.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { LetterBulk } from './letter-bulk.tsx'
import { LetterDrawer } from './letter-drawer.tsx'
import { type LetterFilter, LetterFilters, noFilter, toQuery } from './letter-filter.tsx'
import { LetterTable } from './letter-table.tsx'
import { RefusalSummary } from './refusal-summary.tsx'

/** What was refused and why; to be mapped and replayed, or discarded. */
export function DeadLettersPage() {
  const access = usePermission(api.listDeadLetters)
  return (
    <>
      <div className="mb-3.5 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h1 className="text-[22px] leading-7">{t('telemetry.deadLetters')}</h1>
        <p className="basis-full text-13 text-text-2">{t('telemetry.messagesThatDidNotBecomeRecords')}</p>
      </div>
      {access.allowed ? (
        <OpenLetters />
      ) : (
        <div className="grid flex-1 place-items-center rounded-panel border border-line bg-surface">
          <DeniedState what={t('telemetry.deadLetters')} permission={access.permission} />
        </div>
      )}
    </>
  )
}

function OpenLetters() {
  const { device = '' } = useSearch({ strict: false }) as { device?: string }
  const [filter, setFilter] = useState({ ...noFilter, device })
  const [page, setPage] = useState(1)
  // The window of a filter by time stays where it was when the filter was chosen: what is seen is what is replayed.
  const [chosenAt, setChosenAt] = useState(Date.now)
  const openRow = useOpenRow()
  const chosen = toQuery(filter, chosenAt)
  const query = useQuery({
    queryKey: ['dead-letters', chosen, page],
    queryFn: ({ signal }) => callApi(api.listDeadLetters, { query: { ...chosen, page: String(page) } }, { signal }),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  // By the server's clock: the newest message of the first page is the limit for the others.
  const [newest, setNewest] = useState('')
  const times = data?.items.map(({ receivedAt }) => receivedAt).sort()
  const until = data?.page === 1 ? (times?.at(-1) ?? '') : newest
  if (until !== newest) setNewest(until)
  const change = (part: Partial<LetterFilter>) => {
    setFilter({ ...filter, ...part })
    setPage(1)
    setChosenAt(Date.now())
  }
  return (
    <>
      <RefusalSummary />
      <LetterFilters filter={filter} codes={data?.codes ?? []} devices={data?.devices ?? []} onChange={change} />
      {data && data.total > 0 && <LetterBulk chosen={chosen} total={data.total} until={until} />}
      <div className="min-h-72 flex-1 overflow-auto rounded-panel border border-line bg-surface">
        {query.isPending && <Skeleton className="h-96" />}
        {query.isError && !data && (
          <FailedState what={t('telemetry.deadLetters')} error={query.error} onRetry={() => void query.refetch()} />
        )}
        {data?.total === 0 && (
          <NoLetters isFiltered={Object.keys(chosen).length > 0} onClear={() => change(noFilter)} />
        )}
        {data && data.total > 0 && (
          <LetterTable letters={data.items} openId={openRow.id} onOpen={openRow.open} addressOf={openRow.addressOf} />
        )}
      </div>
      <div className="flex min-h-12 flex-wrap items-center justify-end gap-2 text-12 text-text-2 tabular-nums">
        <span role="status" className="me-auto">
          {data && totalWords(data)}
        </span>
        <PageButtons
          page={page}
          pages={Math.max(1, Math.ceil((data?.total ?? 0) / (data?.pageSize ?? 1)))}
          onPage={setPage}
        />
      </div>
      {openRow.id !== undefined && <LetterDrawer key={openRow.id} id={openRow.id} onClose={openRow.close} />}
    </>
  )
}

function totalWords({ total, dropped: removed }: { total: number; dropped: number }): string {
  return removed > 0
    ? t('telemetry.deadLettersTotalOlderRemoved', { total, removed })
    : t('telemetry.deadLettersTotal', { total })
}

function NoLetters({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const frame = { heading: 'h2', className: 'py-22', illustration: <OpenCarton /> } as const
  if (isFiltered) {
    return (
      <EmptyState
        {...frame}
        title={t('telemetry.noDeadLetterFitsTheseFilters')}
        actions={<Button onClick={onClear}>{t('general.clearFilters')}</Button>}
      />
    )
  }
  return (
    <EmptyState {...frame} title={t('telemetry.nothingWasRefused')}>
      {t('telemetry.messagesThatDoNotBecomeRecords')}
    </EmptyState>
  )
}
