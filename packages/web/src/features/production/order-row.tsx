import type { ProductionOrder } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatCount, formatRate } from '../../lib/format/numbers.ts'
import type { SiteClock } from '../../lib/format/site-clock.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import type { PageWindow } from './page-window.ts'
import { Figure, LongestStops, ProductionFacts } from './production-figures.tsx'
import { ShowButton } from './show-button.tsx'

interface OrderRowProps {
  order: ProductionOrder
  page: PageWindow
  /** Whether the site has shifts, which the expected end counts. */
  hasShifts: boolean
  /** Only one order is under way at a time. */
  canStart: boolean
  /** Absent without the permission to change orders. */
  actions: { change: () => void; step: (what: 'start' | 'end') => void; remove: () => void } | undefined
}

/** One production order with its progress and what can be done with it. */
export function OrderRow({ order, page, hasShifts, canStart, actions }: OrderRowProps) {
  const { number, product, recipe, target, startedAt, endedAt, figures } = order
  const isUnderWay = startedAt !== null && endedAt === null
  const planned = t('production.plannedTime', { time: timeWords(order.plannedFrom, order.plannedTo, page.clock) })
  return (
    <li className="border-b border-line px-4 py-3 text-13 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h3 className="text-14 font-semibold wrap-anywhere" translate="no">
          {number}
        </h3>
        {isUnderWay && <Badge tone="ok">{t('production.orderUnderWay')}</Badge>}
        {endedAt !== null && <Badge tone="unk">{t('production.orderEndedBadge')}</Badge>}
        <span className="me-auto min-w-0 text-text-2 wrap-anywhere" translate="no">
          {product}
        </span>
        {startedAt !== null && (
          <ShowButton
            page={page}
            from={Date.parse(startedAt)}
            to={endedAt === null ? page.now : Date.parse(endedAt)}
            isUnderWay={isUnderWay}
            what={number}
          />
        )}
      </div>
      <p className="mt-1 text-12 text-text-2 tabular-nums wrap-anywhere">
        {[
          t('production.targetIs', { target: formatCount(target) }),
          planned,
          ...(recipe === null ? [] : [t('production.byRecipe', { recipe })]),
        ].join(' · ')}
      </p>
      {isUnderWay && <Progress order={order} clock={page.clock} hasShifts={hasShifts} />}
      {figures && (
        <div className="mt-2">
          <ProductionFacts figures={figures} />
          <LongestStops stops={figures.stops} clock={page.clock} />
        </div>
      )}
      {actions && endedAt === null && (
        <div className="mt-2 flex flex-wrap gap-2">
          {startedAt === null && canStart && (
            <Button
              size="dense"
              aria-label={`${t('production.start')}: ${number}`}
              onClick={() => actions.step('start')}
            >
              {t('production.start')}
            </Button>
          )}
          {isUnderWay && (
            <Button size="dense" aria-label={`${t('production.end')}: ${number}`} onClick={() => actions.step('end')}>
              {t('production.end')}
            </Button>
          )}
          <Button size="dense" aria-label={`${t('production.change')}: ${number}`} onClick={actions.change}>
            {t('production.change')}
          </Button>
          {startedAt === null && (
            <Button
              size="dense"
              variant="quiet"
              aria-label={`${t('production.remove')}: ${number}`}
              onClick={actions.remove}
            >
              {t('production.remove')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

interface ProgressProps {
  order: ProductionOrder
  clock: SiteClock
  hasShifts: boolean
}

/** How much of the target is made, and when the rest will be at the rate of the last hour of planned time. */
function Progress({ order, clock, hasShifts }: ProgressProps) {
  const { target, figures, goodPerMinute, expectedEnd } = order
  const good = figures?.goodCycles ?? null
  const isReached = good !== null && good >= target
  return (
    <>
      {good !== null && (
        <progress
          className="mt-2 block h-2.5 w-full accent-action"
          max={target}
          value={Math.min(good, target)}
          aria-label={t('production.progressOf', { good: formatCount(good), target: formatCount(target) })}
        />
      )}
      <dl className="mt-1.5 grid grid-cols-2 gap-x-4 gap-y-1.5 sm:grid-cols-3">
        <Figure name={t('production.good')}>
          {good === null
            ? t('production.notMeasured')
            : t('production.progressOf', { good: formatCount(good), target: formatCount(target) })}
        </Figure>
        <Figure name={t('production.rate')}>
          {goodPerMinute === null ? t('production.notKnown') : ratePerMinute(formatRate(goodPerMinute), hasShifts)}
        </Figure>
        <Figure
          name={t('production.expectedEnd')}
          note={hasShifts ? t('production.endInPlannedTime') : t('production.endAroundTheClock')}
        >
          {isReached && t('production.targetReached')}
          {!isReached &&
            (expectedEnd === null ? t('production.notKnown') : momentWords(Date.parse(expectedEnd), clock))}
        </Figure>
      </dl>
    </>
  )
}

function ratePerMinute(rate: string, hasShifts: boolean): string {
  return hasShifts ? t('production.ratePerPlannedMinute', { rate }) : t('production.ratePerMinute', { rate })
}

function momentWords(at: number, clock: SiteClock): string {
  return `${clock.day(at)}, ${clock.time(at)}`
}

function timeWords(from: string, to: string, clock: SiteClock): string {
  const [start, end] = [Date.parse(from), Date.parse(to)]
  const isOneDay = clock.dateOf(start) === clock.dateOf(end)
  return t('monitoring.timeRange', {
    from: momentWords(start, clock),
    to: isOneDay ? clock.time(end) : momentWords(end, clock),
  })
}
