import type { Page } from 'playwright-core'

/** How many animations of a page take longer than the eye notices. */
export function movingOn(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      document.getAnimations().filter(({ effect }) => {
        const { duration, iterations } = effect?.getTiming() ?? {}
        return iterations === Number.POSITIVE_INFINITY || Number(duration) > 10
      }).length,
  )
}
