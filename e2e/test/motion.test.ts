import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { eventually } from '../src/eventually.ts'
import { cardOf, openOverview } from '../src/overview.ts'
import { screens } from '../src/screens.ts'
import { test } from '../src/test.ts'

/** Animations that take longer than the eye notices. */
function moving(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      document.getAnimations().filter(({ effect }) => {
        const { duration, iterations } = effect?.getTiming() ?? {}
        return iterations === Number.POSITIVE_INFINITY || Number(duration) > 10
      }).length,
  )
}

const loading = screens.filter(({ name }) => name === 'the overview while it loads')

test.for(loading)('Skeletons move for who did not ask for less motion', async (screen, { visit }) => {
  const { page, guard } = await visit(screen.visit)
  await screen.open(page, guard)
  await eventually(() => moving(page)).toBeGreaterThan(0)
})

test.for(screens)('With less motion asked for, nothing moves on $name', async (screen, { visit }) => {
  const { page, guard } = await visit({ ...screen.visit, reducedMotion: true })
  await screen.open(page, guard)
  expect(await moving(page)).toBe(0)
})

test('With less motion asked for, the details of a card are there at once', async ({ visit }) => {
  const { page } = await visit({ as: 'customer', reducedMotion: true })
  await openOverview(page)
  const card = cardOf(page, 'FLW-0904')
  await card.hover()
  expect(await moving(page)).toBe(0)
  expect(await card.locator('dl').first().isVisible()).toBe(true)
})
