/** A picture of a card that goes with the pointer. @param at where the card was taken hold of */
export function startGhost(card: HTMLElement, at: { x: number; y: number }) {
  const { left, top, width } = card.getBoundingClientRect()
  const ghost = document.createElement('div')
  const picture = card.cloneNode(true)
  ghost.append(picture)
  for (const named of ghost.querySelectorAll('[id]')) named.removeAttribute('id')
  ghost.inert = true
  ghost.setAttribute('aria-hidden', 'true')
  ghost.className = 'pointer-events-none fixed top-0 left-0 z-60 rounded-panel shadow-float'
  ghost.style.width = `${width}px`
  const moveTo = (x: number, y: number) => {
    ghost.style.translate = `${left + x - at.x}px ${top + y - at.y}px`
  }
  moveTo(at.x, at.y)
  document.body.append(ghost)
  return { moveTo, remove: () => ghost.remove() }
}
