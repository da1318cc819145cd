import type { LineFlow } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { lengthWords } from '../../lib/format/lengths.ts'
import { numberFormat } from '../../lib/format/numbers.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { hatchOf } from '../../ui/hatch.ts'
import { PanelFrame } from '../../ui/panel-frame.tsx'

type Machine = LineFlow['machines'][number]
type Part = Exclude<keyof Machine, 'machineID'>

const parts: readonly { name: Part; label: string; colour: string }[] = [
  { name: 'runningMs', label: t('general.running'), colour: 'var(--st-run)' },
  { name: 'starvedMs', label: t('lines.starved'), colour: 'var(--kraft)' },
  { name: 'blockedMs', label: t('lines.blocked'), colour: 'var(--kraft-strong)' },
  { name: 'idleMs', label: t('lines.idle'), colour: 'var(--st-idle)' },
  { name: 'stoppedMs', label: t('lines.stopped'), colour: 'var(--st-stop)' },
  { name: 'unknownMs', label: t('lines.unknown'), colour: '' },
]

/** The machines of a line in their order, with what each did and what it waited for. */
export function LineFlowPanel({ flow }: { flow: LineFlow }) {
  const { name, machines, bottleneck } = flow
  return (
    <PanelFrame
      title={name}
      aside={
        <span className="text-13">
          {bottleneck === null ? t('lines.noBottleneck') : t('lines.bottleneckIs', { machine: bottleneck })}
        </span>
      }
    >
      <ul aria-hidden="true" className="flex flex-wrap gap-x-4 gap-y-1 px-4 pb-3 text-12 text-text-2">
        {parts.map(({ name: part, label, colour }) => (
          <li key={part} className="flex items-center gap-1.5">
            <span className="size-3 outline outline-line-2" style={fillOf(colour)} />
            {label}
          </li>
        ))}
      </ul>
      {machines.length === 0 && <p className="px-4 pb-6 text-text-2">{t('lines.noMachines')}</p>}
      <ol aria-label={t('lines.machinesInOrder')} className="grid">
        {machines.map((machine) => (
          <MachineRow key={machine.machineID} machine={machine} isBottleneck={machine.machineID === bottleneck} />
        ))}
      </ol>
    </PanelFrame>
  )
}

function MachineRow({ machine, isBottleneck }: { machine: Machine; isBottleneck: boolean }) {
  const { machineID, ...times } = machine
  const whole = Object.values(times).reduce((sum, ms) => sum + ms, 0)
  const shown = parts.filter(({ name }) => times[name] > 0)
  const words = shown.map(({ name, label }) =>
    t('lines.partOf', {
      part: label,
      share: shareWords(times[name] / whole),
      length: lengthWords(times[name] / 1_000),
    }),
  )
  return (
    <li className="grid gap-1.5 border-t border-line px-4 py-2.5 text-13">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <AppLink
          href={`/machines/${encodeURIComponent(machineID)}`}
          className="font-semibold text-text no-underline hover:underline max-md:inline-flex max-md:min-h-11 max-md:items-center"
          translate="no"
        >
          {machineID}
        </AppLink>
        {isBottleneck && <Badge tone="warn">{t('lines.bottleneck')}</Badge>}
        <span className="ms-auto text-12 text-text-2 tabular-nums max-md:ms-0">{words.join(' · ')}</span>
      </div>
      <div aria-hidden="true" className="flex h-4 overflow-hidden rounded-[2px] outline outline-line-2">
        {shown.map(({ name, colour }) => (
          <span key={name} style={{ ...fillOf(colour), width: `${(times[name] / whole) * 100}%` }} />
        ))}
      </div>
    </li>
  )
}

/** What is unknown is hatched. */
function fillOf(colour: string) {
  return colour === '' ? { backgroundImage: hatchOf('var(--line-2)') } : { backgroundColor: colour }
}

function shareWords(share: number): string {
  return numberFormat({ style: 'percent', maximumFractionDigits: 0 }).format(share)
}
