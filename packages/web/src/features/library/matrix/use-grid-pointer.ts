import { type MouseEvent, type PointerEvent, type RefObject, useRef } from 'react'
import { atOnly, type Selection } from './block.ts'
import type { Place } from './grid-keys.ts'
import type { GridActs } from './use-grid-keys.ts'
import { type GridRoom, isOverCells, placeAt } from './use-grid-window.ts'

interface Parts {
  box: RefObject<HTMLElement | null>
  room: GridRoom
  selection: Selection
  acts: GridActs
}

/**
 * Pointers in the grid. A press selects, a drag selects a block, and a press on the selected cell opens its evidence. A finger
 * scrolls when it drags, so that it has a handle at the corner of the selection for a block.
 */
export function useGridPointer({ box, room, selection, acts }: Parts) {
  const anchor = useRef<Place>(undefined)
  const begin = (event: PointerEvent<HTMLElement>, from: Place) => {
    anchor.current = from
    box.current?.setPointerCapture(event.pointerId)
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const { current } = box
    if (current === null || event.pointerType === 'touch' || event.button !== 0) return
    if (!isOverCells(current, event, room)) return
    const place = placeAt(current, event, room)
    if (place === undefined) return
    begin(event, event.shiftKey ? selection.anchor : place)
    acts.select({ anchor: event.shiftKey ? selection.anchor : place, at: place })
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const { current } = box
    if (current === null || anchor.current === undefined) return
    const at = placeAt(current, event, room)
    if (at !== undefined && !isSamePlace(at, selection.at)) acts.select({ anchor: anchor.current, at })
  }
  const end = () => {
    anchor.current = undefined
  }
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const { current } = box
    if (current === null || !isOverCells(current, event, room)) return
    const place = placeAt(current, event, room)
    if (place !== undefined && isTouch(event)) acts.select(atOnly(place))
  }
  const onDoubleClick = (event: MouseEvent<HTMLElement>) => {
    if (box.current !== null && isOverCells(box.current, event, room)) acts.open()
  }
  return {
    handlers: { onPointerDown, onPointerMove, onPointerUp: end, onPointerCancel: end, onClick, onDoubleClick },
    onHandleDown: (event: PointerEvent<HTMLElement>) => {
      event.stopPropagation()
      event.preventDefault()
      begin(event, selection.anchor)
    },
  }
}

function isTouch(event: MouseEvent): boolean {
  return 'pointerType' in event.nativeEvent && event.nativeEvent.pointerType === 'touch'
}

function isSamePlace(one: Place, other: Place): boolean {
  return one.row === other.row && one.column === other.column
}
