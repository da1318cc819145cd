import { type FocusEvent, type PointerEvent, useEffect, useState } from 'react'

/**
 * The details of a card: shown while a mouse is over the card or the keyboard's focus is in it, and by the info
 * button where neither exists. Escape takes them away without moving pointer or focus (WCAG 1.4.13).
 */
export function useDisclosure() {
  const [shown, setShown] = useState(false)

  useEffect(() => {
    if (!shown) return
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setShown(false)
    }
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [shown])

  const handlers = {
    onPointerEnter: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') setShown(true)
    },
    onPointerLeave: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') setShown(false)
    },
    onFocus: (event: FocusEvent) => {
      if (event.target.matches('a:focus-visible')) setShown(true)
    },
    onBlur: (event: FocusEvent<Element>) => {
      if (!event.currentTarget.contains(event.relatedTarget)) setShown(false)
    },
  }
  return { shown, toggle: () => setShown((before) => !before), handlers }
}
