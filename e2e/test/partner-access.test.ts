import { customers, dataUseAgreements } from '@packhouse/contract'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { violationsInBothThemes } from '../src/axe.ts'
import { eventually } from '../src/eventually.ts'
import { messageOf, questionOf } from '../src/record-list.ts'
import { Records } from '../src/records.ts'
import { test } from '../src/test.ts'

const nothing = { light: [], dark: [] }
const entryOf = (page: Page, partner: string) =>
  page.getByRole('list', { name: 'Partner access' }).getByRole('listitem').filter({ hasText: partner }).first()

/** What the first command that the page shows answers. */
async function runFirst(page: Page): Promise<{ status: number; text: string }> {
  const commands = (await page.getByRole('region', { name: 'Commands' }).first().textContent()) ?? ''
  const [, key = '', address = ''] = /"X-API-KEY: (\S+)" "([^"]+)"/.exec(commands) ?? []
  const answer = await fetch(address, { headers: { 'x-api-key': key } })
  return { status: answer.status, text: await answer.text() }
}

async function giveAccess(page: Page, partner: string): Promise<void> {
  await page.goto('/partners')
  await page.getByRole('button', { name: 'Give access' }).click()
  const form = page.getByRole('form', { name: 'Give access' })
  await form.getByRole('button', { name: 'Give access' }).click()
  await form.getByText('Choose at least one machine.').waitFor()
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true')
  await form.getByLabel('Partner').fill(partner)
  await form.getByLabel('Contact address').fill('data@plover.example')
  await form.getByLabel('Purpose').fill('Energy report')
  await form.getByRole('checkbox', { name: /^VFFS-2214/ }).check()
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  await form.getByRole('button', { name: 'Give access' }).click()
  await page.getByRole('heading', { name: `Key for ${partner}` }).waitFor()
}

test('A customer gives a partner access, who reads with the first command shown; both sides see it, and it ends at once', async ({
  visit,
}) => {
  const { page } = await visit({ as: 'customer' })
  await giveAccess(page, 'Plover Data')
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  const { status, text } = await runFirst(page)
  expect([status, JSON.parse(text)]).toEqual([200, { machines: [expect.objectContaining({ machineID: 'VFFS-2214' })] }])
  const shown = (await page.getByText(/^phk_/).textContent()) ?? ''
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await eventually(() => page.getByText(shown).count()).toBe(0)

  const [customer] = (await new Records(inject('quiet')).find(customers, 'Nordfjell')) as { id: string }[]
  const staff = await visit({ as: 'staff' })
  await staff.page.goto(`/customers/${customer?.id}`)
  const panel = staff.page.getByRole('region', { name: 'Partner access' })
  await panel.getByText('Plover Data').waitFor()
  await panel.getByText(/^No agreement on our own use of this customer’s data/).waitFor()
  expect(await panel.getByRole('button', { name: /End access/ }).count()).toBe(0)

  // Which machine was read, for both sides.
  for (const entry of [entryOf(staff.page, 'Plover Data'), entryOf(page, 'Plover Data')]) {
    await entry.getByText('Machines that were read').click()
    await entry.getByRole('list', { name: 'Machines that were read' }).getByText('VFFS-2214').waitFor()
  }
  expect(await violationsInBothThemes(page)).toEqual(nothing)

  await entryOf(page, 'Plover Data').getByRole('button', { name: 'End access of Plover Data' }).click()
  await questionOf(page, 'End access of Plover Data').getByRole('button', { name: 'End access' }).click()
  await messageOf(page, 'Access of Plover Data ended').waitFor()
  await entryOf(page, 'Plover Data').getByText('Ended', { exact: true }).first().waitFor()
  const { url } = inject('quiet')
  const ask = async () => (await fetch(`${url}/v1/partner/machines`, { headers: { 'x-api-key': shown } })).status
  await eventually(ask).toBe(401)
})

test('A customer accepts what the maker may use its data for, and staff are warned until then', async ({
  visit,
  records,
}) => {
  const [found] = (await records.find(customers, 'Nordfjell')) as { id: string }[]
  const customerId = found?.id ?? ''
  const agreement = {
    customerId,
    version: 'Use-7',
    agreedOn: '2026-11-02',
    purposes: 'Better jaws',
    text: 'Word for word',
  }
  await records.create(dataUseAgreements, agreement)
  const staff = await visit({ as: 'staff' })
  await staff.page.goto(`/customers/${customerId}`)
  const panel = staff.page.getByRole('region', { name: 'Partner access' })
  await panel.getByText(/^The customer has not accepted version Use-7/).waitFor()

  const { page } = await visit({ as: 'customer' })
  await page.goto('/data/partners')
  const entry = page.getByRole('list', { name: 'Use by the maker' }).getByRole('listitem').filter({ hasText: 'Use-7' })
  await entry.getByText('Not answered yet').waitFor()
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  await entry.getByRole('button', { name: 'Decline Use-7' }).click()
  await messageOf(page, 'Answer to Use-7 saved').waitFor()
  await entry.getByText('Declined', { exact: true }).waitFor()
  await entry.getByRole('button', { name: 'Accept Use-7' }).click()
  await entry.getByText('Accepted', { exact: true }).waitFor()

  await staff.page.reload()
  await panel.getByText(/^Our own use of the data: version Use-7/).waitFor()
})

test('On a phone access is given and read without a sideways move', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'customer', width: 390, height: 844, touch: true })
  await giveAccess(page, 'Dunlin Data')
  const width = async () => await page.evaluate(() => document.documentElement.scrollWidth)
  expect(await width()).toBe(390)
  await page.getByRole('button', { name: 'I have saved it' }).tap()
  const entry = entryOf(page, 'Dunlin Data')
  await entry.getByText('How the partner reads').tap()
  await entry.getByRole('region', { name: 'Commands' }).waitFor()
  expect(await width()).toBe(390)
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  await entry.getByRole('button', { name: 'End access of Dunlin Data' }).tap()
  await questionOf(page, 'End access of Dunlin Data').getByRole('button', { name: 'End access' }).tap()
  await messageOf(page, 'Access of Dunlin Data ended').waitFor()
})
