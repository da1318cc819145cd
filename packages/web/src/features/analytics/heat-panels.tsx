import { t } from '@packhouse/messages'
import { useState } from 'react'
import { dateFormat } from '../../lib/format/date-formats.ts'
import { usePageName } from '../../lib/page-names.ts'
import { type HeatRow, HourHeatMap } from '../../ui/hour-heat-map.tsx'
import { PanelFailure, PanelFrame } from '../../ui/panel-frame.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type UsageQuery, useUsage } from './analytics-queries.ts'
import { figureWords } from './figures.ts'

/** The Monday from which weekdays are named. */
const A_MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

/** When the most viewed pages are viewed. */
export function PageHeat({ query }: { query: UsageQuery }) {
  const { data, isError, refetch } = useUsage('usagePageHeatmap', query)
  const nameOf = usePageName()
  const zone = data?.zone ?? query.zone
  const rows = data?.rows.map(({ page, hours }) => ({ name: nameOf(page), hours }))
  return (
    <PanelFrame
      title={t('analytics.viewsByHour')}
      aside={
        rows && (
          <span className="text-12 text-text-2 tabular-nums">
            {t('analytics.strongest', { views: figureWords(strongestOf(rows)) })}
          </span>
        )
      }
    >
      {isError && !rows && <PanelFailure what={t('analytics.viewsByHour')} onRetry={() => void refetch()} />}
      {!isError && !rows && <Skeleton className="mx-4 mb-4 h-60" />}
      {rows && (
        <HourHeatMap
          caption={t('analytics.viewsOfPages', { zone })}
          rowHead={t('analytics.page')}
          rows={rows.slice(0, 8)}
          words={figureWords}
        />
      )}
    </PanelFrame>
  )
}

const measures = ['people', 'web', 'api'] as const
type Measure = (typeof measures)[number]

/** When people are active, and when web and API are used, by weekday. */
export function ActivityHeat({ query }: { query: UsageQuery }) {
  const [measure, setMeasure] = useState<Measure>('people')
  const people = useUsage('usageUserHeatmap', query, measure === 'people')
  const apps = useUsage('usageAppHeatmap', query, measure !== 'people')
  const { data, isError, refetch } = measure === 'people' ? people : apps
  const zone = data?.zone ?? query.zone
  const ofMeasure = measure === 'people' ? people.data?.rows : apps.data?.rows.filter(({ app }) => app === measure)
  const rows = ofMeasure?.map(({ weekday, hours }) => ({ name: weekdayName(weekday), hours }))
  const words: Record<Measure, string> = {
    people: t('analytics.people'),
    web: t('analytics.web'),
    api: t('analytics.api'),
  }
  const captions: Record<Measure, string> = {
    people: t('analytics.medianOfPeople', { zone }),
    web: t('analytics.viewsAndActions', { zone }),
    api: t('analytics.callsOfApi', { zone }),
  }
  return (
    <PanelFrame
      title={t('analytics.activityByWeekday')}
      aside={
        <Segments
          label={t('analytics.counted')}
          options={measures.map((value) => ({ value, label: words[value] }))}
          value={measure}
          onValueChange={setMeasure}
        />
      }
    >
      {isError && !rows && <PanelFailure what={t('analytics.activityByWeekday')} onRetry={() => void refetch()} />}
      {!isError && !rows && <Skeleton className="mx-4 mb-4 h-60" />}
      {rows && (
        <>
          <p className="px-4 pb-2 text-12 text-text-2">{captions[measure]}</p>
          <HourHeatMap caption={captions[measure]} rowHead={t('analytics.weekday')} rows={rows} words={figureWords} />
        </>
      )}
    </PanelFrame>
  )
}

function weekdayName(weekday: number): string {
  return dateFormat('weekday', 'UTC').format(A_MONDAY + (weekday - 1) * DAY_MS)
}

function strongestOf(rows: readonly HeatRow[]): number {
  return Math.max(0, ...rows.flatMap(({ hours }) => hours.map((figure) => figure ?? 0)))
}
