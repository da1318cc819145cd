import { t } from '@packhouse/messages'
import { DASH, formatPercent, formatRate } from '../../../lib/format/numbers.ts'
import { rich } from '../../../lib/language/rich.ts'
import type { ResourceRow } from '../../../resource/registry.ts'
import { WarningIcon } from '../../../ui/icons.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useFleetOf } from './fleet-of-rows.ts'
import { isBelowDesign, SpeedBar } from './speed-bar.tsx'

/** What machines of the model reach at customers, against the design speed. Where none is installed it says so. */
export function FieldCell({ row }: { row: ResourceRow }) {
  const { status, summary } = useFleetOf(row.id)
  if (status === 'loading') return <Skeleton className="h-3 w-44" />
  if (summary === undefined) return <span className="text-12">{t('library.fieldNotLoaded')}</span>
  if (summary.installed === 0) return <span className="text-12">{t('library.notInstalledYet')}</span>
  if (summary.median === null) return <span className="text-12">{t('library.speedNotKnownYet')}</span>
  return (
    <span className="inline-grid grid-cols-[108px_auto] items-center gap-2">
      <SpeedBar figures={summary} />
      <span className="tabular-nums">
        <b className="font-[550] text-text">{formatRate(summary.median)}</b>
        {summary.ofDesign !== null && (
          <small className="ms-1 text-12">
            {t('library.percent', { percent: formatPercent(summary.ofDesign * 100) })}
          </small>
        )}
        <BelowDesign ofDesign={summary.ofDesign} />
      </span>
    </span>
  )
}

/** The sign of a median that is well below the design speed. */
export function BelowDesign({ ofDesign }: { ofDesign: number | null }) {
  if (!isBelowDesign(ofDesign)) return null
  return (
    <span title={t('library.belowDesign')}>
      <WarningIcon size={12} className="ms-1 inline align-[-1px] text-warn" />
      <span className="sr-only">{t('library.belowDesign')}</span>
    </span>
  )
}

/** `5 of 6 running` */
export function InstalledCell({ row }: { row: ResourceRow }) {
  const { status, summary } = useFleetOf(row.id)
  if (status === 'loading') return <Skeleton className="h-3 w-20" />
  if (summary === undefined || summary.installed === 0) return <span className="text-text-3">{DASH}</span>
  return (
    <span className="text-12 tabular-nums">
      {rich('library.runningOfInstalled', {
        running: <b className="text-13 font-normal text-text">{summary.runningNow}</b>,
        installed: summary.installed,
      })}
    </span>
  )
}
