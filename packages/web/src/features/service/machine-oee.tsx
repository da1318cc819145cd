import type { MachineOee as Oee, OeeBuckets } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { ReactNode } from 'react'
import { durationDifference } from '../../lib/format/dates.ts'
import { formatCount } from '../../lib/format/numbers.ts'
import { rich } from '../../lib/language/rich.ts'
import { classNames } from '../../ui/class-names.ts'
import { CountingNote } from '../../ui/counting-note.tsx'
import { hatchOf } from '../../ui/hatch.ts'
import { PanelFailure, PanelFrame } from '../../ui/panel-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { oeeRules } from './counting-rules.ts'
import { type TimeWindow, useOee } from './use-machine-service.ts'
import { lengthWords, percentWords, shareDifference } from './words.ts'

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
    colour: hatchOf('var(--control)'),
  },
]

interface MachineOeeProps {
  id: string
  window: TimeWindow
  /** What it is compared with. */
  compared?: { id: string; window: TimeWindow; name: string } | undefined
  /** To where it is compared with other machines. */
  link: ReactNode
}

/** Where the time of a window went, and what that makes of the machine's effectiveness. */
export function MachineOee({ id, window, compared, link }: MachineOeeProps) {
  const { data, isError, refetch } = useOee(id, window)
  const other = useOee(compared?.id ?? id, compared?.window ?? window, compared !== undefined)
  const before = compared ? other.data : undefined
  return (
    <PanelFrame
      title={t('service.oee')}
      note={data && <CountingNote of={t('service.oee')} rules={oeeRules(data)} />}
      aside={
        <div className="flex flex-wrap items-center gap-x-4">
          {link}
          {data && (
            <p className="text-12 text-text-2 tabular-nums">
              {rich('service.everyMomentInOnePart', {
                length: <b className="font-semibold text-text">{lengthWords(data.lengthMs)}</b>,
              })}
              {compared && ` · ${t('service.comparedWith', { name: compared.name })}`}
            </p>
          )}
        </div>
      }
    >
      {!data && isError && <PanelFailure what={t('service.theOee')} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton className="mx-4 mb-4 h-56" />}
      {data && (
        <>
          <Tiles oee={data} before={before} />
          <Bar oee={data} />
          {before && <Bar oee={before} muted />}
          <div className={classNames('mt-1 mb-1.5', before === undefined && 'xl:columns-2 xl:gap-0')}>
            <Table oee={data} before={before} />
          </div>
        </>
      )}
    </PanelFrame>
  )
}

interface PartProps {
  oee: Oee
  /** What it is compared with. */
  before: Oee | undefined
}

function Tiles({ oee, before }: PartProps) {
  const measuresQuality = oee.factors.includes('quality')
  const tiles: {
    term: string
    of: 'oee' | 'availability' | 'performance' | 'quality' | 'utilization'
    note?: string
  }[] = [
    { term: t('service.oee'), of: 'oee', ...(!measuresQuality && { note: t('service.withoutQuality') }) },
    {
      term: t('service.availability'),
      of: 'availability',
      note: t('service.ofPlannedProduction', { length: lengthWords(oee.plannedProductionMs) }),
    },
    {
      term: t('service.performance'),
      of: 'performance',
      note:
        oee.designSpeed === null
          ? t('service.noDesignSpeedIsEntered')
          : t('service.againstCyclesMin', { speed: formatCount(oee.designSpeed) }),
    },
    {
      term: t('service.quality'),
      of: 'quality',
      note: measuresQuality ? qualityNote(oee) : t('service.rejectsNotMeasured'),
    },
    { term: t('service.utilization'), of: 'utilization' },
  ]
  return (
    <dl className="grid grid-cols-2 border-t border-line sm:grid-cols-3 md:grid-cols-5">
      {tiles.map(({ term, of, note }) => (
        <div key={term} className="min-w-0 px-3 pt-2 pb-1.5 shadow-[1px_0_0_var(--line),0_1px_0_var(--line)]">
          <dt className="text-12 text-text-2">{term}</dt>
          <dd
            className={`font-display text-18 leading-6 tabular-nums ${oee[of] === null ? 'font-medium text-text-3' : 'font-semibold'}`}
          >
            {percentWords(oee[of])}
          </dd>
          {before && <dd className="text-11 text-text-3 tabular-nums">{shareDifference(oee[of], before[of])}</dd>}
          {note && (
            <dd className="text-11 leading-3.5 text-text-3 tabular-nums hyphens-auto [overflow-wrap:anywhere]">
              {note}
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

function qualityNote({ cycles, goodCycles, measuredCycles }: Oee): string {
  const good = formatCount(Math.max(0, goodCycles - (cycles - measuredCycles)))
  const total = formatCount(measuredCycles)
  return measuredCycles < cycles
    ? t('service.ofMeasuredCyclesGood', { good, total, others: formatCount(cycles - measuredCycles) })
    : t('service.ofCyclesGood', { good, total })
}

/** The table has the same figures as text. What is compared with is narrow and muted, as on the timeline. */
function Bar({ oee, muted = false }: { oee: Oee; muted?: boolean }) {
  // What took no time has no part, nor the gap beside it.
  const shown = buckets.filter(({ name }) => oee.buckets[name] > 0)
  return (
    <div
      aria-hidden="true"
      className={`mx-4 flex gap-px overflow-hidden rounded-state bg-surface ${muted ? 'mt-0.5 h-2 opacity-45' : 'mt-3 h-5'}`}
    >
      {shown.map(({ name, colour }) => (
        <span key={name} style={{ flexGrow: oee.buckets[name], background: colour }} />
      ))}
    </div>
  )
}

function Table({ oee, before }: PartProps) {
  // What took no time, now and before, is no line.
  const shown = buckets.filter(({ name }) => oee.buckets[name] > 0 || (before?.buckets[name] ?? 0) > 0)
  return (
    <table className="w-full text-13">
      <caption className="sr-only">{t('service.whereTheTimeWent')}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('service.part')}</th>
          <th scope="col">{t('service.time')}</th>
          <th scope="col">{t('service.share')}</th>
          {before && <th scope="col">{t('service.difference')}</th>}
        </tr>
      </thead>
      <tbody>
        {shown.map(({ name, label, colour }) => (
          <tr key={name} className="h-6 break-inside-avoid border-b border-line last:border-b-0">
            <th scope="row" className="ps-4 text-start font-normal">
              <span className="flex items-center gap-2">
                <span aria-hidden="true" className="size-2.5 shrink-0 rounded-[2px]" style={{ background: colour }} />
                <span className="min-w-0 hyphens-auto [overflow-wrap:anywhere]">{label}</span>
              </span>
            </th>
            <td className="px-2 text-end whitespace-nowrap tabular-nums">{lengthWords(oee.buckets[name])}</td>
            <td className="w-16 pe-4 text-end text-text-2 tabular-nums">
              {percentWords(oee.lengthMs > 0 ? oee.buckets[name] / oee.lengthMs : null)}
            </td>
            {before && (
              <td className="pe-4 text-end whitespace-nowrap text-text-3 tabular-nums">
                {durationDifference(oee.buckets[name] - before.buckets[name])}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
