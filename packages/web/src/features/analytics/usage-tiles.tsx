import { t } from '@packhouse/messages'
import type { ReactNode } from 'react'
import { dateFormat } from '../../lib/format/date-formats.ts'
import { numberFormat } from '../../lib/format/numbers.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Dashboard } from './analytics-queries.ts'
import { figureWords, sumOf } from './figures.ts'

const frame =
  'grid overflow-hidden rounded-panel border border-line bg-line gap-px grid-cols-[repeat(auto-fit,minmax(180px,1fr))]'

/** The five figures at the top. */
export function UsageTiles({ dashboard }: { dashboard: Dashboard }) {
  const { hereNow, activeToday, activeInWindow, accounts, neverActive, activeMinutesADay, pageViews, days } = dashboard
  const ofAccounts = t('analytics.ofAccounts', { count: accounts })
  return (
    <dl className={frame}>
      <Tile name={t('analytics.hereNow')} value={figureWords(sumOf(hereNow.staff, hereNow.customers))}>
        {t('analytics.staffAndCustomersNow', {
          staff: figureWords(hereNow.staff),
          customers: figureWords(hereNow.customers),
        })}
      </Tile>
      <Tile name={t('analytics.activeToday')} value={figureWords(activeToday)} unit={ofAccounts}>
        {againstLastWeek(dashboard)}
      </Tile>
      <Tile name={t('analytics.activeInDays', { days })} value={figureWords(activeInWindow)} unit={ofAccounts}>
        {neverActive !== null && t('analytics.neverActive', { count: neverActive })}
      </Tile>
      <Tile
        name={t('analytics.activeTimeADay')}
        value={figureWords(activeMinutesADay.all)}
        unit={t('analytics.minutesMedian')}
      >
        {t('analytics.staffAndCustomersMinutes', {
          staff: figureWords(activeMinutesADay.staff),
          customers: figureWords(activeMinutesADay.customers),
        })}
      </Tile>
      <Tile name={t('analytics.pageViews')} value={figureWords(pageViews)}>
        {againstBefore(dashboard)}
      </Tile>
    </dl>
  )
}

export function TilesSkeleton() {
  const names = ['hereNow', 'activeToday', 'activeInWindow', 'activeTime', 'pageViews']
  return (
    <div className={frame} role="status">
      <span className="sr-only">{t('analytics.loading')}</span>
      {names.map((name) => (
        <div key={name} className="bg-surface px-4 py-3">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="my-1.5 h-7 w-16" />
          <Skeleton className="h-4 w-28" />
        </div>
      ))}
    </div>
  )
}

interface TileProps {
  name: string
  value: string
  unit?: string
  children: ReactNode
}

function Tile({ name, value, unit, children }: TileProps) {
  return (
    <div className="bg-surface px-4 py-3">
      <dt className="text-13 text-text-2">{name}</dt>
      <dd>
        <p className="font-display text-26 leading-8 font-semibold tabular-nums">
          {value} {unit !== undefined && <span className="font-sans text-13 font-normal text-text-2">{unit}</span>}
        </p>
        <p className="text-12 text-text-2 tabular-nums">{children}</p>
      </dd>
    </div>
  )
}

function againstLastWeek({ activeToday, activeWeekAgo, zone, to }: Dashboard): string {
  if (activeToday === null || activeWeekAgo === null) return t('analytics.notCompared')
  const change = numberFormat({ signDisplay: 'exceptZero' }).format(activeToday - activeWeekAgo)
  return t('analytics.onLastWeekday', { change, weekday: dateFormat('weekday', zone).format(Date.parse(to)) })
}

function againstBefore({ pageViews, pageViewsBefore, days }: Dashboard): string {
  if (pageViews === null || pageViewsBefore === null || pageViewsBefore === 0) return t('analytics.notCompared')
  const share = pageViews / pageViewsBefore - 1
  const change = numberFormat({ style: 'percent', signDisplay: 'exceptZero' }).format(share)
  return t('analytics.onDaysBefore', { change, days })
}
