import { type CustomerDataTable, customerDataGroups, MAX_COUNTED_ROWS } from '@packhouse/contract'
import { t } from '@packhouse/messages'

/** What is stored, by kind, with what of it stays and why. Kinds without anything are left out. */
export function DataGroups({ tables }: { tables: readonly CustomerDataTable[] }) {
  const groups = customerDataGroups.flatMap((group) => {
    const own = tables.filter((table) => table.group === group && table.rows > 0)
    if (own.length === 0) return []
    const rows = own.reduce((sum, table) => sum + table.rows, 0)
    const isMore = own.some((table) => table.rows >= MAX_COUNTED_ROWS)
    const reasons = new Set(own.flatMap(({ because }) => because ?? []))
    return [{ group, rows, isMore, reasons: [...reasons] }]
  })
  return (
    <ul className="grid gap-2">
      {groups.map(({ group, rows, isMore, reasons }) => (
        <li key={group} className="border-t border-line pt-2">
          <div className="flex flex-wrap justify-between gap-x-4">
            <span className="font-[550]">{labelOf(group)}</span>
            <span className="text-text-2 tabular-nums">
              {isMore ? t('customerData.rowsAtLeast', { count: rows }) : t('customerData.rows', { count: rows })}
            </span>
          </div>
          {reasons.map((because) => (
            <p key={because} className="text-13 text-text-2">
              {t('customerData.stays', { because })}
            </p>
          ))}
        </li>
      ))}
    </ul>
  )
}

function labelOf(group: CustomerDataTable['group']): string {
  const labels: Record<CustomerDataTable['group'], string> = {
    company: t('customerData.groupCompany'),
    people: t('customerData.groupPeople'),
    access: t('customerData.groupAccess'),
    machines: t('customerData.groupMachines'),
    telemetry: t('customerData.groupTelemetry'),
    alarms: t('customerData.groupAlarms'),
    service: t('customerData.groupService'),
    quotes: t('customerData.groupQuotes'),
    log: t('customerData.groupLog'),
  }
  return labels[group]
}
