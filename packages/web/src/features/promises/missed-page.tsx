import { t } from '@packhouse/messages'
import { DASH, numberFormat } from '../../lib/format/numbers.ts'
import { FailedState } from '../../resource/table/table-states.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PanelFrame } from '../../ui/panel-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { figureWords } from './promise-words.ts'
import { useMissedPromises } from './use-promises.ts'

/** Promises that machines of the fleet miss, the largest gap first. */
export function MissedPage() {
  return (
    <>
      <h1 className="mb-3.5 text-[22px] leading-7">{t('promises.missedPromises')}</h1>
      <div className="min-h-0 flex-1 overflow-y-auto pb-6">
        <MissedList />
      </div>
    </>
  )
}

function MissedList() {
  const { data, error, refetch } = useMissedPromises()
  if (data === undefined && error !== null)
    return <FailedState what={t('promises.missedPromises')} error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton className="h-64" />
  if (data.items.length === 0)
    return (
      <EmptyState title={t('promises.noneMissed')}>
        {t('promises.noneMissedAbout', { count: data.measured })}
        {data.waiting > 0 && ` ${t('promises.waiting', { count: data.waiting })}`}
      </EmptyState>
    )
  return (
    <PanelFrame
      title={t('promises.missedPromises')}
      aside={
        <span className="text-12 text-text-2">
          {t('promises.missedOfMeasured', { missed: data.missed, measured: data.measured })}
          {data.waiting > 0 && `. ${t('promises.waiting', { count: data.waiting })}`}
        </span>
      }
    >
      <ul className="grid">
        {data.items.map(({ promiseId, machineID, customer, model, name, figure, unit, live, share }) => (
          <li
            key={promiseId}
            className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 text-13"
          >
            <span className="min-w-0 flex-1 basis-56 wrap-anywhere">
              <AppLink
                href={`/machines/${encodeURIComponent(machineID)}/promises?promise=${promiseId}`}
                className="font-semibold text-text no-underline hover:underline"
                translate="no"
              >
                {machineID}, {name}
              </AppLink>
              <span className="block text-12 text-text-2" translate="no">
                {[customer?.name, model].filter(Boolean).join(', ')}
              </span>
            </span>
            <span className="text-text-2 tabular-nums" translate="no">
              {figureWords(live)} / {figureWords(figure)} {unit}
            </span>
            <b className="w-14 text-end font-semibold tabular-nums">
              {share === null ? DASH : numberFormat({ style: 'percent', maximumFractionDigits: 0 }).format(share)}
            </b>
          </li>
        ))}
      </ul>
    </PanelFrame>
  )
}
