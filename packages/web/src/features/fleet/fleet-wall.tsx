import type { Fleet } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react'
import { useNow } from '../../lib/format/shared-clock.ts'
import { useRowWindow } from '../../lib/use-row-window.ts'
import { useIsPhone } from '../../resource/frame.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { blocksInView, type WallLine } from './fleet-rows.ts'
import { LaneAxis } from './lane-axis.tsx'
import type { LaneWindow } from './lane-ticks.ts'
import { nextMachine } from './next-machine.ts'
import { useLanes } from './use-fleet.ts'
import type { FleetAddress } from './use-fleet-address.ts'
import { WallFoot } from './wall-foot.tsx'
import { WallGroup, WallRow, wallColumns } from './wall-row.tsx'

/** Heights in CSS pixels, as the classes of the rows have them. A head of a group counts as a row: every line is as high. */
const LINE = 29
const PHONE_LINE = 58
const HEAD = 29

interface FleetWallProps {
  fleet: Fleet
  lines: readonly WallLine[]
  hours: FleetAddress['hours']
  sort: FleetAddress['sort']
  selected: string | undefined
  onSelect: (machineID: string) => void
  onShowOnMap: (machineID: string) => void
}

/** A lane for each machine over the same window. One tab stop; only the lines in view are drawn, however many there are. */
export function FleetWall({ fleet, lines, hours, sort, selected, onSelect, onShowOnMap }: FleetWallProps) {
  const box = useRef<HTMLDivElement>(null)
  const now = Math.floor(useNow() / 1_000)
  const lineHeight = useIsPhone() ? PHONE_LINE : LINE
  const drawn = useRowWindow(box, lines.length, lineHeight, HEAD)
  const shown = lines.slice(drawn.first, drawn.end)
  const blocks = useMemo(
    () => blocksInView(lines, { first: drawn.first, end: drawn.end }),
    [lines, drawn.first, drawn.end],
  )
  const lanes = useLanes(blocks, hours)
  const stop = shown.some(({ key }) => key === selected) ? selected : shown.find((line) => 'machine' in line)?.key
  const focus = useFocus(box)
  useReveal(drawn.reveal, lines, selected)

  const onKeyDown = (event: KeyboardEvent) => {
    const machineID = machineOf(event.target)
    if (machineID === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'm' || event.key === 'M') return onShowOnMap(machineID)
    const to = nextMachine(lines, machineID, event.key)
    if (to === undefined) return
    event.preventDefault()
    drawn.reveal(to.place)
    onSelect(to.machineID)
    focus(to.machineID)
  }
  return (
    <>
      {lanes.isFailed && (
        <Alert tone="bad" className="mx-5 mb-2 text-13">
          {t('fleet.lanesFailed')}{' '}
          <Button size="dense" onClick={lanes.retry}>
            {t('general.tryAgain')}
          </Button>
        </Alert>
      )}
      <div
        ref={box}
        onScroll={drawn.onScroll}
        // Positioned, so that what only screen readers are given is cut with its row.
        className="relative min-h-80 flex-1 overflow-auto border-t border-line bg-surface max-md:h-[75dvh] max-md:flex-none"
      >
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with keys of its own is a grid
          role="grid"
          aria-label={t('fleet.wall')}
          aria-rowcount={lines.length + 1}
          className="block"
        >
          <WallHead window={lanes.window} sort={sort} />
          <tbody
            onKeyDown={onKeyDown}
            className="block"
            style={{ height: lines.length * lineHeight, paddingTop: drawn.first * lineHeight }}
          >
            {shown.map((line, index) => {
              const rowIndex = drawn.first + index + 2
              if ('group' in line)
                return <WallGroup key={line.key} group={line.group} rowIndex={rowIndex} height={lineHeight} />
              const { machine } = line
              const { machineID } = machine
              return (
                <WallRow
                  key={line.key}
                  machine={machine}
                  site={fleet.sites[machine.site ?? -1]}
                  customer={fleet.customers[machine.customer ?? -1]?.name}
                  lane={lanes.byMachine.get(machineID)}
                  sort={sort}
                  now={now}
                  rowIndex={rowIndex}
                  height={lineHeight}
                  isSelected={machineID === selected}
                  isStop={machineID === stop}
                  onChoose={onSelect}
                />
              )
            })}
          </tbody>
        </table>
      </div>
      <WallFoot />
    </>
  )
}

function WallHead({ window, sort }: { window: LaneWindow | undefined; sort: FleetAddress['sort'] }) {
  return (
    <thead className="sticky top-0 z-10 block">
      <tr
        aria-rowindex={1}
        className={`${wallColumns} h-[29px] border-b border-line-2 bg-surface-2 text-start text-12 text-text-2`}
      >
        <th scope="col">
          <span className="sr-only">{t('general.state')}</span>
        </th>
        <th scope="col" className="text-start font-[550]">
          {t('fleet.machine')}
        </th>
        <th scope="col" className="text-start font-[550] max-md:sr-only">
          {t('fleet.site')}
        </th>
        <th scope="col" className="font-normal max-md:sr-only">
          <span className="sr-only">{t('fleet.states')}</span>
          <LaneAxis window={window} />
        </th>
        <th scope="col" className="text-end font-[550] whitespace-nowrap">
          {t('fleet.perMin')}
        </th>
        <th scope="col" className="text-end font-[550] max-md:sr-only">
          {sort === 'speedLoss' ? t('fleet.loss') : t('general.running')}
        </th>
      </tr>
    </thead>
  )
}

/** Gives the focus to a machine as soon as it is drawn. */
function useFocus(box: { current: HTMLElement | null }): (machineID: string) => void {
  const wanted = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (wanted.current === undefined) return
    const link = box.current?.querySelector<HTMLElement>(`[data-machine="${CSS.escape(wanted.current)}"]`)
    if (!link) return
    wanted.current = undefined
    link.focus({ preventScroll: true })
  })
  return (machineID) => {
    wanted.current = machineID
  }
}

/** A machine that was chosen on the map comes into sight; one that is in sight stays where it is. */
function useReveal(reveal: (row: number) => void, lines: readonly WallLine[], selected: string | undefined): void {
  const show = useEffectEvent(() => {
    const place = lines.findIndex(({ key }) => key === selected)
    if (place >= 0) reveal(place)
  })
  useEffect(() => {
    if (selected !== undefined) show()
  }, [selected])
}

function machineOf(target: EventTarget): string | undefined {
  return target instanceof HTMLElement ? target.dataset.machine : undefined
}
