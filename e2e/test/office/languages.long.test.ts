import { tagMaps } from '@packhouse/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { furnish } from '../../src/back-office-screens.ts'
import { eventually } from '../../src/eventually.ts'
import { languageFaults, languages, layerFaults, type TestedLanguage, TOURED, tourFaults } from '../../src/languages.ts'
import { Records } from '../../src/records.ts'
import { test } from '../../src/test.ts'

let records: Records

beforeAll(async () => {
  records = new Records(inject('quiet'))
  await furnish(records)
  await records.create(tagMaps, { name: 'Cappers', source: 'json', topicFilter: 'cap/{machineID}' })
})
afterAll(async () => {
  await records.removeAll()
})

/** The screens are the same in every language: they are looked for once, and looked at in its language by the way. */
let ofStaff: ReturnType<typeof tourFaults> | undefined

/** Longer texts in a narrower window than those of German are looked at on every screen: of German every fourth is enough. */
function shownIn(language: TestedLanguage, screens: readonly string[]): readonly string[] {
  return language === 'de' ? screens.filter((_, index) => index % 4 === 0) : screens
}

test.for(languages)(
  'In %s every screen of staff is whole, and all of its texts are of the catalogue',
  async (language, { visit }) => {
    ofStaff ??= visit({ as: 'staff', language: TOURED }).then(({ page }) => tourFaults(page, '/home'))
    const { screens, faults } = await ofStaff
    // Records that other tests leave behind can only add screens.
    expect(screens.length).toBeGreaterThanOrEqual(102)
    const { page } = await visit({ as: 'staff', language })
    const [left, seen] = language === TOURED ? [[], faults] : [shownIn(language, screens), {}]
    const others = await languageFaults(page, language, [...left, '/customers?import=file'])
    expect({ ...seen, ...others }).toEqual({})
  },
)

test('In en-XA what opens over a screen is whole too', async ({ visit }) => {
  const { page } = await visit({ as: 'staff', language: 'en-XA' })
  const { faults, opened } = await layerFaults(page, [
    '/home',
    '/customers',
    '/customers?open=new',
    '/installed-machines',
    '/alarms',
    '/people/users',
    '/',
  ])
  expect(faults).toEqual({})
  expect(opened).toBeGreaterThanOrEqual(9)
})

/** Where the middle of an element is, as a share of the window's width. */
async function middleOf(page: Page, selector: string): Promise<number> {
  const box = await page.locator(selector).first().boundingBox()
  return ((box?.x ?? Number.NaN) + (box?.width ?? 0) / 2) / 1440
}

test('From right to left the bar begins at the right, drawers open at the left, and what points forwards points left', async ({
  visit,
}) => {
  const { page } = await visit({ as: 'staff', language: 'ar-XB' })
  await page.goto('/customers?open=new')
  await page.locator('aside form').waitFor()
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl')
  expect(await middleOf(page, 'header a')).toBeGreaterThan(0.8)
  expect(await middleOf(page, 'aside')).toBeLessThan(0.25)
  await page.goto('/home')
  const forwards = page.locator('a[href*="?"] svg:has(path[d="m9 6 6 6-6 6"])').first()
  expect(await forwards.evaluate((icon) => getComputedStyle(icon).scale)).toBe('-1 1')
})

test('From right to left the left arrow leads forwards', async ({ visit }) => {
  const { page } = await visit({ as: 'staff', language: 'ar-XB' })
  await page.goto('/home')
  const entries = page.locator('header nav [data-entry]')
  await entries.first().focus()
  await page.keyboard.press('ArrowLeft')
  await eventually(() => entries.nth(1).evaluate((entry) => entry === document.activeElement)).toBe(true)
  await page.keyboard.press('ArrowRight')
  await eventually(() => entries.nth(0).evaluate((entry) => entry === document.activeElement)).toBe(true)
})
