import { useEffect, useRef } from 'react'

/**
 * Remembers what had the focus when something opened beside it; call it before the effect that takes the focus.
 * @param what what is open; another one has another opener
 * @returns gives the focus back
 */
export function useReturnFocus(what: string): () => void {
  const opener = useRef<Element>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another thing that is open was opened by another press
  useEffect(() => {
    opener.current = document.activeElement
  }, [what])
  return () => {
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
}
