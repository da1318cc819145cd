import type { MachineOee as Oee, OeeBuckets } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatCount } from '../../lib/format/numbers.ts'
import { rich } from '../../lib/language/rich.ts'
import { CountingNote } from '../../ui/counting-note.tsx'
import { PanelFailure, PanelFrame } from '../../ui/panel-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { oeeRules } from './counting-rules.ts'
import { type TimeWindow, useOee } from './use-machine-service.ts'
import { lengthWords, percentWords } from './words.ts'

/** Every bucket in the order in which time is lost, with the colour of its part of the bar. */
const buckets: readonly { name: keyof OeeBuckets; label: string; colour: string }[] = [
  { name: 'runningMs', label: t('service.runningAtDesignSpeed'), colour: 'var(--st-run)' },
  { name: 'speedLossMs', label: t('service.speedLoss'), colour: 'var(--series-2)' },
  { name: 'minorStopMs', label: t('service.minorStops'), colour: 'var(--st-idle)' },
  { name: 'unplannedMs', label: t('service.unplannedStops'), colour: 'var(--st-abort)' },
  { name: 'changeoverMs', label: t('service.changeover'), colour: 'var(--st-maint)' },
  { name: 'uncategorisedMs', label: t('service.stopsWithoutAReason'), colour: 'var(--st-stop)' },
  { name: 'plannedMs', label: t('service.planned'), colour: 'var(--control)' },
  {
    name: 'unknownMs',
    label: t('service.unknown'),
    colour: 'repeating-linear-gradient(135deg, var(--control) 0 1px, transparent 1px 5px)',
  },
]

/** Where the time of a window went, and what that makes of the machine's effectiveness. */
export function MachineOee({ id, window }: { id: string; window: TimeWindow }) {
  const { data, isError, refetch } = useOee(id, window)
  return (
    <PanelFrame
      className="mt-4"
      title={t('service.oee')}
      note={data && <CountingNote of={t('service.oee')} rules={oeeRules(data)} />}
      aside={
        data && (
          <p className="text-12 text-text-2 tabular-nums">
            {rich('service.everyMomentInOnePart', {
              length: <b className="font-semibold text-text">{lengthWords(data.lengthMs)}</b>,
            })}
          </p>
        )
      }
    >
      {!data && isError && <PanelFailure what={t('service.theOee')} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton className="mx-4 mb-4 h-56" />}
      {data && (
        <>
          <Tiles oee={data} />
          <Bar oee={data} />
          <Table oee={data} />
        </>
      )}
    </PanelFrame>
  )
}

function Tiles({ oee }: { oee: Oee }) {
  const tiles = [
    { term: t('service.oee'), share: oee.oee, note: t('service.availabilityPerformanceQuality') },
    {
      term: t('service.availability'),
      share: oee.availability,
      note: t('service.ofPlannedProduction', { length: lengthWords(oee.plannedProductionMs) }),
    },
    {
      term: t('service.performance'),
      share: oee.performance,
      note:
        oee.designSpeed === null
          ? t('service.noDesignSpeedIsEntered')
          : t('service.againstCyclesMin', { speed: formatCount(oee.designSpeed) }),
    },
    {
      term: t('service.quality'),
      share: oee.quality,
      note: t('service.ofCyclesGood', {
        good: formatCount(oee.goodCycles),
        total: formatCount(oee.cycles),
      }),
    },
    { term: t('service.utilization'), share: oee.utilization, note: t('service.runningOfAllTheTime') },
  ]
  return (
    <dl className="grid grid-cols-2 border-t border-line sm:grid-cols-3 xl:grid-cols-5">
      {tiles.map(({ term, share, note }) => (
        <div
          key={term}
          className="min-w-0 px-[18px] pt-3.5 pb-3 shadow-[1px_0_0_var(--line),0_1px_0_var(--line)] max-md:px-3.5"
        >
          <dt className="text-12 text-text-2">{term}</dt>
          <dd
            className={`font-display text-[1.5rem] leading-8 tabular-nums ${share === null ? 'font-medium text-text-3' : 'font-semibold'}`}
          >
            {percentWords(share)}
          </dd>
          <dd className="text-11 text-text-3 tabular-nums">{note}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The table has the same figures as text. */
function Bar({ oee }: { oee: Oee }) {
  // What took no time has no part, nor the gap beside it.
  const shown = buckets.filter(({ name }) => oee.buckets[name] > 0)
  return (
    <div aria-hidden="true" className="mx-4 mt-4 flex h-6 gap-px overflow-hidden rounded-state bg-surface">
      {shown.map(({ name, colour }) => (
        <span key={name} style={{ flexGrow: oee.buckets[name], background: colour }} />
      ))}
    </div>
  )
}

function Table({ oee }: { oee: Oee }) {
  return (
    <table className="mt-2 mb-3 w-full text-13">
      <caption className="sr-only">{t('service.whereTheTimeWent')}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('service.part')}</th>
          <th scope="col">{t('service.time')}</th>
          <th scope="col">{t('service.share')}</th>
        </tr>
      </thead>
      <tbody>
        {buckets.map(({ name, label, colour }) => (
          <tr key={name} className="h-8 border-b border-line last:border-b-0">
            <th scope="row" className="px-4 text-start font-normal">
              <span className="flex items-center gap-2">
                <span aria-hidden="true" className="size-2.5 shrink-0 rounded-[2px]" style={{ background: colour }} />
                <span className="min-w-0 hyphens-auto [overflow-wrap:anywhere]">{label}</span>
              </span>
            </th>
            <td className="px-2 text-end whitespace-nowrap tabular-nums">{lengthWords(oee.buckets[name])}</td>
            <td className="w-20 px-4 text-end text-text-2 tabular-nums">
              {percentWords(oee.lengthMs > 0 ? oee.buckets[name] / oee.lengthMs : null)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
