import type { Page } from 'playwright-core'

/** A control that can be pressed, with how far presses on it reach. */
export interface Target {
  name: string
  width: number
  height: number
}

/**
 * Measures what a finger can hit of every control that is shown, whatever makes it larger: from its middle outwards as
 * long as a press there would reach the control. Links inside of a sentence are not measured (WCAG 2.5.8 excepts them).
 */
export async function measureTargets(page: Page): Promise<Target[]> {
  return await page.evaluate(() => {
    const limit = 60
    const controls = [...document.querySelectorAll<HTMLElement>('a[href], button, select, input, [role=menuitem]')]
    return controls.filter(isShown).map((control) => {
      // A field that is only read aloud is pressed on its label.
      const pressed = control.closest('label') ?? control
      pressed.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
      const { left, top, width, height } = pressed.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const reach = (dx: number, dy: number) => {
        for (let step = 0; step <= limit; step++) if (!hits(pressed, x + dx * step, y + dy * step)) return step
        return limit
      }
      return {
        name: control.getAttribute('aria-label') ?? control.textContent?.trim() ?? control.outerHTML,
        width: Math.max(width, reach(-1, 0) + reach(1, 0) - 1),
        height: Math.max(height, reach(0, -1) + reach(0, 1) - 1),
      }
    })

    function isShown(control: HTMLElement): boolean {
      if (control.closest('p')) return false
      const shown = control.closest('label') ?? control
      return shown.checkVisibility({ visibilityProperty: true }) && shown.getBoundingClientRect().bottom > 0
    }

    function hits(pressed: Element, x: number, y: number): boolean {
      const hit = document.elementFromPoint(x, y)
      return hit !== null && pressed.contains(hit)
    }
  })
}
