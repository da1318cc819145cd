import type { MachineDetails } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatPlainDate } from '../../../lib/format/dates.ts'
import { DASH, numberFormat } from '../../../lib/format/numbers.ts'
import { PanelFrame } from '../../../ui/panel-frame.tsx'

/** What is known of the machine beside its values. */
export function DetailsPanel({ machine }: { machine: MachineDetails }) {
  const facts: [term: string, value: string][] = [
    [t('monitoring.lastService'), formatPlainDate(machine.lastService)],
    [t('monitoring.nextDue'), formatPlainDate(machine.nextDue)],
    [t('monitoring.configuration'), machine.configurationId ?? DASH],
    [t('monitoring.position'), positionOf(machine)],
    [t('monitoring.connection'), machine.connected ? t('monitoring.connected') : t('monitoring.notConnected')],
    [
      t('monitoring.countsAsOfflineAfter'),
      t('monitoring.sWithoutData', { staleAfterSeconds: machine.staleAfterSeconds }),
    ],
  ]
  return (
    <PanelFrame title={t('monitoring.details')}>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3.5 px-4 pb-4 sm:grid-cols-3">
        {facts.map(([term, value]) => (
          <div key={term} className="min-w-0">
            <dt className="text-12 text-text-2">{term}</dt>
            <dd className="font-semibold tabular-nums [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </PanelFrame>
  )
}

const degrees = (value: number) => numberFormat({ maximumFractionDigits: 4 }).format(value)

function positionOf({ latitude, longitude }: MachineDetails): string {
  if (latitude === null || longitude === null) return DASH
  const northSouth = `${degrees(Math.abs(latitude))}° ${latitude < 0 ? 'S' : 'N'}`
  return `${northSouth}, ${degrees(Math.abs(longitude))}° ${longitude < 0 ? 'W' : 'E'}`
}
