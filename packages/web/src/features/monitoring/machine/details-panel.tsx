import type { MachineDetails } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatPlainDate } from '../../../lib/format/dates.ts'
import { limitWords } from '../../../lib/format/lengths.ts'
import { DASH, formatReading } from '../../../lib/format/numbers.ts'
import { PanelFrame } from '../../../ui/panel-frame.tsx'

/** Facts about the machine beside its readings. */
export function DetailsPanel({ machine }: { machine: MachineDetails }) {
  const facts: [term: string, value: string][] = [
    [t('monitoring.lastService'), formatPlainDate(machine.lastService)],
    [t('monitoring.nextDue'), formatPlainDate(machine.nextDue)],
    [t('monitoring.configuration'), machine.configurationId ?? DASH],
    [t('monitoring.position'), positionOf(machine)],
    [t('monitoring.connection'), machine.connected ? t('monitoring.connected') : t('monitoring.notConnected')],
    [
      t('monitoring.countsAsOfflineAfter'),
      t('monitoring.sWithoutData', { length: limitWords(machine.staleAfterSeconds) }),
    ],
  ]
  return (
    <PanelFrame bare title={t('monitoring.details')}>
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

function positionOf({ latitude, longitude }: MachineDetails): string {
  if (latitude === null || longitude === null) return DASH
  return t('monitoring.coordinates', {
    latitude: degrees(latitude),
    northSouth: latitude < 0 ? 'south' : 'north',
    longitude: degrees(longitude),
    eastWest: longitude < 0 ? 'west' : 'east',
  })
}

/** Four decimals are about 10 m. */
function degrees(angle: number): string {
  return formatReading(Math.round(Math.abs(angle) * 10_000) / 10_000)
}
