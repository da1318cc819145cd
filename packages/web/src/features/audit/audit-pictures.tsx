import { t } from '@packhouse/messages'
import { Panel, PanelHead } from '../../ui/panel.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAuditBuckets, useCallsByKey } from './audit-queries.ts'
import { EventChart } from './event-chart.tsx'
import { KeyHeat } from './key-heat.tsx'
import { KeyList } from './key-list.tsx'
import { MonthBars } from './month-bars.tsx'
import { type AuditAddress, type Unit, units } from './use-audit-address.ts'

const unitWords: Record<Unit, string> = {
  minute: t('audit.minute'),
  hour: t('audit.hour'),
  key: t('audit.key'),
  month: t('audit.month'),
}

/** When things happened, and how much each key calls. */
export function AuditPictures({ address }: { address: AuditAddress }) {
  const { unit, setUnit } = address
  const keys = useCallsByKey('hour')
  const choice = (
    <Segments
      label={t('audit.groupBy')}
      options={units.map((value) => ({ value, label: unitWords[value] }))}
      value={unit}
      onValueChange={setUnit}
    />
  )
  return (
    <div className="grid shrink-0 grid-cols-[minmax(0,1fr)_384px] gap-4 max-xl:grid-cols-1">
      <Panel>
        {unit === 'minute' || unit === 'hour' ? (
          <Buckets address={address} unit={unit}>
            {choice}
          </Buckets>
        ) : (
          <>
            <PanelHead title={unit === 'key' ? t('audit.callsByKey') : t('audit.callsByMonth')}>{choice}</PanelHead>
            {unit === 'key' ? <KeyHeat /> : <MonthBars />}
          </>
        )}
      </Panel>
      <Panel>
        <PanelHead title={t('audit.byKey24Hours')}>
          <span className="text-12 text-text-2">{t('audit.keys', { count: keys.data?.keys.length ?? 0 })}</span>
        </PanelHead>
        {keys.data === undefined ? (
          <Skeleton className="mx-4 mb-3 h-20" />
        ) : (
          <KeyList data={keys.data} onKey={(id) => address.setFilter('key', id)} />
        )}
      </Panel>
    </div>
  )
}

interface BucketsProps {
  address: AuditAddress
  unit: 'minute' | 'hour'
  children: React.ReactNode
}

function Buckets({ address: { kind, filters, span, window, setWindow }, unit, children }: BucketsProps) {
  const { data } = useAuditBuckets({ kind, filters, span, window: undefined }, unit)
  const sum = (of: 'events' | 'refused') => data?.buckets.reduce((total, bucket) => total + bucket[of], 0) ?? 0
  return (
    <>
      <PanelHead title={t('audit.events')}>
        <span className="flex items-center gap-1.5 text-12 text-text-2 tabular-nums">
          {t('audit.eventsCount', { count: sum('events') })}
          <span aria-hidden="true" className="size-2.5 bg-bad" />
          {t('audit.refusedCount', { count: sum('refused') })}
          {data !== undefined && data.leftOut.refreshes > 0 && (
            <span className="ms-1.5">{t('audit.refreshesLeftOut', { count: data.leftOut.refreshes })}</span>
          )}
        </span>
        {children}
      </PanelHead>
      {data === undefined ? (
        <Skeleton className="mx-4 mb-3 h-28" />
      ) : (
        <EventChart data={data} unit={unit} window={window} onWindow={setWindow} />
      )}
    </>
  )
}
