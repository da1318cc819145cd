import type { MachineStops } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { stateLabel } from '../../entities/machine/state-labels.ts'
import type { SiteClock } from '../../lib/format/site-clock.ts'
import { Badge } from '../../ui/badge.tsx'
import type { StopEntry } from './stop-entries.ts'
import { lengthWords, reasonWords } from './words.ts'

export interface StopRowProps {
  entry: StopEntry
  reasons: MachineStops['reasons']
  clock: SiteClock
  chosen: boolean
  /** Absent without the permission to assign reasons. */
  onToggle: (() => void) | undefined
}

const tones = { Running: 'ok', Idle: 'info', Stopped: 'plain', Faulted: 'bad' } as const

/** One part of a stop. The whole line is its checkbox, so that it can be pressed with gloves on. */
export function StopRow({ entry, reasons, clock, chosen, onToggle }: StopRowProps) {
  const reason = reasonWords(reasons, entry.reasonId)
  const from = Date.parse(entry.from)
  const content = (
    <>
      <span className="w-40 shrink-0 tabular-nums max-md:w-24">
        <span className="block font-[550]">{clock.timeFull(from)}</span>
        <span className="block text-12 text-text-2">{clock.day(from)}</span>
      </span>
      <span className="min-w-24 shrink-0 text-end font-semibold tabular-nums max-md:min-w-0 max-md:shrink">
        {lengthWords(Date.parse(entry.to) - from)}
      </span>
      <span className="min-w-20 shrink-0 max-md:hidden">
        <Badge tone={tones[entry.state]}>{stateLabel(entry.state)}</Badge>
      </span>
      <span className="min-w-0 flex-1 max-md:min-w-24">
        <span className={reason === '' ? 'block text-warn [overflow-wrap:anywhere]' : 'block [overflow-wrap:anywhere]'}>
          {reason === '' ? t('service.noReasonYet') : reason}
        </span>
        <span className="block text-12 text-text-2 md:hidden">{stateLabel(entry.state)}</span>
        {entry.note && <span className="block text-12 text-text-2 [overflow-wrap:anywhere]">{entry.note}</span>}
      </span>
    </>
  )
  const line = 'flex min-h-12 w-full items-center gap-3 border-b border-line px-4 py-1.5 text-start text-13'
  if (onToggle === undefined) return <li className={line}>{content}</li>
  return (
    <li>
      <label className={`${line} cursor-pointer hover:bg-surface-2 has-checked:bg-kraft-soft`}>
        <input type="checkbox" checked={chosen} onChange={onToggle} className="size-4 shrink-0 accent-(--action)" />
        {content}
      </label>
    </li>
  )
}
