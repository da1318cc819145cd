import { t } from '@packhouse/messages'
import { usePageName } from '../../lib/page-names.ts'
import { PanelFailure, PanelFrame } from '../../ui/panel-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type UsageQuery, useUsage } from './analytics-queries.ts'
import { BarList } from './bar-list.tsx'
import { figureWords } from './figures.ts'

const MOST = 7

/** The pages with the most views. */
export function PagesPanel({ query }: { query: UsageQuery }) {
  const { data, isError, refetch } = useUsage('usagePopularPages', query)
  const nameOf = usePageName()
  const most = Math.max(1, ...(data?.items ?? []).map(({ views }) => views ?? 0))
  return (
    <PanelFrame
      title={t('analytics.popularPages')}
      aside={<span className="text-12 text-text-2">{t('analytics.views')}</span>}
    >
      {isError && !data && <PanelFailure what={t('analytics.popularPages')} onRetry={() => void refetch()} />}
      {!isError && !data && <Skeleton className="mx-4 mb-4 h-50" />}
      {data && (
        <BarList
          items={data.items.slice(0, MOST).map(({ page, views }) => ({
            key: page,
            name: nameOf(page),
            value: figureWords(views),
            share: (views ?? 0) / most,
          }))}
        />
      )}
    </PanelFrame>
  )
}
