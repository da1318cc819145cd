import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { DeniedState, FailedState } from '../../resource/table/table-states.tsx'
import { usePermission } from '../../resource/use-permission.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { OpenCarton } from '../../ui/illustrations.tsx'
import { Panel } from '../../ui/panel.tsx'
import { AnalyticsHead } from './analytics-head.tsx'
import { useUsage } from './analytics-queries.ts'
import { DayBars } from './day-bars.tsx'
import { ActivityHeat, PageHeat } from './heat-panels.tsx'
import { PagesPanel } from './pages-panel.tsx'
import { PeoplePanel } from './people-panel.tsx'
import { TilesSkeleton, UsageTiles } from './usage-tiles.tsx'
import { type AnalyticsAddress, useAnalyticsAddress } from './use-analytics-address.ts'

/** What people use and when. By name only for whoever may see names; otherwise by groups. */
export function AnalyticsPage() {
  useDocumentTitle(t('analytics.analytics'))
  const access = usePermission(api.usageDashboard)
  const address = useAnalyticsAddress()
  if (!access.allowed) {
    return <DeniedState heading="h1" what={t('analytics.analyticsWord')} permission={access.permission} />
  }
  return <Figures address={address} />
}

function Figures({ address }: { address: AnalyticsAddress }) {
  const { query } = address
  const dashboard = useUsage('usageDashboard', query)
  const { data, isError, error, refetch } = dashboard
  if (isError && data === undefined) {
    return <FailedState heading="h1" what={t('analytics.analyticsWord')} error={error} onRetry={() => void refetch()} />
  }
  if (data?.mode === 'off') {
    return (
      <EmptyState heading="h1" className="py-22" illustration={<OpenCarton />} title={t('analytics.isOff')}>
        {t('analytics.nothingIsStored')}
      </EmptyState>
    )
  }
  const isEmpty = data !== undefined && data.pageViews === 0 && data.activeInWindow === 0
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <AnalyticsHead address={address} dashboard={data} />
      {data === undefined ? <TilesSkeleton /> : <UsageTiles dashboard={data} />}
      {isEmpty ? (
        <Panel className="py-8">
          <EmptyState heading="h2" illustration={<OpenCarton />} title={t('analytics.nothingInWindow')}>
            {t('analytics.chooseALongerWindow')}
          </EmptyState>
        </Panel>
      ) : (
        <>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2 xl:grid-cols-[3fr_2fr_2fr] [&>*]:min-w-0">
            <DayBars dashboard={data} className="md:max-xl:col-span-2" />
            <PeoplePanel address={address} />
            <PagesPanel query={query} />
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-2 [&>*]:min-w-0">
            <PageHeat query={query} />
            <ActivityHeat query={query} />
          </div>
        </>
      )}
    </div>
  )
}
