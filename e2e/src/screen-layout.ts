import type { Page } from 'playwright-core'

/** What of a screen is cut off or sticks out of its box, and whether the page scrolls sideways. */
export async function layoutFaults(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    /** Of those that are meant to scroll sideways: tabs, pages of an area, the bar of a record, choices and columns beside each other, tables and code. */
    const scrollers =
      'nav, [data-section-bar], [data-columns], nav ul, fieldset, pre, [role=tablist], :has(> [role=tablist]), [role=menu], [role=grid], :has(table)'
    /** Without text, drawn, or only for screen readers; a field scrolls by itself. */
    const skipped = 'svg, svg *, canvas, input, textarea, .sr-only, .sr-only *, body [dir=ltr], body [dir=ltr] *'
    const isSeen = (element: Element) => {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(skipped)) return false
      for (let one: Element | null = element; one !== null; one = one.parentElement) {
        const { clip, clipPath } = getComputedStyle(one)
        if (clip.startsWith('rect') || clipPath.startsWith('inset(50%')) return false
      }
      return (element.textContent ?? '').trim() !== ''
    }
    /** Whether nothing sticks out farther than a bar that reaches over the padding of its page, and no farther than the window. */
    const isUpToBar = (element: HTMLElement) => {
      const bar = element.querySelector('[data-full-width]')?.getBoundingClientRect()
      const end = element.getBoundingClientRect().left + element.scrollWidth
      return bar !== undefined && end <= bar.right + 1 && bar.right <= innerWidth
    }
    const faultOf = (element: HTMLElement): string | undefined => {
      const { display, overflowX, textOverflow, webkitLineClamp } = getComputedStyle(element)
      if (display === 'inline' || display === 'contents' || element.scrollWidth <= element.clientWidth + 1)
        return undefined
      if (overflowX === 'auto' || overflowX === 'scroll')
        return element.matches(scrollers) ? undefined : 'scrolls sideways'
      // What opens under a field may be wider than the field.
      if (overflowX === 'visible')
        return element.querySelector('[role=listbox], [role=menu]') || isUpToBar(element) ? undefined : 'sticks out'
      return textOverflow === 'ellipsis' || webkitLineClamp !== 'none' ? undefined : 'is cut'
    }
    const root = document.documentElement
    const faults = root.scrollWidth > innerWidth ? [`${root.scrollWidth} px wide in a window of ${innerWidth} px`] : []
    const found: Element[] = []
    // Who holds something that sticks out sticks out as well: the innermost one is the fault.
    for (const element of [...document.body.querySelectorAll<HTMLElement>('*')].reverse()) {
      const fault = found.some((inner) => element.contains(inner)) || !isSeen(element) ? undefined : faultOf(element)
      if (fault === undefined) continue
      found.push(element)
      const { scrollWidth, clientWidth, className } = element
      const text = (element.textContent ?? '').trim().slice(0, 60)
      faults.push(
        `${scrollWidth} px in ${clientWidth} px ${fault}: <${element.tagName.toLowerCase()} class="${className}"> ${text}`,
      )
    }
    return faults
  })
}
