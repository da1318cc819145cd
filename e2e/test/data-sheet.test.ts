import { expect } from 'vitest'
import { violationsInBothThemes } from '../src/axe.ts'
import { test } from '../src/test.ts'

const PHONE = { width: 390, height: 844, touch: true }

test('The data sheet of a machine is readable on a screen and a phone', async ({ visit }) => {
  const { page } = await visit({ as: 'customer', width: 1440, height: 900 })
  await page.goto('/machines/FLW-0871')
  await page.getByRole('link', { name: 'Which data this machine makes' }).click()
  await page.getByRole('heading', { level: 1, name: 'Data sheet of FLW-0870' }).waitFor()
  await page.getByRole('row', { name: /machineState/ }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440)
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  const phone = await visit({ as: 'customer', ...PHONE })
  await phone.page.goto('/machines/FLW-0871/data-sheet')
  await phone.page.getByRole('row', { name: /machineState/ }).waitFor()
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  expect(await violationsInBothThemes(phone.page)).toEqual({ light: [], dark: [] })
})
