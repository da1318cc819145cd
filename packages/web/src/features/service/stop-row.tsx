import type { MachineStops } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { ReactNode } from 'react'
import { stateLabel } from '../../entities/machine/state-labels.ts'
import type { SiteClock } from '../../lib/format/site-clock.ts'
import { Badge } from '../../ui/badge.tsx'
import { lengthOf, type StopEntry } from './stop-entries.ts'
import { lengthWords, reasonWords } from './words.ts'

export interface StopRowProps {
  entry: StopEntry
  reasons: MachineStops['reasons']
  clock: SiteClock
  chosen: boolean
  /** Whether Tab leads to it. */
  isStop: boolean
  /** Absent without the permission to assign reasons. */
  onToggle: (() => void) | undefined
  onFocus: () => void
  /** Where the reason is chosen, below this row. */
  chooser: ReactNode
}

const tones = { Running: 'ok', Idle: 'info', Stopped: 'plain', Faulted: 'bad' } as const

/** One part of a stop. The whole row is its checkbox, so that it can be pressed with gloves on. */
export function StopRow(props: StopRowProps) {
  const { entry, reasons, clock, chosen, isStop, onToggle, onFocus, chooser } = props
  const reason = reasonWords(reasons, entry.reasonId)
  const [from, to] = [Date.parse(entry.from), Date.parse(entry.to)]
  const length = lengthWords(lengthOf(entry))
  const reasonOrNone = reason === '' ? t('service.noReasonYet') : reason
  return (
    <>
      <tr
        data-stop=""
        onClick={onToggle}
        className={`h-10 border-b border-line max-md:h-13 ${onToggle ? 'cursor-pointer hover:bg-surface-2' : ''} ${chosen ? 'bg-kraft-soft' : ''}`}
      >
        {onToggle && (
          <td className="w-10 p-0">
            {/* The label makes the box large enough for a finger. */}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: a press on the box is not one on the row as well */}
            <label
              onClick={(event) => event.stopPropagation()}
              className="grid h-10 w-10 cursor-pointer place-items-center max-md:h-13 max-md:w-11"
            >
              <input
                type="checkbox"
                checked={chosen}
                tabIndex={isStop ? 0 : -1}
                aria-label={t('service.selectTheStop', { length, time: clock.timeFull(from), reason: reasonOrNone })}
                onChange={onToggle}
                onFocus={onFocus}
                className="size-4 accent-(--action)"
              />
            </label>
          </td>
        )}
        <td className="px-3 whitespace-nowrap tabular-nums first:ps-4">
          <span className="block font-[550] max-md:hidden">
            {t('monitoring.timeRange', { from: clock.timeFull(from), to: clock.timeFull(to) })}
          </span>
          <span className="block font-[550] md:hidden">{clock.timeFull(from)}</span>
          <span className="block text-12 text-text-2 md:hidden">
            {clock.day(from)} · {stateLabel(entry.state)}
          </span>
        </td>
        <td className="px-3 text-12 whitespace-nowrap text-text-2 max-md:hidden">{clock.day(from)}</td>
        <td className="px-3 text-end font-semibold whitespace-nowrap tabular-nums max-md:whitespace-normal">
          {unbroken(length)}
        </td>
        <td className="px-3 max-md:hidden">
          <Badge tone={tones[entry.state]}>{stateLabel(entry.state)}</Badge>
        </td>
        <td className="w-full min-w-24 px-3 pe-4 max-md:min-w-20 max-md:ps-0 [overflow-wrap:anywhere]">
          <span className={reason === '' ? 'text-warn' : undefined}>{reasonOrNone}</span>
          {entry.note && <span className="block text-12 text-text-2">{entry.note}</span>}
        </td>
      </tr>
      {chooser && (
        <tr>
          <td colSpan={6} className="p-0">
            {chooser}
          </td>
        </tr>
      )}
    </>
  )
}

/** A length that breaks between its parts, never between a number and its unit. */
function unbroken(length: string): string {
  return length.replaceAll(/(\d) /g, '$1\u00a0')
}
