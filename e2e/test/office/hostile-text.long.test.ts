import {
  apiKeyScopes,
  apiKeys,
  businessUnits,
  customers,
  groups,
  identityProviders,
  roles,
  users,
} from '@packhouse/contract'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { eventually } from '../../src/eventually.ts'
import { drawerOf, openList } from '../../src/record-list.ts'
import { createLocation } from '../../src/records.ts'
import { test } from '../../src/test.ts'

/** Names that somebody may give: each shown as it was typed, and none obeyed. */
const names = [
  ['a script', '<script>window.obeyed = true</script>"><img src=x onerror="window.obeyed = true">'],
  ['right to left and emoji', 'شركة التعبئة والتغليف دولفين ABC 📦🐟👩‍🏭🇳🇴'],
  ['without a space', 'W'.repeat(200)],
] as const

/** 5,000 characters with every kind of the above. */
const notes = `<img src=x onerror="window.obeyed = true"> ${'ض📦W'.repeat(1300)}`.slice(0, 5000)

async function expectHarmless(page: Page): Promise<void> {
  const found = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    obeyed: 'obeyed' in window,
  }))
  expect(found).toEqual({ scrollWidth: page.viewportSize()?.width, obeyed: false })
}

test.for(names)(
  'A name of %s is shown and does nothing: in list, drawer, page, palette and on the map',
  async ([kind, name], { visit, records }) => {
    const code = `HOSTILE-${kind.toUpperCase().replaceAll(' ', '-')}`
    const { id } = await records.create(customers, { code, name, currency: 'EUR', notes })
    const place = { customerId: id, name, latitude: 60.39, longitude: 5.32, accessNotes: notes }
    await createLocation(records, place)
    const { page } = await visit({ as: 'staff', width: 390, height: 844, touch: true })
    const grid = await openList(page, `/customers?search=${code}`, 'customers')
    await grid.getByText(name, { exact: true }).waitFor()
    await expectHarmless(page)
    await grid.getByText(name, { exact: true }).tap()
    const drawer = drawerOf(page, name)
    await drawer.getByRole('heading', { name }).waitFor()
    await drawer.getByRole('button', { name: 'Edit', exact: true }).waitFor()
    await expectHarmless(page)
    await drawer.getByRole('button', { name: 'Edit', exact: true }).tap()
    await eventually(() => drawer.getByRole('textbox', { name: 'Notes' }).inputValue()).toBe(notes)
    await expectHarmless(page)
    await page.goto(`/customers/${id}?tab=locations`)
    await page.getByRole('heading', { level: 1, name }).waitFor()
    expect(await page.title()).toBe(`${name} · Packhouse`)
    await page.getByRole('figure').getByRole('button', { name, exact: true }).waitFor()
    await page.getByRole('grid', { name: 'locations' }).getByText(name, { exact: true }).waitFor()
    await expectHarmless(page)
    await page.getByRole('tab', { name: 'History' }).tap()
    await page.getByText('created it').waitFor()
    await expectHarmless(page)
    await page.getByRole('button', { name: /^Search/ }).tap()
    await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill(code)
    await page.getByRole('option').filter({ hasText: code }).waitFor()
    await expectHarmless(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expectHarmless(page)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name }).waitFor()
  },
)

const [[, script]] = names
const short = script.slice(0, 100)

test('Texts of people, keys and providers are shown in their lists, drawers and histories and do nothing', async ({
  visit,
  records,
}) => {
  const email = 'hostile@packhouse.example'
  await records.create(users, { email, first_name: short, last_name: short, language: 'nb' })
  await records.create(groups, { name: short, description: script, ssoClaim: script })
  await records.create(roles, { name: short, description: script })
  await records.create(businessUnits, { code: 'HOSTILE', name: script })
  await records.create(apiKeyScopes, { name: short, description: script })
  await records.create(apiKeys, { name: short })
  const provider = {
    name: short,
    option: 'okta',
    kind: 'saml',
    metadata: script,
    groupsClaim: script,
    clientId: script,
  }
  await records.create(identityProviders, provider as never)
  const { page } = await visit({ as: 'staff' })
  for (const [path, noun] of [
    ['people/users', 'users'],
    ['people/groups', 'groups'],
    ['people/roles', 'roles'],
    ['people/business-units', 'business units'],
    ['system/api-keys', 'API keys'],
    ['system/api-key-scopes', 'scopes'],
    ['system/sign-in', 'identity providers'],
  ] as const) {
    const grid = await openList(page, `/${path}?search=obeyed`, noun)
    await grid.getByText(short).first().click()
    await page.getByRole('complementary').getByRole('tab', { name: 'History' }).click()
    await page.getByText('created it').first().waitFor()
    await expectHarmless(page)
  }
})

test('What somebody searches for is repeated as it was typed', async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  const [[, words]] = names
  await page.goto(`/customers?search=${encodeURIComponent(words)}`)
  await page.getByRole('heading', { name: `No customer matches “${words}”` }).waitFor()
  await expectHarmless(page)
})
