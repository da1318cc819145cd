import { afterAll, beforeAll, expect, inject } from 'vitest'
import { violations, violationsInBothThemes } from '../../src/axe.ts'
import { type BackOffice, backOfficeScreens, furnish } from '../../src/back-office-screens.ts'
import { eventually } from '../../src/eventually.ts'
import { Records } from '../../src/records.ts'
import { test } from '../../src/test.ts'

const nothing = { light: [], dark: [] }
const phone = { width: 390, height: 844 } as const

let records: Records
let office: BackOffice

beforeAll(async () => {
  records = new Records(inject('quiet'))
  office = await furnish(records)
})
afterAll(async () => {
  await records.removeAll()
})

test.for(backOfficeScreens)('axe finds nothing on $name in either theme', async (screen, { visit }) => {
  const { page, guard } = await visit({ as: 'staff' })
  await screen.open(page, office, guard)
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  if (!screen.main) return
  await page.setViewportSize(phone)
  await eventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  expect(await violations(page)).toEqual([])
})

test('axe finds nothing on the screen of who may not open it, in either theme', async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await page.goto('/customers')
  await page.getByRole('heading', { name: "You can't open Customers" }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual(nothing)
})
