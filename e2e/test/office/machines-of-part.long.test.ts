import { afterAll, beforeAll, expect, inject } from 'vitest'
import { violationsInBothThemes } from '../../src/axe.ts'
import { fitParts, itemIdOf } from '../../src/parts-of-machine.ts'
import { Records } from '../../src/records.ts'
import { test } from '../../src/test.ts'

const PHONE = { width: 390, height: 844, touch: true }
/** An item of the sample that no other test fits. */
const PART = 'KNF-T03A'

let own: Records

beforeAll(async () => {
  own = new Records(inject('quiet'))
  await fitParts(own, 'CSP-0457', { 7: PART }, { quantity: '3' })
  await fitParts(own, 'CRT-1162', { 8: PART }, { validFrom: '2024-01-01', validUntil: '2025-03-31' })
})
afterAll(async () => void (await own?.removeAll()))

test('The drawer of a part shows which machines have it; a search finds them by serial and by customer', async ({
  visit,
}) => {
  for (const size of [{ width: 1440, height: 900 }, PHONE]) {
    const { page } = await visit({ as: 'staff', ...size })
    await page.goto(`/estimator/catalogue?open=${await itemIdOf(own, PART)}`)
    const tab = page.getByRole('tab', { name: /^Parts of machines/ })
    const drawer = page.getByRole('complementary').filter({ has: tab })
    await tab.focus()
    await page.keyboard.press('Enter')
    const list = drawer.getByRole('list', { name: 'Machines' })
    await list.getByRole('listitem').first().waitFor()
    const rows = (await list.getByRole('listitem').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
    expect(rows).toEqual([
      expect.stringMatching(/^CSP-0457 .*Position 7 · 3$/),
      expect.stringMatching(/^CRT-1162 .*2024.*2025.*Position 8 · 1$/),
    ])
    expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
    const search = drawer.getByRole('searchbox', { name: 'Search by serial, name or customer' })
    await search.focus()
    await page.keyboard.type('crt-11')
    await drawer.getByText('1 of 1 places').waitFor()
    await search.fill('nobody')
    await drawer.getByText('0 of 0 places').waitFor()
    await search.fill('nordfjell csp')
    await drawer.getByText('1 of 1 places').waitFor()
    await list.getByRole('link', { name: 'CSP-0457' }).press('Enter')
    await page.getByRole('heading', { name: 'CSP-0457' }).first().waitFor()
  }
})
