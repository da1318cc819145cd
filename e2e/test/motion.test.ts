import { expect } from 'vitest'
import { eventually } from '../src/eventually.ts'
import { movingOn } from '../src/moving.ts'
import { cardOf, openOverview } from '../src/overview.ts'
import { screens } from '../src/screens.ts'
import { test } from '../src/test.ts'

const loading = screens.filter(({ name }) => name === 'the overview while it loads')

test.for(loading)(
  'Skeletons move for who did not ask for less motion',
  { tags: ['long'] },
  async (screen, { visit }) => {
    const { page, guard } = await visit(screen.visit)
    await screen.open(page, guard)
    await eventually(() => movingOn(page)).toBeGreaterThan(0)
  },
)

test('With less motion asked for, the details of a card are there at once', async ({ visit }) => {
  const { page } = await visit({ as: 'customer', reducedMotion: true })
  await openOverview(page)
  const card = cardOf(page, 'FLW-0904')
  await card.hover()
  expect(await movingOn(page)).toBe(0)
  expect(await card.locator('dl').first().isVisible()).toBe(true)
})
