import type { KeyboardEvent } from 'react'

const steps: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/**
 * Moves the focus from card to card: up and down within a column, left and right to the next column that has cards. Alt with the
 * arrow that leads on asks what the card becomes next, as its menu does: no step is skipped.
 */
export function moveAmongCards(event: KeyboardEvent, board: HTMLElement | null): void {
  const step = steps[event.key]
  const from = event.target
  if (step === undefined || board === null || !(from instanceof HTMLElement) || from.dataset.card === undefined) return
  const isRtl = getComputedStyle(board).direction === 'rtl'
  if (event.altKey) {
    event.preventDefault()
    if (step[0] === (isRtl ? -1 : 1)) from.closest('article')?.querySelector<HTMLElement>('[data-next-step]')?.click()
    return
  }
  const columns = [...board.querySelectorAll('section')]
    .map((column) => [...column.querySelectorAll<HTMLElement>('[data-card]')])
    .filter((cards) => cards.length > 0)
  const across = columns.findIndex((cards) => cards.includes(from))
  const down = columns[across]?.indexOf(from) ?? 0
  const target = columns[across + (isRtl ? -step[0] : step[0])]
  const next = target?.[Math.min(down + step[1], target.length - 1)]
  event.preventDefault()
  next?.focus()
}
