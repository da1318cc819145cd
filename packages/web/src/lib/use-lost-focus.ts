import { type RefCallback, useCallback } from 'react'

/**
 * Moves the focus to the nearest of what is left where the element that has it goes away, such as the button of a row that has done its work:
 * on the page itself the keyboard would begin at the top again.
 * @param to a selector of what can have the focus: in what is beside the element that went, or else in the nearest element around it
 * @returns the ref of the area in which that is so; with a `tabIndex` the area itself is the last resort
 */
export function useLostFocus(to: string): RefCallback<HTMLElement> {
  return useCallback(
    (area: HTMLElement | null) => {
      if (area === null) return undefined
      let held: Element | null = null
      const hold = ({ target }: FocusEvent) => {
        held = target instanceof Element && area.contains(target) ? target : null
      }
      // Who presses beside everything has left it: what goes away later took nothing.
      const release = ({ target }: PointerEvent) => {
        if (!(target instanceof Node && area.contains(target))) held = null
      }
      const changes = new MutationObserver((records) => {
        const { activeElement } = document
        if (held === null || held.isConnected || (activeElement !== null && activeElement !== document.body)) return
        const record = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(held)))
        held = null
        if (record !== undefined) (nearest(record, area, to) ?? area).focus()
      })
      changes.observe(area, { childList: true, subtree: true })
      document.addEventListener('focusin', hold)
      document.addEventListener('pointerdown', release)
      return () => {
        changes.disconnect()
        document.removeEventListener('focusin', hold)
        document.removeEventListener('pointerdown', release)
      }
    },
    [to],
  )
}

function nearest(
  { target, nextSibling, previousSibling }: MutationRecord,
  area: HTMLElement,
  to: string,
): HTMLElement | undefined {
  for (const beside of [nextSibling, previousSibling]) {
    if (!(beside instanceof HTMLElement) || !beside.isConnected) continue
    const found = beside.matches(to) ? beside : beside.querySelector<HTMLElement>(to)
    if (found !== null) return found
  }
  for (let around = target instanceof HTMLElement ? target : null; around !== null; around = around.parentElement) {
    if (!area.contains(around)) return undefined
    const found = around.querySelector<HTMLElement>(to)
    if (found !== null) return found
  }
  return undefined
}
