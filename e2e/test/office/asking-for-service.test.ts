import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { violationsInBothThemes } from '../../src/axe.ts'
import { eventually } from '../../src/eventually.ts'
import { hasFocus } from '../../src/focus.ts'
import { test } from '../../src/test.ts'

const PHONE = { width: 390, height: 844, touch: true }
const MACHINE = 'VFFS-2215'
const PAGE = `/machines/${MACHINE}`

const headButton = (page: Page) => page.getByRole('button', { name: 'Ask for service' }).first()
const formOf = (page: Page) => page.getByRole('form', { name: 'Ask for service' })

test('On a phone service is asked for in the first screen of a machine, without scrolling', async ({ visit }) => {
  const { page } = await visit({ as: 'customer', ...PHONE })
  await page.goto(PAGE)
  const button = headButton(page)
  await button.waitFor()
  const { y = PHONE.height, height = 0 } = (await button.boundingBox()) ?? {}
  expect(y + height).toBeLessThan(PHONE.height / 2)
  expect(height).toBeGreaterThanOrEqual(44)
  await button.tap()
  const subject = formOf(page).getByLabel('What is wrong')
  await eventually(() => hasFocus(subject)).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  await page.keyboard.press('Escape')
  await formOf(page).waitFor({ state: 'detached' })
  await eventually(() => hasFocus(button)).toBe(true)

  // The list of requests, far below, leads to the same form.
  const listed = page.getByRole('region', { name: 'Service requests' }).getByRole('button', { name: 'Ask for service' })
  await listed.tap()
  await eventually(() => hasFocus(subject)).toBe(true)
  await listed.tap()
  await eventually(() => hasFocus(subject)).toBe(true)
  expect(await formOf(page).count()).toBe(1)
})
