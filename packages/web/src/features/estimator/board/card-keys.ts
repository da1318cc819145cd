import type { KeyboardEvent } from 'react'

const steps: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/** Which way Alt with an arrow takes a card. */
export type CardWay = 'on' | 'back'

/**
 * Moves the focus from card to card: up and down within a column, left and right to the next column that has cards. Alt with an arrow
 * across takes the card itself on or back.
 */
export function moveAmongCards(
  event: KeyboardEvent,
  board: HTMLElement | null,
  onMove: (id: string, way: CardWay) => void,
): void {
  const step = steps[event.key]
  const from = event.target
  if (step === undefined || board === null || !(from instanceof HTMLElement) || from.dataset.card === undefined) return
  const forward = getComputedStyle(board).direction === 'rtl' ? -1 : 1
  event.preventDefault()
  if (event.altKey) {
    if (step[0] !== 0) onMove(from.dataset.card, step[0] === forward ? 'on' : 'back')
    return
  }
  const columns = [...board.querySelectorAll('section')]
    .map((column) => [...column.querySelectorAll<HTMLElement>('[data-card]')])
    .filter((cards) => cards.length > 0)
  const across = columns.findIndex((cards) => cards.includes(from))
  const down = columns[across]?.indexOf(from) ?? 0
  const target = columns[across + step[0] * forward]
  target?.[Math.min(down + step[1], target.length - 1)]?.focus()
}
