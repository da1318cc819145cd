import { t } from '@packhouse/messages'
import { formatPlainDate } from '../../lib/format/dates.ts'
import { PanelOfRecord, PanelRow } from '../../resource/record-panel.tsx'
import { declared, type ResourceRow } from '../../resource/registry.ts'
import { useResourceList } from '../../resource/use-resource.ts'
import { ValueView } from '../../resource/value-view.tsx'
import { Badge } from '../../ui/badge.tsx'
import { WarningIcon } from '../../ui/icons.tsx'
import { serviceViews } from './service-views.ts'

const DUE = 'dueSoon,overdue'

/** The services of a customer's machines that are due soon or overdue. */
export function CustomerServicesPanel({ id }: { id: string }) {
  const query = useResourceList(declared('servicePlan'), {
    customerId: id,
    status: DUE,
    sort: 'nextDue,name',
    pageSize: '5',
  })
  return (
    <PanelOfRecord
      title={t('service.servicesDue')}
      query={query}
      count={({ total }) => total}
      all={`/service/plans?customerId=${id}&status=${DUE}`}
      empty={t('service.noServiceIsDue')}
      isEmpty={({ total }) => total === 0}
    >
      {({ items }) => (
        <ul>
          {items.map((row) => (
            <PanelRow key={row.id} href={`/service/plans?customerId=${id}&open=${row.id}`} end={<Due row={row} />}>
              <span className="font-[550]">{String(row.name)}</span>{' '}
              <span className="text-text-2">
                <ValueView resource={declared('servicePlan')} view={{}} name="machineId" row={row} />
              </span>
            </PanelRow>
          ))}
        </ul>
      )}
    </PanelOfRecord>
  )
}

function Due({ row }: { row: ResourceRow }) {
  const isOverdue = row.status === 'overdue'
  return (
    <>
      {row.nextDue != null && formatPlainDate(String(row.nextDue))}
      <Badge tone={isOverdue ? 'bad' : 'warn'} icon={WarningIcon}>
        <ValueView resource={declared('servicePlan')} view={serviceViews.servicePlan ?? {}} name="status" row={row} />
      </Badge>
    </>
  )
}
