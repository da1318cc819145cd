import { api, jobStates } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { useSearchChoice } from '../../lib/use-search-choice.ts'
import { PageButtons } from '../../resource/table/pager.tsx'
import { DeniedState, FailedState } from '../../resource/table/table-states.tsx'
import { usePermission } from '../../resource/use-permission.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { OpenCarton } from '../../ui/illustrations.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { JobTable } from './job-table.tsx'
import { jobLooks } from './job-words.ts'
import { PeriodicTable } from './periodic-table.tsx'

const REFRESH_MS = 5_000

const stateValues = ['all', ...jobStates] as const
const states = stateValues.map((value) => ({
  value,
  label: value === 'all' ? t('general.all') : jobLooks[value].label,
}))
const emptyTitles = {
  all: t('operation.nothingWaits'),
  waiting: t('operation.noJobWaits'),
  running: t('operation.noJobIsRunning'),
  dead: t('operation.noJobHasFailedForGood'),
}

/** What the product has to do beside requests: what waits, what has failed for good, and what is due again and again. */
export function JobsPage() {
  const permission = usePermission(api.listJobs)
  return (
    <>
      <div className="mb-3.5 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h1 className="text-[22px] leading-7">{t('operation.jobs')}</h1>
        <p className="text-13 text-text-2">{t('operation.deadOnesAreRemovedAfter90')}</p>
      </div>
      {permission.allowed ? (
        <JobLists />
      ) : (
        <div className="grid flex-1 place-items-center rounded-panel border border-line bg-surface">
          <DeniedState what={t('operation.jobsWord')} permission={permission.permission} />
        </div>
      )}
    </>
  )
}

function JobLists() {
  const [chosen, choose] = useSearchChoice('state', stateValues, 'all')
  const [page, setPage] = useState(1)
  const state = chosen === 'all' ? {} : { state: chosen }
  const query = useQuery({
    queryKey: ['jobs', chosen, page],
    queryFn: ({ signal }) => callApi(api.listJobs, { query: { page: String(page), ...state } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
  if (query.isPending) return <Skeleton className="h-96" />
  if (query.isError)
    return <FailedState what={t('operation.jobsWord')} error={query.error} onRetry={() => void query.refetch()} />
  const { items, total, pageSize, periodic } = query.data
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Select
        label={t('general.state')}
        options={states}
        value={chosen}
        onValueChange={(value) => {
          setPage(1)
          choose(value)
        }}
        className="mb-3 w-fit"
      />
      <div className="rounded-panel border border-line bg-surface">
        {total === 0 ? (
          <EmptyState heading="h2" className="py-16" illustration={<OpenCarton />} title={emptyTitles[chosen]}>
            {t('operation.mailsAndWebhooksThatWaitOr')}
          </EmptyState>
        ) : (
          <JobTable jobs={items} />
        )}
      </div>
      <div className="flex min-h-12 flex-wrap items-center justify-end gap-2 text-12 text-text-2 tabular-nums">
        <span role="status" className="me-auto">
          {t('operation.jobsTotal', { total })}
        </span>
        <PageButtons page={page} pages={Math.max(1, Math.ceil(total / pageSize))} onPage={setPage} />
      </div>
      <h2 className="mt-3 mb-2 text-16">{t('operation.periodicJobs')}</h2>
      <div className="mb-4 rounded-panel border border-line bg-surface">
        <PeriodicTable jobs={periodic} />
      </div>
    </div>
  )
}
