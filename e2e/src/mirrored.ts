import type { Page } from 'playwright-core'

/** What differs between reading directions by a few px: a scroll bar, borders. */
const TOLERANCE_PX = 3

/**
 * Whether a screen that is read from right to left is the mirror image of itself read from left to right: the page is turned
 * round, and each landmark, heading, link, button and field must be as far from the one edge as it was from the other.
 * @returns what is not mirrored; what has a direction of its own, such as a chart, counts as a whole
 */
export async function notMirrored(page: Page): Promise<string[]> {
  return await page.evaluate((tolerance) => {
    const root = document.documentElement
    const wanted =
      'header, nav, main, aside, h1, h2, h3, a, button, input, select, th, label, table, dt, dd, [role=tab], [dir=ltr]'
    const isSideways = (element: Element) => {
      for (let one = element.parentElement; one !== null; one = one.parentElement) {
        if (one !== root && one.scrollWidth > one.clientWidth) return true
      }
      return false
    }
    const elements = [...document.body.querySelectorAll<HTMLElement>(wanted)].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        element.parentElement?.closest('body [dir=ltr], .sr-only') === null &&
        !element.matches('.sr-only') &&
        element.offsetWidth > 1 &&
        // What is scrolled sideways begins at the one end or at the other.
        !isSideways(element),
    )
    const measure = () => elements.map((element) => element.getBoundingClientRect())
    const read = measure()
    root.dir = 'ltr'
    const width = root.clientWidth
    const turned = measure()
    root.dir = 'rtl'
    return elements.flatMap((element, index) => {
      const [now, before] = [read[index], turned[index]]
      if (now === undefined || before === undefined) return []
      const way = Math.max(Math.abs(now.left - (width - before.right)), Math.abs(now.right - (width - before.left)))
      if (way <= tolerance) return []
      const name = `<${element.tagName.toLowerCase()} class="${element.className}"> ${(element.textContent ?? '').trim().slice(0, 40)}`
      return [`${Math.round(way)} px off: ${name}`]
    })
  }, TOLERANCE_PX)
}
