import { type HistoryState, laneLetters } from '@packhouse/contract'
import { memo } from 'react'
import { hatchOf } from '../../ui/hatch.ts'

/** Those that are painted; what is unknown is the hatched ground. */
const painted: readonly [Exclude<HistoryState, 'Unknown'>, string][] = [
  ['Running', 'var(--st-run)'],
  ['Idle', 'var(--st-idle)'],
  ['Stopped', 'var(--st-stop)'],
  ['Faulted', 'var(--st-abort)'],
]

interface LaneProps {
  /** A letter for each slot; undefined while nothing is there yet. */
  states: string | undefined
}

/** What a machine did over the window: a path for each state, so that a row costs five elements whatever happened. */
export const LaneBar = memo(function LaneBar({ states }: LaneProps) {
  if (states === undefined) return <span className="block h-[15px] w-full rounded-[1px] bg-surface-3" />
  return (
    <svg
      viewBox={`0 0 ${states.length} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      aria-hidden="true"
      className="block h-[15px] w-full outline outline-line-2 -outline-offset-1"
      style={{ backgroundImage: hatchOf('var(--line-2)') }}
    >
      {painted.map(([state, fill]) => {
        const path = pathOf(states, laneLetters[state])
        return path === '' ? null : <path key={state} d={path} fill={fill} />
      })}
    </svg>
  )
})

/** The stretches of one letter as rectangles of height 1. */
export function pathOf(states: string, letter: string): string {
  let path = ''
  for (let from = states.indexOf(letter); from >= 0; ) {
    let to = from + 1
    while (states[to] === letter) to += 1
    path += `M${from} 0h${to - from}v1h${from - to}z`
    from = states.indexOf(letter, to)
  }
  return path
}
