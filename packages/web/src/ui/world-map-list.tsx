import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { type NamedMark, WorldMapMark } from './world-map-mark.tsx'
import { marksWithRoom, markTowards } from './world-map-marks.ts'
import type { MapSize } from './world-map-view.ts'

export interface WorldMapListProps {
  marks: readonly NamedMark[]
  size: MapSize
  selectedId: string | null
  onPress: (mark: NamedMark) => void
  /** Told when the focus comes to a mark, which may be out of sight. */
  onReach: (mark: NamedMark) => void
}

/** The marks: one tab stop, arrow keys inside. */
export function WorldMapList({ marks, size, selectedId, onPress, onReach }: WorldMapListProps) {
  const [current, setCurrent] = useState<string>()
  const buttons = useRef(new Map<string, HTMLButtonElement>())
  const stop = stopOf(marks, current, selectedId)
  const withRoom = marksWithRoom(selectedFirst(marks, selectedId), size)
  const hasFocus = useRef(false)
  // The mark with the focus may have been joined with another, or fanned out: the focus stays with its point.
  useLayoutEffect(() => {
    if (hasFocus.current && stop !== undefined && document.activeElement === document.body) {
      buttons.current.get(stop)?.focus({ preventScroll: true })
    }
  }, [stop])
  const onKeyDown = (event: KeyboardEvent, from: NamedMark) => {
    const next =
      event.key === 'Home' ? marks[0] : event.key === 'End' ? marks.at(-1) : markTowards(marks, from, event.key)
    if (!next) return
    event.preventDefault()
    buttons.current.get(next.key)?.focus({ preventScroll: true })
  }
  return marks.map((mark) => (
    <WorldMapMark
      key={mark.key}
      ref={(button) => {
        if (button) buttons.current.set(mark.key, button)
        else buttons.current.delete(mark.key)
      }}
      mark={mark}
      selected={selectedId !== null && mark.ids.includes(selectedId)}
      named={withRoom.has(mark.key)}
      tabIndex={mark.key === stop ? 0 : -1}
      onPress={() => onPress(mark)}
      onFocus={() => {
        hasFocus.current = true
        setCurrent(mark.ids[0])
        onReach(mark)
      }}
      onBlur={() => {
        hasFocus.current = false
      }}
      onKeyDown={(event) => onKeyDown(event, mark)}
    />
  ))
}

/** The tab stop: the mark that was reached last, or the selected one, or the first. */
function stopOf(marks: readonly NamedMark[], current: string | undefined, selectedId: string | null) {
  const holding = (id: string | null | undefined) => marks.find(({ ids }) => id != null && ids.includes(id))
  return (holding(current) ?? holding(selectedId) ?? marks[0])?.key
}

function selectedFirst(marks: readonly NamedMark[], selectedId: string | null): readonly NamedMark[] {
  const isSelected = ({ ids }: NamedMark) => selectedId !== null && ids.includes(selectedId)
  return [...marks.filter(isSelected), ...marks.filter((mark) => !isSelected(mark))]
}
