import {
  alarmRules,
  contacts,
  customers,
  type Draft,
  industries,
  licences,
  locations,
  locationTypes,
  machines,
} from '@packhouse/contract'
import { expect } from 'vitest'
import { arrivesAt } from '../../src/addresses.ts'
import { countClicks } from '../../src/click-count.ts'
import { eventually } from '../../src/eventually.ts'
import { hasFocus } from '../../src/focus.ts'
import { recordRequests } from '../../src/guard.ts'
import { publishRecords } from '../../src/machine-publisher.ts'
import { boxOf, drawerOf, listsNames, messageOf, openIdOf, openList, rowOf } from '../../src/record-list.ts'
import { createCustomer, createLocation } from '../../src/records.ts'
import { test } from '../../src/test.ts'

test('The overview shows what is known, and Edit changes it in place', async ({ visit, records }) => {
  const { id } = await createCustomer(records, 'Brisling Foods', { legalName: 'Brisling Foods AS', status: 'hold' })
  const contact = { customerId: id, firstName: 'Ada', lastName: 'Brekke', phone: '+47 55 00 00 01' }
  const { id: contactId } = await records.create(contacts, contact)
  await records.setPrimary(contacts, contactId)
  const { page } = await visit({ as: 'staff' })
  await page.goto(`/customers/${id}`)
  await page.getByRole('heading', { level: 1, name: 'Brisling Foods' }).waitFor()
  await page.getByText('Brisling Foods AS', { exact: true }).waitFor()
  await page.getByText('BRISLING-FOODS', { exact: true }).first().waitFor()
  expect(await page.title()).toBe('Brisling Foods · Packhouse')
  expect(await page.getByRole('link', { name: '+47 55 00 00 01' }).getAttribute('href')).toBe('tel:+4755000001')
  await page.getByRole('button', { name: 'Edit' }).click()
  const form = drawerOf(page, 'Brisling Foods')
  await form.getByRole('textbox', { name: 'Legal name' }).fill('Brisling Holding AS')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await messageOf(page, 'Brisling Foods saved').waitFor()
  await page.getByRole('main').getByText('Brisling Holding AS', { exact: true }).waitFor()
  expect(await page.getByRole('term').allInnerTexts()).not.toContain('Website')
})

test('A customer with two contacts and two locations is entered beside the list, in few presses', async ({
  visit,
  records,
}) => {
  await createCustomer(records, 'Anchovy Foods')
  await records.create(locationTypes, { code: 'E2E-WORKS', name: 'Works of anchovies' })
  const { page, context } = await visit({ as: 'staff' })
  const clicks = await countClicks(context)
  const grid = await openList(page, '/customers?search=anchov', 'customers')
  await clicks()
  await page.getByRole('button', { name: 'New customer' }).click()
  const form = drawerOf(page, 'New customer')
  const code = form.getByRole('textbox', { name: 'Code', exact: true })
  await eventually(() => hasFocus(form.getByRole('textbox', { name: 'Name', exact: true }))).toBe(true)
  await page.keyboard.type('Anchovie Foods AS')
  await form.getByRole('link', { name: /^Anchovy Foods/ }).waitFor()
  await form.getByText('similar name', { exact: true }).waitFor()
  await eventually(() => code.inputValue()).toBe('ANCHOVIE-FOODS')
  const chooses = async (of: typeof form, label: string, typed: string, option: string) => {
    await of.getByRole('combobox', { name: label, exact: true }).fill(typed)
    await of.getByRole('option', { name: option }).waitFor()
    await page.keyboard.press('Enter')
  }
  await chooses(form, 'Country', 'Norw', 'Norway, NO')
  // What has to be filled in is not folded, and says where it comes from.
  await eventually(() => form.getByRole('combobox', { name: 'Currency' }).inputValue()).toMatch(/, NOK$/)
  await form.getByText('Filled in from Country', { exact: true }).waitFor()
  expect(await form.getByRole('button', { name: 'More', exact: true }).getAttribute('aria-expanded')).toBe('false')
  await chooses(form, 'Industry', 'Salted anchovies', 'Create industry “Salted anchovies”')
  await messageOf(page, 'Salted anchovies created').waitFor()
  const [industry] = await records.find(industries, 'Salted anchovies')
  records.keep(industries, industry?.id ?? '')
  await eventually(() => form.getByRole('combobox', { name: 'Industry' }).inputValue()).toBe('Salted anchovies')
  await page.keyboard.press('Control+s')
  const drawer = drawerOf(page, 'Anchovie Foods AS')
  await drawer.getByRole('tab', { name: /^Contacts/ }).click()
  const id = openIdOf(page)
  records.keep(customers, id)
  expect(await records.read(customers, id)).toMatchObject({
    code: 'ANCHOVIE-FOODS',
    countryCode: 'NO',
    currency: 'NOK',
    timezone: 'Europe/Oslo',
    industryId: industry?.id,
  })
  const typesName = async (label: string, name: string) => {
    await eventually(() => hasFocus(drawer.getByRole('textbox', { name: label, exact: true }))).toBe(true)
    await page.keyboard.type(name)
  }
  for (const name of ['Ada', 'Bo']) {
    await typesName('First name', name)
    await page.keyboard.press('Control+s')
    await drawer.getByRole('button', { name, exact: true }).waitFor()
    await eventually(() => hasFocus(drawer.getByRole('button', { name: 'New contact' }))).toBe(true)
    if (name === 'Ada') await page.keyboard.press('Enter')
  }
  await drawer.getByRole('tab', { name: /^Locations/ }).click()
  for (const name of ['Bergen works', 'Oslo works']) {
    await typesName('Name', name)
    await chooses(drawer, 'Type', 'Works of', 'Works of anchovies')
    await eventually(() => drawer.getByRole('combobox', { name: 'Country' }).inputValue()).toBe('Norway, NO')
    await page.keyboard.press('Control+s')
    await drawer.getByRole('button', { name, exact: true }).waitFor()
    if (name === 'Bergen works') await page.keyboard.press('Enter')
  }
  // Three by pointer, and two by the Enter key on the buttons that have the focus.
  expect(await clicks()).toBe(5)
  const cells = rowOf(grid, 'Anchovie Foods AS').getByRole('gridcell')
  await eventually(async () => (await cells.allInnerTexts()).map((text) => text.trim())).toContain('2')
  for (const { id: location } of await records.find(locations, 'works')) records.keep(locations, location)
  for (const name of ['Ada', 'Bo']) {
    const [made] = (await records.find(contacts, name)).filter(({ customerId }) => customerId === id)
    records.keep(contacts, made?.id ?? '')
  }
  await drawer.getByRole('tab', { name: /^Contacts/ }).click()
  await drawer.getByRole('button', { name: 'Make Bo primary' }).click()
  await drawer.getByRole('listitem').filter({ hasText: 'Bo' }).getByText('Primary', { exact: true }).waitFor()
  await drawer.getByRole('button', { name: 'New contact' }).click()
  await typesName('First name', 'Cy')
  await drawer.getByRole('tab', { name: /^Details/ }).click()
  await page
    .getByRole('alertdialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Discard changes' })
    .click()
  await drawer.getByRole('textbox', { name: 'Legal name' }).waitFor()
})

test('The overview follows the machines, shows what is open, and a part that fails leaves the others', {
  tags: ['long'],
}, async ({ visit, records }) => {
  const { id } = await createCustomer(records, 'Sardine Foods')
  await records.create(contacts, { customerId: id, firstName: 'Ada', lastName: 'Brekke' })
  const { id: machineId } = await records.create(machines, { machineID: 'E2E-SARDINE-1', customerId: id })
  const hot = { kind: 'value', tag: 'jaw', comparison: 'above', limit: '40', machineId } as const
  await records.create(alarmRules, { name: 'Sardine jaw too hot', ...hot } as Draft<typeof alarmRules>)
  const { page, guard, product } = await visit({ as: 'staff' })
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  guard.expectStatus(400, /activity$/)
  const refused = /\/v1\/customers\/[^/]+\/activity$/
  await page.route(refused, (route) =>
    route.fulfill({ status: 400, contentType: 'application/problem+json', json: { status: 400, title: 'Refused.' } }),
  )
  const listening = page.waitForRequest((request) => /stream\?customerId=/.test(request.url()))
  await page.goto(`/customers/${id}`)
  await part('Machines').getByText('1 needs attention').waitFor()
  await part('Machines').getByRole('list', { name: 'Machines by state' }).getByText('No live data').waitFor()
  for (const [name, words] of [
    ['Open alarms', 'No open alarms.'],
    ['Services due', 'No service is due.'],
    ['Quotes', 'No quotes yet.'],
    ['Expiring licences', 'No licence expires in the next 30 days.'],
  ] as const) {
    await part(name).getByText(words, { exact: true }).waitFor()
  }
  await part('Recent activity').getByRole('alert').waitFor()
  await page.unroute(refused)
  await part('Recent activity').getByRole('button', { name: 'Try again' }).click()
  await part('Recent activity').getByRole('link', { name: 'Ada' }).waitFor()
  await listening
  await publishRecords(product, { 'E2E-SARDINE-1': { machineState: 'Running', totalCycles: 1 } })
  await part('Machines').getByRole('list', { name: 'Machines by state' }).getByText('Running').waitFor()
  await part('Machines').getByText('No machine needs attention.').waitFor()
  // One that is over stays until somebody has acknowledged it, here as in the list that "Show all" leads to.
  for (const jaw of [50, 1]) await publishRecords(product, { 'E2E-SARDINE-1': { machineData: { jaw } } })
  await part('Open alarms')
    .getByRole('link', { name: /Sardine jaw too hot/ })
    .getByText('Returned to normal')
    .waitFor()
})

test('The bar of a record has its tabs, when it was changed, and the way back to the list and its count', {
  tags: ['long'],
}, async ({ visit, records }) => {
  const { id } = await createCustomer(records, 'Bleak Foods')
  const { page } = await visit({ as: 'staff' })
  await page.goto(`/customers/${id}?tab=licences`)
  const bar = page.locator('[data-section-bar]')
  await bar.getByText(/^Changed /).waitFor()
  expect(await bar.getByRole('tab', { selected: true }).textContent()).toMatch(/^Licences/)
  await bar.getByRole('link', { name: 'Customers' }).click()
  await arrivesAt(page, '/customers')
  await bar.getByRole('link', { name: /^Customers \d+$/ }).waitFor()
})

test('A contact is made on the page of its customer, and one of them is the primary one', async ({
  visit,
  records,
}) => {
  const { id: customerId } = await createCustomer(records, 'Saithe Foods')
  const { id: first } = await records.create(contacts, { customerId, firstName: 'Ada', lastName: 'Brekke' })
  await records.setPrimary(contacts, first)
  const { page } = await visit({ as: 'staff' })
  const grid = await openList(page, `/customers/${customerId}?tab=contacts`, 'contacts')
  await listsNames(grid, ['Ada Brekke'])
  await rowOf(grid, 'Ada Brekke').getByText('Primary', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'New contact' }).click()
  const form = drawerOf(page, 'New contact')
  await form.getByRole('textbox', { name: 'First name' }).fill('Bo')
  await form.getByRole('textbox', { name: 'Email' }).fill('bo@saithe.example')
  await form.getByRole('button', { name: 'Create contact' }).click()
  await listsNames(grid, ['Ada Brekke', 'Bo'])
  await eventually(() => openIdOf(page)).not.toBe('new')
  records.keep(contacts, openIdOf(page))
  await drawerOf(page, 'Bo').getByRole('button', { name: 'Make this the primary contact' }).click()
  await messageOf(page, 'Bo: Primary').waitFor()
  await rowOf(grid, 'Bo').getByText('Primary', { exact: true }).waitFor()
  expect(await rowOf(grid, 'Ada Brekke').getByText('Primary', { exact: true }).count()).toBe(0)
  await page.getByRole('tab', { name: 'Overview' }).click()
  await page.getByRole('link', { name: 'bo@saithe.example' }).waitFor()
  await page.getByRole('button', { name: 'All contacts' }).click()
  await arrivesAt(page, `/customers/${customerId}?tab=contacts`)
})

test('Locations stand on a map that comes with the product; pressing one opens it', { tags: ['long'] }, async ({
  visit,
  records,
}) => {
  const { id: customerId } = await createCustomer(records, 'Lumpfish Foods')
  const place = (name: string, rest: object) => createLocation(records, { customerId, name, ...rest })
  await place('Bergen plant', { latitude: 60.39, longitude: 5.32 })
  await place('Gdańsk plant', { latitude: 54.35, longitude: 18.65, countryCode: 'PL', timezone: 'Europe/Warsaw' })
  const office = await place('Office without coordinates', {})
  const { page } = await visit({ as: 'staff' })
  const outline = page.waitForResponse((response) => /world-map-outline/.test(response.url()))
  const grid = await openList(page, `/customers/${customerId}?tab=locations`, 'locations')
  await outline
  const map = page.getByRole('figure', { name: 'Locations on the map' })
  await map.locator('svg path').first().waitFor({ state: 'attached' })
  const marks = map.getByRole('button', { name: /plant/ })
  expect((await marks.allInnerTexts()).sort()).toEqual(['Bergen plant', 'Gdańsk plant'])
  await listsNames(grid, ['Bergen plant', 'Gdańsk plant', 'Office without coordinates'])
  await map.getByRole('button', { name: 'Gdańsk plant' }).click()
  const form = drawerOf(page, 'Gdańsk plant')
  await form.getByRole('combobox', { name: 'Country' }).waitFor()
  expect(await map.getByRole('button', { name: 'Gdańsk plant' }).getAttribute('aria-pressed')).toBe('true')
  await rowOf(grid, 'Office without coordinates').click()
  const half = drawerOf(page, 'Office without coordinates')
  await half.getByRole('textbox', { name: 'Latitude' }).fill('59.91')
  await half.getByRole('textbox', { name: 'Longitude' }).fill('10.75')
  await half.getByRole('button', { name: 'Save changes' }).click()
  await map.getByRole('button', { name: 'Office without coordinates' }).waitFor()
  expect(openIdOf(page)).toBe(office.id)
})

test('A press on the map, or its crosshair, gives an open location its coordinates', { tags: ['long'] }, async ({
  visit,
  records,
}) => {
  const { id: customerId } = await createCustomer(records, 'Garpike Foods')
  const { id } = await createLocation(records, { customerId, name: 'Oslo works', latitude: 59.91, longitude: 10.75 })
  const { page, context } = await visit({ as: 'staff' })
  const clicks = await countClicks(context)
  const grid = await openList(page, `/customers/${customerId}?tab=locations`, 'locations')
  const map = page.getByRole('figure', { name: 'Locations on the map' })
  const pin = map.getByRole('button', { name: 'Oslo works' })
  await pin.waitFor()
  expect(await map.getByText('Click the map to place the pin.').count()).toBe(0)
  await clicks()
  await rowOf(grid, 'Oslo works').click()
  const form = drawerOf(page, 'Oslo works')
  const latitude = form.getByRole('textbox', { name: 'Latitude' })
  const longitude = form.getByRole('textbox', { name: 'Longitude' })
  await map.getByText('Click the map to place the pin.').waitFor()
  const middleOf = async (of: typeof map) => {
    const { x, y, width, height } = (await of.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    return { x: x + width / 2, y: y + height / 2 }
  }
  /** How far the pin is from a place so many pixels to the right of the middle of the map, pixels. */
  const pinFrom = async (right: number) => {
    const [pinned, middle] = await Promise.all([middleOf(pin), middleOf(map)])
    return Math.hypot(pinned.x - middle.x - right, pinned.y - middle.y)
  }
  // The map shows its only pin in the middle: what is to the left of it is west on the same latitude.
  await eventually(() => pinFrom(0)).toBeLessThan(2)
  const middle = await middleOf(map)
  await page.mouse.click(middle.x - 100, middle.y)
  await eventually(() => pinFrom(-100)).toBeLessThan(2)
  const placed = Number(await longitude.inputValue())
  expect(placed).toBeGreaterThan(0)
  expect(placed).toBeLessThan(10)
  expect(Number(await latitude.inputValue())).toBeCloseTo(59.91, 0)
  expect(await records.read(locations, id)).toMatchObject({ latitude: 59.91, longitude: 10.75 })
  await form.getByRole('button', { name: 'Save changes' }).click()
  await messageOf(page, 'Oslo works saved').waitFor()
  expect(await clicks()).toBe(3)
  const saved = await records.read(locations, id)
  expect(saved).toMatchObject({ latitude: Number(await latitude.inputValue()), longitude: placed })
  await map.getByRole('button', { name: 'Use the keyboard' }).press('Enter')
  const crosshair = map.getByRole('application', { name: 'Crosshair' })
  await eventually(() => hasFocus(crosshair)).toBe(true)
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Escape')
  await crosshair.waitFor({ state: 'detached' })
  expect(await longitude.inputValue()).toBe(String(placed))
  await page.keyboard.press('Enter')
  await eventually(() => hasFocus(crosshair)).toBe(true)
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await eventually(() => pinFrom(-56)).toBeLessThan(2)
  await eventually(() => hasFocus(map.getByRole('button', { name: 'Use the keyboard' }))).toBe(true)
  await longitude.fill('10.75')
  await latitude.fill('59.91')
  await eventually(() => pinFrom(0)).toBeLessThan(2)
})

test('A location that is entered beside the list of customers has the map too, and a press on it gives its coordinates', {
  tags: ['long'],
}, async ({ visit, records }) => {
  const { id: customerId } = await createCustomer(records, 'Sculpin Foods')
  await createLocation(records, { customerId, name: 'Sculpin works', latitude: 59.91, longitude: 10.75 })
  const { page } = await visit({ as: 'staff' })
  await page.goto(`/customers?search=Sculpin&open=${customerId}`)
  const drawer = drawerOf(page, 'Sculpin Foods')
  await drawer.getByRole('tab', { name: /^Locations/ }).click()
  expect(await drawer.getByRole('figure').count()).toBe(0)
  await drawer.getByRole('button', { name: 'New location' }).click()
  const map = drawer.getByRole('figure', { name: 'Locations on the map' })
  await map.getByText('Click the map to place the pin.').waitFor()
  await map.getByRole('button', { name: 'Sculpin works' }).waitFor()
  const { x, y, width, height } = (await map.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.click(x + width / 2 - 100, y + height / 2)
  const longitude = drawer.getByRole('textbox', { name: 'Longitude' })
  await eventually(async () => Number(await longitude.inputValue())).toBeLessThan(10)
  expect(Number(await drawer.getByRole('textbox', { name: 'Latitude' }).inputValue())).toBeCloseTo(59.91, 0)
  // Another location would take what was typed away.
  await map.getByRole('button', { name: 'Sculpin works' }).click()
  await drawer.getByRole('form', { name: 'New location' }).getByRole('button', { name: 'Cancel' }).click()
  await drawer.getByRole('button', { name: 'New location' }).waitFor()
  expect(await drawer.getByRole('figure').count()).toBe(0)
})

test('Half a place is refused at both of its fields', { tags: ['long'] }, async ({ visit, records }) => {
  const { id: customerId } = await createCustomer(records, 'Wrasse Foods')
  const { id } = await createLocation(records, { customerId, name: 'Somewhere' })
  const { page, guard } = await visit({ as: 'staff' })
  guard.expectStatus(400, /^\/v1\/customers\/[^/]+\/locations\//)
  await page.goto(`/customers/${customerId}?tab=locations&open=${id}`)
  const form = drawerOf(page, 'Somewhere')
  await form.getByRole('textbox', { name: 'Latitude' }).fill('59.91')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await form.getByText('Not saved. Two fields need a change.').waitFor()
  expect(await form.getByText('Latitude and longitude must both be given, or neither').count()).toBe(2)
})

test('A licence is made and terminated, and its state says so', async ({ visit, records }) => {
  const { id: customerId } = await createCustomer(records, 'Halibut Foods')
  const { page } = await visit({ as: 'staff' })
  await page.goto(`/customers/${customerId}?tab=licences`)
  await page.getByRole('heading', { name: 'No licences yet' }).waitFor()
  await page.getByRole('button', { name: 'New licence' }).last().click()
  const form = drawerOf(page, 'New licence')
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Line monitor')
  await form.getByRole('textbox', { name: 'Features' }).fill('history, alarms')
  await form.getByRole('textbox', { name: 'Features' }).press('Enter')
  await form.getByRole('button', { name: 'Create licence' }).click()
  await eventually(() => openIdOf(page)).not.toBe('new')
  records.keep(licences, openIdOf(page))
  const grid = page.getByRole('grid', { name: 'licences' })
  await rowOf(grid, 'Line monitor').getByText('Valid', { exact: true }).waitFor()
  await rowOf(grid, 'Line monitor').getByText('history, alarms').waitFor()
  await drawerOf(page, 'Line monitor').getByLabel('Terminated').fill('2026-01-31')
  await drawerOf(page, 'Line monitor').getByRole('button', { name: 'Save changes' }).click()
  await rowOf(grid, 'Line monitor').getByText('Terminated', { exact: true }).waitFor()
  await boxOf(grid, 'Line monitor').waitFor()
})

test('The history names who changed what, from what to what', { tags: ['long'] }, async ({ visit, records }) => {
  const { id } = await createCustomer(records, 'Monkfish Foods')
  await records.update(customers, id, { rowVersion: 1, status: 'hold', notes: 'Owes us two invoices' })
  await records.update(customers, id, { rowVersion: 2, status: 'active' })
  const { page } = await visit({ as: 'staff' })
  await page.goto(`/customers/${id}?tab=history`)
  const entries = page.getByRole('tabpanel').getByRole('listitem')
  await eventually(() => entries.count()).toBe(3)
  const told = (await entries.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))
  expect(told[0]).toMatch(/^Maren Holm changed it .*Status On hold → Active$/)
  expect(told[1]).toMatch(/^Maren Holm changed it .*Status Active → On hold/)
  expect(told[1]).toContain('Owes us two invoices')
  expect(told[2]).toMatch(/^Maren Holm created it .*Monkfish Foods/)
})

test('What leads from a tab to a row of another one asks for that row in its own list alone', {
  tags: ['long'],
}, async ({ visit, records }) => {
  const { id: customerId } = await createCustomer(records, 'Garfish Foods')
  const ada = await records.create(contacts, { customerId, firstName: 'Ada' })
  const { page } = await visit({ as: 'staff' })
  await page.goto(`/customers/${customerId}?tab=locations`)
  await page.getByRole('heading', { level: 2, name: 'Locations', exact: true }).waitFor()
  const asked = recordRequests(page, new RegExp(`/${ada.id}$`))
  // As a link inside of the page does, such as one of the command palette.
  await page.evaluate((to) => history.pushState({}, '', to), `/customers/${customerId}?tab=contacts&open=${ada.id}`)
  await drawerOf(page, 'Ada').waitFor()
  expect(asked.filter((request) => request.url().includes('location'))).toEqual([])
})
