import { api, itemMasters, libraryMachines, type ProjectChange } from '@packhouse/contract'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { violations, violationsInBothThemes } from '../../src/axe.ts'
import { eventually } from '../../src/eventually.ts'
import { hasFocus } from '../../src/focus.ts'
import { keepPermissions } from '../../src/permissions.ts'
import { Projects } from '../../src/projects.ts'
import { test } from '../../src/test.ts'

let own: Projects
beforeAll(() => {
  own = new Projects(inject('quiet'))
})
afterAll(async () => void (await own?.removeAll()))

function line(description: string, values: object = {}): ProjectChange {
  const sold = { section: 'Machines', description, unit: 'pcs', quantity: '2', unitPrice: '100', unitCost: '60' }
  return { kind: 'items', op: 'create', values: { ...sold, ...values } }
}

const three = () =>
  own.make({}, { changes: [line('Bagger'), line('Belt', { unitPrice: '10' }), line('Scale', { unitPrice: '1' })] })

/** Opens a project and begins to edit it. */
async function edit(page: Page, id: string): Promise<Locator> {
  await page.goto(`/estimator/projects/${id}`)
  await page.getByRole('button', { name: 'Begin to edit' }).click()
  await page.getByText('You are editing.').waitFor()
  const grid = page.getByRole('grid', { name: 'Lines of the project' })
  return grid
}

const total = (page: Page) => page.locator('[data-total]').textContent()
const showsTotal = (page: Page, words: string) => eventually(() => total(page)).toBe(words)
const saved = (page: Page) => page.getByText(/^Saved \d/).waitFor()
const numbers = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2 })

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Puts text on the clipboard, as a spreadsheet would, and presses the key that pastes it. */
async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await press(page, 'Control+v')
}

test('Keys fill cells, move lines and restore; totals follow each key and are those of the server', async ({
  visit,
}) => {
  const { page } = await visit({ as: 'staff' })
  const { id } = await three()
  const grid = await edit(page, id)
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  await grid.focus()
  await press(page, 'ArrowDown', 'ArrowRight', '3')
  await showsTotal(page, 'EUR 322.00')
  await press(page, '0')
  await showsTotal(page, 'EUR 3,022.00')
  await press(page, 'Escape')
  await showsTotal(page, 'EUR 222.00')
  await press(page, '4', 'Tab', 'm', 'Enter')
  await showsTotal(page, 'EUR 422.00')
  await press(page, 'ArrowLeft', '-', '1', 'Enter')
  await page.getByText('1 cell is not saved').waitFor()
  await grid.getByRole('gridcell', { name: '-1' }).waitFor()
  await press(page, 'ArrowUp', 'F2', 'Escape')
  await page.getByText('1 cell is not saved').waitFor({ state: 'detached' })
  await press(page, 'Home', 'Alt+ArrowUp')
  await saved(page)
  await eventually(async () =>
    (await own.read(id)).items.map(({ description, quantity, unit }) => [description, quantity, unit]),
  ).toEqual([
    ['Belt', '2', 'pcs'],
    ['Bagger', '4', 'm'],
    ['Scale', '2', 'pcs'],
  ])
  const { net } = await own.read(id)
  expect(await total(page)).toBe(`EUR ${numbers.format(Number(net))}`)
})

test('Tab goes from cell to cell, Escape lets it out, and a cell that is not saved says why without a pointer', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  const { id } = await three()
  const grid = await edit(page, id)
  const reason = page.getByRole('status').filter({ hasText: /Tab|is not/ })
  await grid.focus()
  await reason.getByText('Tab goes to the next cell. Escape, then Tab, leaves the table.').waitFor()
  await press(page, 'Tab', 'Tab', '3', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Tab', 'Tab', 'Tab')
  expect(await hasFocus(grid)).toBe(true)
  await showsTotal(page, 'EUR 322.00')
  // The cost, which is no word.
  await press(page, 'x', 'Enter', 'ArrowUp')
  await page.getByText('This is not a number.').filter({ visible: true }).first().waitFor()
  await press(page, 'F2', 'Escape', 'Escape', 'Tab')
  expect(await hasFocus(grid)).toBe(false)
  await press(page, 'Shift+Tab')
  expect(await hasFocus(grid)).toBe(true)
})

test('A drawer asks for nothing that the product knows, names its choices, and what it changes is taken back', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  const { id } = await three()
  const grid = await edit(page, id)
  await grid.focus()
  await press(page, 'ArrowDown', 'Shift+F10')
  await page.getByRole('menuitem', { name: 'Details', exact: true }).click()
  const sheet = page.getByRole('complementary', { name: 'Quote line' })
  await sheet.getByLabel('Section').waitFor()
  expect(await sheet.getByLabel('Line', { exact: true }).count()).toBe(0)
  await sheet.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Project', exact: true }).click()
  const project = page.getByRole('complementary', { name: 'Project' })
  const choices = await project.locator('option').allTextContents()
  expect(choices).toEqual(expect.arrayContaining(['Percent', 'Amount', 'Reverse charge']))
  const discount = project.getByRole('textbox', { name: 'Discount' })
  await discount.fill('10')
  await press(page, 'Enter')
  await showsTotal(page, 'EUR 199.80')
  await project.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await showsTotal(page, 'EUR 222.00')
  await eventually(async () => (await own.read(id)).net).toBe('222')
  await page.getByRole('button', { name: 'Redo', exact: true }).click()
  await showsTotal(page, 'EUR 199.80')
  await eventually(async () => (await own.read(id)).net).toBe('199.8')
})

test('A table is pasted as one step, asks how numbers are meant, and is undone and done again', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  const { id } = await three()
  const grid = await edit(page, id)
  await grid.focus()
  await press(page, 'ArrowDown', 'ArrowDown', 'ArrowDown')
  await paste(page, 'Scale, new\t1\tpcs\t\t\t1.234\nPrinter\t1\tpcs\t\t\t2.000\n')
  await page.getByRole('dialog', { name: 'How are the numbers meant?' }).waitFor()
  await page.getByRole('button', { name: '1.234 is 1,234', exact: true }).click()
  await showsTotal(page, 'EUR 3,454.00')
  await eventually(async () => (await own.read(id)).net).toBe('3454')
  await press(page, 'Control+z')
  await showsTotal(page, 'EUR 222.00')
  await press(page, 'Control+Shift+z')
  await showsTotal(page, 'EUR 3,454.00')
  await press(page, 'Control+z')
  await eventually(async () => {
    const { net, items } = await own.read(id)
    return [net, items.map(({ description }) => description)]
  }).toEqual(['222', ['Bagger', 'Belt', 'Scale']])
})

test('A cell that was clicked is pasted into and copied from; codes find their items, and a cost may follow its margin', {
  tags: ['long'],
}, async ({ visit, records }) => {
  const { page } = await visit({ as: 'staff' })
  const item = { code: 'PZ-31', description: 'Pasted feeder', unit: 'set', currency: 'EUR', price: '30', cost: '20' }
  const master = await records.create(itemMasters, { ...item, active: true })
  const { id } = await own.make({}, { changes: [line('Bagger'), line('Belt', { unitCost: null })] })
  const grid = await edit(page, id)
  await grid.getByRole('rowheader', { name: 'Bagger', exact: true }).click()
  await paste(page, 'Bagger, pasted')
  await grid.getByRole('rowheader', { name: 'Bagger, pasted', exact: true }).waitFor()
  await press(page, 'Control+c')
  await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe('Bagger, pasted')
  // By keys alone the text cursor stays where it was.
  await press(page, 'ArrowDown', 'ArrowDown')
  await paste(page, 'PZ-31\t3')
  await showsTotal(page, 'EUR 490.00')
  await press(page, 'ArrowUp', 'ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', '5', '0', 'Enter')
  await page.getByText('1 cell is not saved').waitFor()
  await press(page, 'ArrowUp', 'ArrowLeft', '9', '0', 'Enter')
  await page.getByText('1 cell is not saved').waitFor({ state: 'detached' })
  await eventually(async () =>
    (await own.read(id)).items.map(({ description, masterId, unitPrice, unitCost }) => [
      description,
      masterId === master.id,
      unitPrice,
      unitCost,
    ]),
  ).toEqual([
    ['Bagger, pasted', false, '100', '60'],
    ['Belt', false, '180', '90'],
    ['Pasted feeder', true, '30', '20'],
  ])
  // What is typed after an alternative was added is its name.
  await press(page, 'Home', 'Shift+F10')
  await page.getByRole('menuitem', { name: 'Add an alternative' }).click()
  await eventually(() => hasFocus(grid)).toBe(true)
  await page.keyboard.type('Used belt')
  await press(page, 'Enter')
  await eventually(async () => (await own.read(id)).items.map(({ description }) => description)).toContain('Used belt')
  // What still names the item would prevent its removal.
  await press(page, 'Control+z', 'Control+z', 'Control+z', 'Control+z', 'Control+z')
  await eventually(async () => (await own.read(id)).items.map(({ description }) => description)).toEqual([
    'Bagger',
    'Belt',
  ])
})

test('A reading that began before a line was saved does not take it off the screen', async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  const { id } = await own.make({}, { changes: [line('Bagger')] })
  const grid = await edit(page, id)
  const addAlternative = async (lines: number) => {
    await eventually(() => hasFocus(grid)).toBe(true)
    // The cursor goes to the alternative: back to its line.
    await press(page, 'Control+Home', 'ArrowDown', 'Shift+F10')
    await page.getByRole('menuitem', { name: 'Add an alternative' }).click()
    await eventually(async () => (await own.read(id)).items.length).toBe(lines)
    await saved(page)
  }
  await grid.focus()
  await addAlternative(2)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const readings = { begun: 0, held: 0, answered: 0 }
  await page.route(`**/v1/estimator/projects/${id}`, async (route) => {
    readings.begun += 1
    const response = await route.fetch()
    readings.held += 1
    await released
    // Where it was taken back, nobody hears the answer.
    await route.fulfill({ response }).catch(() => undefined)
    readings.answered += 1
  })
  // Coming back to the window reads the project again, unless a request is running. The first event of its stream may read it too.
  await eventually(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    return readings.held
  }).toBeGreaterThan(0)
  await addAlternative(3)
  release()
  await eventually(() => readings.answered === readings.begun).toBe(true)
  const alternatives = page.getByRole('button', { name: 'More for Alternative' })
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await eventually(() => alternatives.count()).toBe(2)
})

test('A line comes from the catalogue with its prices of now; an alternative takes the place of its line', async ({
  visit,
  records,
}) => {
  const { page } = await visit({ as: 'staff' })
  const item = {
    code: 'QW-77',
    description: 'Qwarx feeder',
    unit: 'set',
    currency: 'EUR',
    price: '50.5',
    cost: '20',
    leadDays: 14,
    active: true,
  }
  const master = await records.create(itemMasters, item)
  const { id, items } = await own.make({}, { changes: [line('Bagger')] })
  const grid = await edit(page, id)
  await grid.focus()
  await press(page, 'ArrowDown', 'ArrowDown', 'Enter')
  await page.getByRole('combobox', { name: 'Add a line to Machines' }).fill('qwarx')
  await page.getByRole('option', { name: 'Qwarx feeder' }).waitFor()
  await press(page, 'Enter')
  await showsTotal(page, 'EUR 250.50')
  await press(page, 'Escape', 'ArrowUp', 'ArrowUp', 'Shift+F10')
  await page.getByRole('menuitem', { name: 'Add an alternative' }).click()
  // What is chosen in the menu is no click on the cell below: nothing is edited, and the grid has the keys again.
  await eventually(() => hasFocus(grid)).toBe(true)
  await page
    .getByRole('row', { name: 'Alternative' })
    .first()
    .getByRole('button', { name: 'More for Alternative' })
    .click()
  await page.getByRole('menuitem', { name: 'Use instead' }).click()
  await eventually(
    async () => (await own.read(id)).items.find(({ description }) => description === 'Bagger')?.alternativeToId,
  ).not.toBeNull()
  const after = await own.read(id)
  expect(after.items.find(({ masterId }) => masterId === master.id)).toMatchObject({
    description: 'Qwarx feeder',
    unit: 'set',
    unitPrice: '50.5',
    unitCost: '20',
    leadDays: 14,
  })
  expect(after.items.map(({ alternativeToId }) => alternativeToId).filter((one) => one !== null)).toHaveLength(
    items.length,
  )
  // What still names the item would prevent its removal.
  await press(page, 'Control+z', 'Control+z', 'Control+z')
  await eventually(async () => (await own.read(id)).items.length).toBe(1)
})

test('An item that is priced in another currency asks for its price before it is a line', { tags: ['long'] }, async ({
  visit,
  records,
}) => {
  const { page } = await visit({ as: 'staff' })
  const item = { code: 'QW-78', description: 'Qwelt feeder', unit: 'set', currency: 'USD', price: '50.5', active: true }
  await records.create(itemMasters, item)
  const { id } = await own.make({}, { changes: [line('Bagger')] })
  const grid = await edit(page, id)
  await grid.focus()
  await press(page, 'ArrowDown', 'ArrowDown', 'Enter')
  const adding = page.getByRole('combobox', { name: 'Add a line to Machines' })
  await adding.fill('qwelt')
  await page.getByRole('option', { name: 'Qwelt feeder' }).waitFor()
  await press(page, 'Enter')
  const price = page.getByRole('textbox', { name: 'Unit price in EUR' })
  await price.waitFor()
  await page.getByText('This item is priced in USD.').waitFor()
  await press(page, 'Enter')
  await page.getByText('This is not a number.').waitFor()
  await showsTotal(page, 'EUR 200.00')
  await price.fill('47.25')
  await press(page, 'Enter')
  await showsTotal(page, 'EUR 247.25')
  await eventually(() => hasFocus(adding)).toBe(true)
  await eventually(async () => (await own.read(id)).items.map(({ unitPrice }) => unitPrice)).toEqual(['100', '47.25'])
  // What still names the item would prevent its removal.
  await press(page, 'Escape', 'Control+z')
  await eventually(async () => (await own.read(id)).items.length).toBe(1)
})

test('Lines and sections are dragged by their handles and moved by keys, sections lead to their lines, and an alternative is used with one click', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  const bagger = crypto.randomUUID()
  const changes = [
    { ...line('Bagger'), id: bagger },
    line('Second-hand bagger', { alternativeToId: bagger, unitPrice: '70' }),
    line('Belt'),
    line('Scale', { section: 'Infeed' }),
  ] as ProjectChange[]
  const { id } = await own.make({}, { changes })
  const grid = await edit(page, id)
  const rowOf = (text: string) => grid.getByRole('row').filter({ hasText: text }).first()
  const order = async () => (await own.read(id)).items.map(({ section, description }) => `${section}: ${description}`)
  const drag = async (from: string, to: string) => {
    await rowOf(from).hover()
    await rowOf(from).locator('[data-handle]').hover()
    const target = await rowOf(to).boundingBox()
    await page.mouse.down()
    await page.mouse.move(300, (target?.y ?? 0) + 4, { steps: 4 })
    await page.locator('[data-drop-line]').waitFor()
  }
  await drag('Belt', 'Scale')
  await press(page, 'Escape')
  await page.mouse.up()
  await drag('Belt', 'Scale')
  await page.mouse.up()
  const moved = ['Machines: Bagger', 'Machines: Second-hand bagger', 'Infeed: Belt', 'Infeed: Scale']
  await eventually(order).toEqual(moved)
  await drag('2Infeed', '1Machines')
  await page.mouse.up()
  await eventually(order).toEqual([...moved.slice(2), ...moved.slice(0, 2)])
  await grid.focus()
  await press(page, 'Control+Home', 'Alt+ArrowDown')
  await eventually(order).toEqual(moved)
  const sections = page.getByRole('navigation', { name: 'Sections' })
  await sections.getByRole('button', { name: /^2 Infeed/ }).click()
  await sections.locator('[aria-current]').getByText('2 Infeed').waitFor()
  expect(await hasFocus(grid)).toBe(true)
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  await rowOf('Second-hand bagger').getByRole('button', { name: 'Use instead' }).click()
  await showsTotal(page, 'EUR 540.00')
  await eventually(order).toEqual(['Machines: Second-hand bagger', 'Machines: Bagger', ...moved.slice(2)])
})

test('Somebody without the permission for costs has no such columns, totals and fields', async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  await keepPermissions(page, /^(?!cost\.read$)/)
  const { id } = await three()
  const grid = await edit(page, id)
  const heads = await grid.getByRole('columnheader').allTextContents()
  expect(heads.slice(1, -1)).toEqual([
    'Item',
    'Description',
    'Qty',
    'Unit',
    'Unit price',
    'Disc. %',
    'Lead days',
    'Line total',
  ])
  expect(await page.getByRole('region', { name: 'Totals' }).textContent()).not.toMatch(/Cost|Margin/)
  await page.getByRole('button', { name: 'Project', exact: true }).click()
  await page.getByRole('complementary', { name: 'Project' }).getByLabel('Title').waitFor()
  expect(await page.getByLabel('Margin aimed at').count()).toBe(0)
})

test('On a phone lines are cards, edited in a sheet, and the total stays at the bottom, in one line until it is tapped', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'staff', width: 390, height: 844, touch: true })
  const { id } = await three()
  await edit(page, id)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: /^Belt/ }).click()
  const sheet = page.getByRole('complementary', { name: 'Quote line' })
  await sheet.getByLabel('Quantity').fill('5')
  await sheet.getByRole('button', { name: 'Move down' }).click()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await showsTotal(page, 'EUR 252.00')
  const totals = page.getByRole('region', { name: 'Totals' })
  const box = await totals.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(845)
  expect(box?.height).toBeLessThanOrEqual(48)
  await totals.getByRole('button').click()
  await totals.getByText('Cost', { exact: true }).waitFor()
  await totals.getByRole('button', { expanded: true }).click()
  await totals.getByText('Cost', { exact: true }).waitFor({ state: 'hidden' })
  await eventually(async () =>
    (await own.read(id)).items.map(({ description, quantity }) => [description, quantity]),
  ).toEqual([
    ['Bagger', '2'],
    ['Scale', '2'],
    ['Belt', '5'],
  ])
  await page.getByRole('tab', { name: /Delivery and site/ }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  const delivery = page.getByRole('complementary', { name: 'Delivery' })
  await delivery.getByLabel('Named place').fill('Oslo')
  await delivery.getByLabel('Price').fill('7.5')
  await delivery.getByRole('button', { name: 'Close' }).click()
  await eventually(async () => (await own.read(id)).deliveries).toMatchObject([{ namedPlace: 'Oslo', price: '7.5' }])
})

test('Acceptance criteria are typed as figures, saved when the list is left, and taken back', async ({
  visit,
  records,
}) => {
  const { page } = await visit({ as: 'staff' })
  const step: ProjectChange = { kind: 'commissioning', op: 'create', values: { kind: 'SAT', description: 'At site' } }
  const [model] = await records.find(libraryMachines, 'VFFS')
  const { id } = await own.make(
    {},
    { changes: [line('Bagger', { libraryMachineId: model?.id }), line('Start-up service'), step] },
  )
  await edit(page, id)
  await page.getByRole('tab', { name: /Delivery and site/ }).click()
  await page.getByRole('button', { name: /At site/ }).click()
  const sheet = page.getByRole('complementary', { name: 'Commissioning step' })
  await sheet.getByRole('button', { name: 'Add an entry to Criteria in figures' }).click()
  const entry = sheet.getByRole('group', { name: 'Criteria in figures, entry 1' })
  await entry.getByLabel('Criterion').fill('Changeover')
  await entry.getByLabel('Measured as').selectOption('other')
  await entry.getByLabel('Kept if').selectOption('atMost')
  await entry.getByLabel(/^Figure/).fill('15')
  const ofLine = entry.getByLabel('Only for the line')
  expect(await ofLine.getByRole('option').allTextContents()).toEqual([expect.any(String), 'Bagger'])
  await ofLine.selectOption('Bagger')
  expect(await violations(page)).toEqual([])
  // The unit is missing: nothing is saved yet.
  await sheet.getByLabel('Notes').focus()
  await entry.getByText('Unit is required').waitFor()
  expect((await own.read(id)).commissioning).toMatchObject([{ criteria: [] }])
  await entry.getByLabel('Unit').fill('min')
  await sheet.getByRole('button', { name: 'Close' }).click()
  await page.getByText('Changeover: at most 15 min (Bagger)').waitFor()
  const changeover = { name: 'Changeover', kind: 'other', direction: 'atMost', figure: 15, unit: 'min' }
  const [{ lineId } = { lineId: '' }] = (await own.read(id)).items
  await eventually(async () => (await own.read(id)).commissioning).toMatchObject([
    { criteria: [{ ...changeover, line: lineId }] },
  ])
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('Changeover: at most 15 min').waitFor({ state: 'detached' })
  await eventually(async () => (await own.read(id)).commissioning).toMatchObject([{ criteria: [] }])
})

test('Payments are typed as shares that add up, and nothing typed is left without a question', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  const { id } = await three()
  await edit(page, id)
  await page.getByRole('tab', { name: /Delivery and site/ }).click()
  const panel = page.getByRole('region', { name: 'Payments', exact: true })
  for (const [at, name, share] of [
    [1, 'on order', '30'],
    [2, 'after SAT', '60'],
  ] as const) {
    await panel.getByRole('button', { name: 'Add a payment' }).click()
    await panel.getByLabel(`Name of payment ${at}`).fill(name)
    await panel.getByLabel(`Share of payment ${at}`).fill(share)
  }
  await panel.getByText(/must add up to 100 %/).waitFor()
  const save = panel.getByRole('button', { name: 'Save payments' })
  expect(await save.isDisabled()).toBe(true)
  await page.getByRole('tab').first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  await panel.getByLabel('Share of payment 2').fill('70')
  await panel.getByLabel('Event of payment 2').selectOption('SAT')
  expect(await violations(page)).toEqual([])
  await save.click()
  await eventually(async () => (await own.read(id)).milestones).toEqual([
    { name: 'on order', percent: '30' },
    { name: 'after SAT', percent: '70', due: 'SAT' },
  ])
  // Of 222.00 net.
  await panel.getByText('66.60').waitFor()
})

test('What is typed in a cell and not committed is offered after a crash', async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  const { id } = await three()
  const grid = await edit(page, id)
  await grid.focus()
  await press(page, 'ArrowDown', 'ArrowRight', '7')
  await showsTotal(page, 'EUR 722.00')
  // A crash asks nobody: the page is not left, and nothing is committed.
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  const second = await page.context().newPage()
  await second.goto(`/estimator/projects/${id}`)
  const kept = second.getByRole('region', { name: 'Kept for you' })
  await kept.getByText('Bagger').waitFor()
  await kept.getByText('7', { exact: true }).waitFor()
  await second.close()
  expect((await own.read(id)).items[0]?.quantity).toBe('2')
  await press(page, 'Escape')
})

test('A new line and a field of the project that are not saved yet are offered after a crash', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page, guard } = await visit({ as: 'staff' })
  const { id } = await three()
  const grid = await edit(page, id)
  guard.expectStatus(503, /\/changes$/)
  await page.route(`**${api.changeProject.path.replace('{id}', id)}`, (route) =>
    route.fulfill({ status: 503, json: {} }),
  )
  await grid.focus()
  await press(page, 'Control+Home', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter')
  await page.getByRole('combobox', { name: 'Add a line to Machines' }).fill('Zwirl feeder')
  await press(page, 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter', 'Escape')
  await grid.getByText('Zwirl feeder').waitFor()
  await page.getByRole('button', { name: 'Project', exact: true }).click()
  await page.getByRole('complementary', { name: 'Project' }).getByLabel('Title').fill('Cheese line, hall 2')
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  const second = await page.context().newPage()
  await second.goto(`/estimator/projects/${id}`)
  const kept = second.getByRole('region', { name: 'Kept for you' })
  await kept.getByText('Description: Zwirl feeder', { exact: false }).waitFor()
  await kept.getByText('Cheese line, hall 2').waitFor()
  await page.close()
  await second.getByRole('button', { name: /Begin to edit|Continue here/ }).click()
  await kept.getByRole('button', { name: 'Apply all' }).click()
  await eventually(async () => {
    const { title, items } = await own.read(id)
    return [title, items.map(({ description }) => description)]
  }).toEqual(['Cheese line, hall 2', ['Bagger', 'Belt', 'Scale', 'Zwirl feeder']])
  await kept.waitFor({ state: 'detached' })
  await second.close()
})

test('Staff write comments about a project on its page, also while nobody edits it', async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  const { id } = await three()
  await page.goto(`/estimator/projects/${id}?tab=comments`)
  const field = page.getByRole('textbox', { name: 'New comment' })
  await field.fill('Ask for the price of the belt again')
  await field.press('Control+Enter')
  await page.getByRole('list', { name: 'Comments' }).getByText('Ask for the price of the belt again').waitFor()
  await page.getByRole('tab', { name: 'Comments 1' }).waitFor()
})
