import { api, type FleetFigures, type LibraryMachineFleet } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { DASH, formatCount, formatPercent, formatRate } from '../../../lib/format/numbers.ts'
import type { ResourceRow } from '../../../resource/registry.ts'
import { Alert } from '../../../ui/alert.tsx'
import { PanelFailure, PanelFrame } from '../../../ui/panel-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { aboutPromised } from '../promise-counts.ts'
import { FieldPlaces } from './field-places.tsx'
import { FieldStyles } from './field-styles.tsx'

const REFRESH_MS = 60_000

/** What machines of the model do at customers. Where none is installed it says so, never 0. */
export function FieldPanel({ row }: { row: ResourceRow }) {
  const query = useQuery({
    queryKey: ['resource', 'libraryMachine', 'fleet-of', row.id],
    queryFn: ({ signal }) => callApi(api.libraryMachineFleet, { params: { id: row.id } }, { signal }),
    refetchInterval: REFRESH_MS,
  })
  return (
    <PanelFrame
      title={t('library.inTheField')}
      aside={<span className="text-12 text-text-2">{t('library.figuresOf24Months')}</span>}
    >
      {query.isPending && <Skeleton className="m-4 h-24" />}
      {query.isError && <PanelFailure what={t('library.inTheField')} onRetry={() => void query.refetch()} />}
      {query.data?.installed === 0 && (
        <p className="border-t border-line px-4 py-3 text-13 text-text-2">{t('library.noneInstalled')}</p>
      )}
      {query.data && query.data.installed > 0 && <Evidence fleet={query.data} row={row} />}
    </PanelFrame>
  )
}

function Evidence({ fleet, row }: { fleet: LibraryMachineFleet; row: ResourceRow }) {
  const { total } = fleet
  const design = typeof row.designSpeed === 'number' ? row.designSpeed : undefined
  const unit = String(row.designSpeedUnit ?? t('library.perMinute'))
  return (
    <>
      <dl className="flex flex-wrap items-end gap-x-7 gap-y-3 border-t border-line px-4 pt-3 pb-3.5">
        <Figure name={t('library.installed')} value={formatCount(fleet.installed)}>
          {t('library.atCustomers', { count: fleet.customers })}
        </Figure>
        <Figure name={t('library.runningNow')} value={formatCount(fleet.runningNow)} />
        {total.median !== null && <Speeds total={total} design={design} unit={unit} />}
        {fleet.promises !== null && (
          <Figure
            name={t('library.promisesKept')}
            value={t('library.keptOfMeasured', {
              kept: fleet.promises.kept,
              measured: fleet.promises.kept + fleet.promises.missed,
            })}
          >
            {aboutPromised(fleet.promises)}
          </Figure>
        )}
      </dl>
      {fleet.leftOut > 0 && (
        <p className="px-4 pb-3 text-13 text-text-2">{t('library.leftOut', { count: fleet.leftOut })}</p>
      )}
      {total.median === null && <p className="px-4 pb-3 text-13 text-text-2">{t('library.fieldNoRunningTime')}</p>}
      {total.finding && (
        <div className="px-4 pb-3">
          <Alert tone="warn" className="text-13">
            {t('library.fieldContradicts', {
              claims: formatRate(total.finding.claims),
              median: formatRate(total.finding.median),
              percent: formatPercent((total.finding.median / total.finding.claims) * 100),
              count: total.finding.machines,
            })}
          </Alert>
        </div>
      )}
      <FieldStyles fleet={fleet} design={design} />
      <FieldPlaces fleet={fleet} />
    </>
  )
}

function Speeds({ total, design, unit }: { total: FleetFigures; design: number | undefined; unit: string }) {
  return (
    <>
      <Figure name={t('library.medianWhileRunning')} value={formatRate(total.median)}>
        {design === undefined ? unit : t('library.ofDesign', { design: formatRate(design), unit })}
      </Figure>
      <Figure
        name={t('library.mostOfTheTime')}
        value={
          total.p10 === null
            ? DASH
            : t('library.fromToNumbers', { from: formatRate(total.p10), to: formatRate(total.p90) })
        }
      />
      <Figure name={t('library.hoursOfEvidence')} value={formatCount(total.hours)}>
        {total.unknownHours > 0 && t('library.hoursUnknown', { hours: formatCount(total.unknownHours) })}
      </Figure>
    </>
  )
}

function Figure({ name, value, children }: { name: string; value: string; children?: ReactNode }) {
  return (
    <div>
      <dt className="text-11 text-text-3">{name}</dt>
      <dd className="font-display text-[22px] leading-7 font-semibold tabular-nums">
        {value}
        {children && <small className="ms-1 font-sans text-12 font-medium text-text-2">{children}</small>}
      </dd>
    </div>
  )
}
