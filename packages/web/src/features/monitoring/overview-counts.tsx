import { t } from '@packhouse/messages'
import { type MachineStatus, statusViews } from '../../entities/machine/status.ts'
import type { RosterEntry } from './machine-store.ts'

const order: readonly MachineStatus[] = ['running', 'offline', 'unknown', 'onOrder']

/** How many machines are in each status, whatever the filter shows. */
export function OverviewCounts({ roster }: { roster: readonly RosterEntry[] }) {
  const counts: Record<MachineStatus, number> = { running: 0, offline: 0, unknown: 0, onOrder: 0 }
  for (const { status } of roster) counts[status] += 1
  return (
    <ul
      aria-label={t('monitoring.machinesByStatus')}
      className="me-3 flex flex-wrap gap-x-5 gap-y-1 pb-2 text-13 text-text-2 max-lg:order-3 max-lg:me-0 max-lg:w-full max-lg:pb-0"
    >
      {order.map((status) => {
        if (status === 'onOrder' && counts.onOrder === 0) return null
        const { word, icon: Shape, colour } = statusViews[status]
        return (
          <li key={status} className="flex items-center gap-1.5 whitespace-nowrap">
            <Shape size={14} className={colour} />
            <b className="font-semibold text-text tabular-nums">{counts[status]}</b> {word}
          </li>
        )
      })}
    </ul>
  )
}
