import { api, type CustomerMachines, type Standing, standings } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { stateIcons } from '../../entities/machine/machine-icons.tsx'
import { stateLabel } from '../../entities/machine/state-labels.ts'
import { machineStatus, statusViews } from '../../entities/machine/status.ts'
import { StatusBadge } from '../../entities/machine/status-badge.tsx'
import { callApi } from '../../lib/api-client.ts'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { formatCount } from '../../lib/format/numbers.ts'
import { PanelOfRecord, PanelRow } from '../../resource/record-panel.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { Icon } from '../../ui/icon.tsx'
import { useCustomerChanges } from './use-customer-changes.ts'

/** A stream that is away is made up for by asking again. */
const REFRESH_MS = 30_000

/** How the machines of a customer are now, and which of them need attention. */
export function CustomerMachinesPanel({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['resource', 'machine', 'of-customer', id],
    queryFn: ({ signal }) => callApi(api.customerMachines, { params: { id } }, { signal }),
    refetchInterval: REFRESH_MS,
  })
  useCustomerChanges(id, () => void query.refetch())
  return (
    <PanelOfRecord
      title={t('customers.machines')}
      query={query}
      count={({ total }) => total}
      all={`/customers/${id}?tab=machines`}
      empty={t('customers.noMachines')}
      isEmpty={({ total }) => total === 0}
    >
      {(data) => (
        <>
          <Counts counts={data.counts} />
          <Attention id={id} data={data} />
        </>
      )}
    </PanelOfRecord>
  )
}

function Counts({ counts }: Pick<CustomerMachines, 'counts'>) {
  const shown = standings.filter((standing) => counts[standing] > 0)
  return (
    <ul aria-label={t('customers.machinesByState')} className="flex flex-wrap gap-x-6 gap-y-2 px-4 pb-4">
      {shown.map((standing) => {
        const { icon: Shape, word, colour } = looks[standing]
        return (
          <li key={standing} className="flex items-center gap-2">
            <Shape size={16} className={colour} />
            <b className="font-display text-20 leading-7 font-semibold tabular-nums">{formatCount(counts[standing])}</b>
            <span className="text-13 text-text-2">{word}</span>
          </li>
        )
      })}
    </ul>
  )
}

const looks: Record<Standing, { icon: Icon; word: string; colour: string }> = {
  Running: { icon: stateIcons.Running, word: stateLabel('Running'), colour: 'text-ok' },
  Idle: { icon: stateIcons.Idle, word: stateLabel('Idle'), colour: 'text-text-2' },
  Stopped: { icon: stateIcons.Stopped, word: stateLabel('Stopped'), colour: 'text-text-2' },
  Faulted: { icon: stateIcons.Faulted, word: stateLabel('Faulted'), colour: 'text-bad' },
  Unknown: { icon: stateIcons.Unknown, word: stateLabel('Unknown'), colour: 'text-unk' },
  Offline: statusViews.offline,
  NoLiveData: statusViews.unknown,
  OnOrder: statusViews.onOrder,
}

function Attention({ id, data: { attention, needAttention } }: { id: string; data: CustomerMachines }) {
  if (attention.length === 0) {
    return (
      <p className="border-t border-line px-4 py-3 text-13 text-text-2">{t('customers.noMachineNeedsAttention')}</p>
    )
  }
  return (
    <>
      <h3 className="px-4 pb-1.5 text-12 font-semibold text-text-2">
        {t('customers.machinesNeedAttention', { count: needAttention })}
      </h3>
      <ul>
        {attention.map((machine) => (
          <PanelRow
            key={machine.machineID}
            href={`/machines/${encodeURIComponent(machine.machineID)}`}
            end={
              <>
                {machine.lastSeen !== null && <DateLabel value={machine.lastSeen} />}
                <StandingBadge machine={machine} />
              </>
            }
          >
            <span className="code font-[550]">{machine.machineID}</span>{' '}
            <span className="text-text-2">{machine.location ?? machine.description}</span>
          </PanelRow>
        ))}
      </ul>
      {needAttention > attention.length && (
        <PanelMore href={`/customers/${id}?tab=machines&needsAttention=true`} count={needAttention} />
      )}
    </>
  )
}

function PanelMore({ href, count }: { href: string; count: number }) {
  return (
    <ul>
      <PanelRow href={href} end={null}>
        {t('customers.allThatNeedAttention', { count })}
      </PanelRow>
    </ul>
  )
}

function StandingBadge({ machine }: { machine: CustomerMachines['attention'][number] }) {
  if (machine.online !== true || machine.machineState === null) {
    return <StatusBadge status={machineStatus(machine)} />
  }
  const { icon, word } = looks[machine.machineState]
  return (
    <Badge tone={machine.machineState === 'Faulted' ? 'bad' : 'plain'} icon={icon}>
      {word}
    </Badge>
  )
}
