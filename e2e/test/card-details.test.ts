import { expect } from 'vitest'
import { addressOf } from '../src/addresses.ts'
import { eventually } from '../src/eventually.ts'
import { cardsOf, changeMachines, openOverview, showCard, sparklineOf, valueBeside } from '../src/overview.ts'
import { test } from '../src/test.ts'
import { textOf } from '../src/text.ts'

const DAY_MS = 86_400_000

test('Under the mouse a card shows Details, Last Service and Next Due over its sparkline', async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await openOverview(page)
  const card = await showCard(page, 'VFFS-2214')
  const details = card.locator('dl').first()
  expect(await details.isVisible()).toBe(false)
  await card.hover()
  await details.waitFor()
  expect(await details.locator('dt').allInnerTexts()).toEqual(['Details', 'Last Service', 'Next Due'])
  expect(await textOf(valueBeside(details, 'Details'))).toBe('Vertical bagger, 320 mm jaws, multihead weigher')
  const days = [await textOf(valueBeside(details, 'Last Service')), await textOf(valueBeside(details, 'Next Due'))]
  for (const day of days) expect(day).toMatch(/^\d{1,2} [A-Z][a-z]{2,3} \d{4}$/)
  const [last = 0, next = 0] = days.map(Date.parse)
  // An hour more or less where the clocks change.
  expect(Math.round((next - last) / DAY_MS)).toBe(270)
  await page.mouse.move(5, 5)
  await details.waitFor({ state: 'hidden' })
})

test('Nothing moves when the details show', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await openOverview(page)
  const card = await showCard(page, 'VFFS-2214')
  const places = () =>
    page.getByRole('article').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()))
  const before = await places()
  await card.hover()
  const details = card.locator('dl').first()
  await details.waitFor()
  expect(await places()).toEqual(before)
  await eventually(() => details.evaluate((panel) => panel.getAnimations().length)).toBe(0)
  const panel = await details.boundingBox()
  const sparkline = await sparklineOf(card).boundingBox()
  if (!panel || !sparkline) throw new Error('Panel or sparkline is not shown.')
  expect(panel.y).toBeGreaterThanOrEqual(sparkline.y - 1)
  expect(panel.y + panel.height).toBeLessThanOrEqual(sparkline.y + sparkline.height + 1)
})

test("The keyboard's focus shows the details, Escape takes them away", { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await openOverview(page)
  const [first, second] = [cardsOf(page).first(), cardsOf(page).nth(1)]
  const details = first.locator('dl').first()
  await page.getByRole('combobox', { name: 'Filter' }).focus()
  await page.keyboard.press('Tab')
  await details.waitFor()
  await page.keyboard.press('Escape')
  await details.waitFor({ state: 'hidden' })
  expect(await first.getByRole('link').evaluate((link) => link === document.activeElement)).toBe(true)
  await page.keyboard.press('Tab')
  await second.locator('dl').first().waitFor()
})

test('The details belong to the description of the link for who cannot see them', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page } = await visit({ as: 'customer' })
  await openOverview(page)
  const card = await showCard(page, 'VFFS-2214')
  const described = await card.getByRole('link').getAttribute('aria-describedby')
  expect(await card.locator('dl').first().getAttribute('id')).toBe(described)
})

test('By touch the info button shows and hides the details and does not leave the page', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page } = await visit({ as: 'customer', width: 390, height: 844, touch: true })
  await openOverview(page)
  const card = await showCard(page, 'VFFS-2214')
  const details = card.locator('dl').first()
  const button = card.getByRole('button', { name: 'Details for VFFS-2214', exact: true })
  expect(await button.getAttribute('aria-expanded')).toBe('false')
  await button.tap()
  await details.waitFor()
  expect(await button.getAttribute('aria-expanded')).toBe('true')
  await button.tap()
  await details.waitFor({ state: 'hidden' })
  expect(addressOf(page)).toBe('/')
})

test('Last Service and Next Due are a dash where nothing is planned', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await openOverview(page)
  const card = await showCard(page, 'PAL-0225')
  await card.hover()
  expect(await textOf(valueBeside(card, 'Last Service'))).toBe('–')
  expect(await textOf(valueBeside(card, 'Next Due'))).toBe('–')
})

test('A long description ends in dots and leaves Last Service and Next Due whole', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page } = await visit({ as: 'customer' })
  const description = 'Vertical bagger with everything that was ever ordered for it. '.repeat(12)
  await page.route('**/v1/ignition/machines/me?*', (route) => changeMachines(route, { description }))
  await openOverview(page)
  const card = await showCard(page, 'VFFS-2214')
  await card.hover()
  const details = card.locator('dl').first()
  await details.waitFor()
  const panel = await details.boundingBox()
  for (const term of ['Last Service', 'Next Due']) {
    const value = await valueBeside(details, term).boundingBox()
    if (!panel || !value) throw new Error('Panel or value is not shown.')
    expect(value.y + value.height).toBeLessThanOrEqual(panel.y + panel.height)
  }
})
