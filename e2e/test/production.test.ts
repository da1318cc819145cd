import { machines, shifts } from '@packhouse/contract'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { violationsInBothThemes } from '../src/axe.ts'
import { eventually } from '../src/eventually.ts'
import { openMachineTab } from '../src/machine-tab.ts'
import { messageOf } from '../src/record-list.ts'
import { createCustomer, createLocation, Records } from '../src/records.ts'
import { test } from '../src/test.ts'

const MACHINE = '/machines/E2E-HERON-1'
const PHONE = { width: 390, height: 844, touch: true }

let own: Records

beforeAll(async () => {
  own = new Records(inject('quiet'))
  const { id: customerId } = await createCustomer(own, 'Heron Foods')
  const location = (await createLocation(own, { name: 'Heron plant', customerId })) as { id: string }
  await own.create(machines, { machineID: 'E2E-HERON-1', customerId, locationId: location.id })
  const every = { monday: true, tuesday: true, wednesday: true, thursday: true, friday: true }
  const draft = { locationId: location.id, ...every, saturday: true, sunday: true }
  await own.create(shifts, {
    ...draft,
    name: 'Heron day',
    startsAt: '06:00',
    endsAt: '18:00',
    breakFrom: '12:00',
    breakTo: '12:30',
  })
  await own.create(shifts, { ...draft, name: 'Heron night', startsAt: '18:00', endsAt: '06:00' })
})
afterAll(async () => void (await own?.removeAll()))

test('One press makes a shift the window of the machine page', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  await page.goto(MACHINE)
  await openMachineTab(page, 'Shifts')
  const list = page.getByRole('list', { name: 'Shifts' })
  const shift = list.getByRole('listitem').filter({ hasText: 'Heron day' }).last()
  await shift.getByText('11 h 30 min').waitFor()
  await shift.getByText('30 min in breaks or outside of shifts').waitFor()
  await list.getByText('Under way').waitFor()
  const button = shift.getByRole('button')
  expect(await button.getAttribute('aria-pressed')).toBe('false')
  await button.click()
  await eventually(() => button.getAttribute('aria-pressed')).toBe('true')
  const { searchParams } = new URL(page.url())
  const [from, to] = ['from', 'to'].map((name) => Date.parse(searchParams.get(name) ?? ''))
  expect(Number(to) - Number(from)).toBe(12 * 3_600_000)
  await page.getByRole('button', { name: 'Reports by mail' }).click()
  const choice = page.getByRole('checkbox', { name: 'Heron day, 06:00 to 18:00' })
  await choice.click()
  await messageOf(page, 'Saved: which reports you get by mail').waitFor()
  await eventually(() => choice.isChecked()).toBe(true)
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
})

test('An order is planned on a phone, started and ended', async ({ visit }) => {
  const { page, guard } = await visit({ as: 'staff', ...PHONE })
  guard.expectStatus(400, /^\/v1\/ignition\/machines\/E2E-HERON-1\/orders$/)
  await page.goto(MACHINE)
  await openMachineTab(page, 'Production orders')
  const panel = page.getByRole('region', { name: 'Production orders' })
  await panel.getByRole('button', { name: 'Plan an order' }).tap()
  const form = panel.getByRole('form', { name: 'Plan an order' })
  await form.getByRole('button', { name: 'Save' }).tap()
  await form.getByText('Enter the order number.').waitFor()
  await form.getByLabel('Order number').fill('HERON-1')
  await form.getByLabel('Product').fill('Coffee 500 g')
  await form.getByLabel('Target count').fill('1200')
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  await form.getByRole('button', { name: 'Save' }).tap()
  await messageOf(page, 'Order planned').waitFor()
  const order = panel.getByRole('listitem').filter({ hasText: 'HERON-1' })

  await panel.getByRole('button', { name: 'Plan an order' }).tap()
  await form.getByLabel('Order number').fill('HERON-2')
  await form.getByLabel('Product').fill('Coffee 250 g')
  await form.getByLabel('Target count').fill('10')
  await form.getByRole('button', { name: 'Save' }).tap()
  await form.getByText('overlaps with order HERON-1').waitFor()
  await form.getByRole('button', { name: 'Cancel' }).tap()

  await order.getByRole('button', { name: 'Start: HERON-1' }).tap()
  await order.getByText('Under way').waitFor()
  // The machine of the quiet product reports nothing: what is not measured is not zero.
  await order.getByText('Not measured').first().waitFor()
  await order.getByText('Counts shifts without breaks and non-working days').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  await order.getByRole('button', { name: 'End: HERON-1' }).tap()
  await order.getByText('Ended').waitFor()
})
