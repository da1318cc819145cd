import type { LineFlow } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { Fragment } from 'react'
import { lengthWords } from '../../lib/format/lengths.ts'
import { numberFormat } from '../../lib/format/numbers.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { hatchOf } from '../../ui/hatch.ts'
import { PanelFrame } from '../../ui/panel-frame.tsx'

type Machine = LineFlow['machines'][number]
type Part = Exclude<keyof Machine, 'machineID' | 'hiddenBefore' | 'hiddenBehind'>

const parts: readonly { name: Part; label: string; colour: string }[] = [
  { name: 'runningMs', label: t('general.running'), colour: 'var(--st-run)' },
  { name: 'starvedMs', label: t('lines.starved'), colour: 'var(--kraft)' },
  { name: 'blockedMs', label: t('lines.blocked'), colour: 'var(--kraft-strong)' },
  { name: 'idleMs', label: t('lines.idle'), colour: 'var(--st-idle)' },
  { name: 'stoppedMs', label: t('lines.stopped'), colour: 'var(--st-stop)' },
  { name: 'unknownMs', label: t('lines.unknown'), colour: '' },
  { name: 'unplannedMs', label: t('lines.unplanned'), colour: 'var(--control)' },
]

/** The machines of a line in their order, with what each did and what it waited for. */
export function LineFlowPanel({ flow }: { flow: LineFlow }) {
  const { name, machines, bottleneck, hidden } = flow
  return (
    <PanelFrame title={name} aside={<span className="text-13">{bottleneckWords(flow)}</span>}>
      <ul aria-hidden="true" className="flex flex-wrap gap-x-4 gap-y-1 px-4 pb-3 text-12 text-text-2">
        {parts.map(({ name: part, label, colour }) => (
          <li key={part} className="flex items-center gap-1.5">
            <span className="size-3 outline outline-line-2" style={fillOf(colour)} />
            {label}
          </li>
        ))}
      </ul>
      {machines.length + hidden === 0 && <p className="px-4 pb-6 text-text-2">{t('lines.noMachines')}</p>}
      {machines.length === 0 && hidden > 0 && <p className="px-4 pb-6 text-text-2">{t('lines.hidden')}</p>}
      <ol aria-label={t('lines.machinesInOrder')} className="grid">
        {machines.map((machine) => (
          <Fragment key={machine.machineID}>
            {machine.hiddenBefore && <HiddenRow />}
            <MachineRow machine={machine} isBottleneck={machine.machineID === bottleneck} />
          </Fragment>
        ))}
        {machines.at(-1)?.hiddenBehind && <HiddenRow />}
      </ol>
    </PanelFrame>
  )
}

function bottleneckWords({ machines, bottleneck, hidden }: LineFlow): string {
  if (bottleneck !== null) return t('lines.bottleneckIs', { machine: bottleneck })
  if (hidden > 0) return t('lines.bottleneckHidden')
  const isUnplanned = (machine: Machine) => machine.unplannedMs > 0 && machine.unplannedMs === wholeOf(machine)
  if (machines.length > 0 && machines.every(isUnplanned)) return t('lines.nothingPlanned')
  return t('lines.noBottleneck')
}

function wholeOf(machine: Machine): number {
  return parts.reduce((sum, { name }) => sum + machine[name], 0)
}

/** In the place of machines that the reader may not see. */
function HiddenRow() {
  return <li className="border-t border-line px-4 py-2.5 text-13 text-text-2">{t('lines.hidden')}</li>
}

function MachineRow({ machine, isBottleneck }: { machine: Machine; isBottleneck: boolean }) {
  const { machineID } = machine
  const whole = wholeOf(machine)
  const shown = parts.filter(({ name }) => machine[name] > 0)
  const words = shown.map(({ name, label }) =>
    t('lines.partOf', {
      part: label,
      share: shareWords(machine[name] / whole),
      length: lengthWords(machine[name] / 1_000),
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
          <span key={name} style={{ ...fillOf(colour), width: `${(machine[name] / whole) * 100}%` }} />
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
