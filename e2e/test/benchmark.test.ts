import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { violationsInBothThemes } from '../src/axe.ts'
import { test } from '../src/test.ts'

const PHONE = { width: 390, height: 844, touch: true }

const median = (value: number) => ({
  median: value,
  lower: value * 0.95,
  upper: value * 1.05,
  machinesFrom: 10,
  hoursFrom: 2500,
})

/** Figures as after some weeks; the product of these tests has just begun. The rest is what it answers. */
async function withFigures(page: Page) {
  await page.route(/\/v1\/ignition\/benchmark\?/, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { machines: { machineID: string }[] }
    const measured = {
      knownHours: 612,
      figures: { utilization: 0.61, availability: 0.93, speed: 31.4, rejectRate: 0.008, runningHours: 373 },
      recipes: [
        { recipe: 'Coffee 500 g', share: 0.7, speed: 32 },
        { recipe: 'Coffee 1 kg', share: 0.3, speed: 24 },
      ],
    }
    const machines = body.machines.map((machine, place) =>
      place === 0 ? { ...machine, ...measured, isShared: true } : machine,
    )
    const medians = {
      utilization: median(0.57),
      availability: median(0.95),
      speed: { ...median(29), lower: null, upper: null, machinesFrom: 5 },
      rejectRate: null,
      runningHours: median(350),
    }
    const snapshot = { from: '2026-10-27', to: '2026-11-25', takenAt: '2026-11-26T03:00:00.000Z' }
    await route.fulfill({ response: answer, json: { ...body, ...snapshot, others: 'shown', machines, medians } })
  })
}

test('From the page of a machine a customer comes to its benchmark, and reads why there is no median yet', async ({
  visit,
}) => {
  const { page } = await visit({ as: 'customer', width: 1440, height: 900 })
  await page.goto('/machines/FLW-0871')
  await page.getByRole('link', { name: 'Compare with others of its model' }).click()
  await page.waitForURL(/\/benchmark\?machine=FLW-0871$/)
  const model = page.getByLabel('Model')
  await model.waitFor()
  expect(await model.inputValue()).toBe('FLW-0870')
  await page.getByText('You do not share any machine of this model', { exact: true }).waitFor()
  await page
    .getByRole('row', { name: /FLW-0871/ })
    .getByText('Not measured')
    .first()
    .waitFor()
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })

  await model.selectOption('CRT-1100')
  await page.getByRole('row', { name: /CRT-1130/ }).waitFor()
  await page.waitForURL(/model=CRT/)
  await page.getByLabel('Look back').selectOption('90')
  await page.waitForURL(/days=90/)
  expect(new URL(page.url()).searchParams.get('model')).toBe('CRT-1100')
  await page.getByRole('link', { name: 'Open sharing' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sharing' }).waitFor()
})

test('Own machines stand beside the median of the others, with what it is of and under which conditions', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'customer', width: 1440, height: 900 })
  await withFigures(page)
  await page.goto('/benchmark?model=VFFS-2210')
  const others = page.getByRole('row', { name: /Median of others/ })
  await others.getByText('57%').waitFor()
  expect(await others.getByText('Half of them: 54% to 60%').count()).toBe(1)
  expect(await others.getByText('5 machines or more, 2,500 hours or more').count()).toBe(1)
  // Of rejects there are too few, and nobody reads how many.
  expect(await others.getByText('not enough machines').count()).toBe(1)
  const own = page.getByRole('row', { name: /VFFS-2214/ })
  expect(await own.textContent()).toMatch(/61%\s*\+4 points/)
  expect(await own.textContent()).toMatch(/31\.4\/min\s*\+8%/)
  await page
    .getByRole('row', { name: /VFFS-2215/ })
    .getByText('Not measured')
    .first()
    .waitFor()
  await page.getByText('Coffee 1 kg: 30% of the running time, 24/min').waitFor()
  await page.getByText(/27 Oct.* 2026 to 25 Nov.* 2026, whole days/).waitFor()
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440)
})

test('On a phone each machine is a card that fits the screen', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'customer', ...PHONE })
  await withFigures(page)
  await page.goto('/benchmark?model=VFFS-2210')
  const link = page.getByRole('link', { name: 'VFFS-2214' })
  await link.waitFor()
  expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
})

test('Staff have no benchmark', async ({ visit }) => {
  const { page } = await visit({ as: 'staff', width: 1440, height: 900 })
  await page.goto('/machines/FLW-0871')
  await page.getByRole('heading', { level: 1, name: /FLW-0871/ }).waitFor()
  expect(await page.getByRole('link', { name: 'Compare with others of its model' }).count()).toBe(0)
})
