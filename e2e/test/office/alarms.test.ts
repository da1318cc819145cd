import { type AddressInfo, createServer } from 'node:net'
import { alarmRules, type Draft } from '@packhouse/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { violations, violationsInBothThemes } from '../../src/axe.ts'
import { countClicks } from '../../src/click-count.ts'
import { eventually } from '../../src/eventually.ts'
import { hasFocus } from '../../src/focus.ts'
import { publishRecords } from '../../src/machine-publisher.ts'
import { openMachineTab } from '../../src/machine-tab.ts'
import { NotifiedBrowser } from '../../src/notifications.ts'
import { fitParts, itemIdOf } from '../../src/parts-of-machine.ts'
import { type Product, startProduct } from '../../src/product.ts'
import { messageOf, openList, questionOf } from '../../src/record-list.ts'
import { Records } from '../../src/records.ts'
import { test } from '../../src/test.ts'

const nothing = { light: [], dark: [] }
const phone = { width: 390, height: 844 } as const
let product: Product

/** A mail server that knows no recipient, so that mails are given up at once. */
const refusing = createServer((socket) => {
  socket.on('error', () => socket.destroy())
  socket.write('220 here\r\n')
  socket.on('data', (data) => {
    const isRecipient = data.toString().toUpperCase().startsWith('RCPT')
    socket.write(isRecipient ? '550 5.1.1 no such mailbox\r\n' : '250 well\r\n')
  })
})

beforeAll(async () => {
  await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve))
  const { port } = refusing.address() as AddressInfo
  const mail = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'alarms@packhouse.example' }
  product = await startProduct({ environment: { SIMULATOR: 'off', PUSH_SERVICES: '127.0.0.1', ...mail } })
})
afterAll(async () => {
  await product.stop()
  refusing.close()
})

async function rule(name: string, tag: string, more: Partial<Draft<typeof alarmRules>> = {}): Promise<void> {
  const value = { kind: 'value', tag, comparison: 'above', limit: '40' } as const
  await new Records(product).create(alarmRules, { name, ...value, ...more } as Draft<typeof alarmRules>)
}

const listOf = (page: Page, name = 'Open alarms') => page.getByRole('list', { name, exact: true })
const rowOf = (page: Page, text: string) => listOf(page).getByRole('listitem').filter({ hasText: text })
const countOf = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Alarms/ })

test('Alarms appear by themselves, the gravest first; they are acknowledged, assigned and shelved, and go when they clear', async ({
  visit,
}) => {
  await rule('Film low', 'film', { severity: 'warning' })
  await rule('Jaw too hot', 'jaw', { severity: 'critical', message: 'Let it cool down.' })
  await rule('Knife worn', 'knife', { severity: 'minor' })
  const { page } = await visit({ as: 'staff', product })
  await page.goto('/alarms')
  await page.getByText('No open alarms').waitFor()
  await publishRecords(product, { 'VFFS-2214': { machineData: { film: 50, jaw: 50, knife: 50 } } })
  await eventually(async () => (await listOf(page).getByRole('listitem').allInnerTexts()).map(firstLine)).toEqual([
    'Critical',
    'Minor',
    'Warning',
  ])
  await eventually(() => countOf(page).textContent()).toContain('3')
  await rowOf(page, 'Jaw too hot').getByRole('button', { name: 'Acknowledge' }).click()
  await messageOf(page, 'Alarm acknowledged').waitFor()
  await eventually(() => countOf(page).textContent()).toContain('2')
  await page.getByRole('checkbox', { name: 'Select all unacknowledged alarms' }).check()
  await page.getByRole('button', { name: 'Acknowledge 2' }).click()
  await messageOf(page, '2 alarms acknowledged').waitFor()
  await page.getByRole('combobox', { name: 'Acknowledged' }).selectOption('Acknowledged: No')
  await page.getByText('No alarms match these filters').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()

  await rowOf(page, 'Jaw too hot')
    .getByRole('link', { name: /Jaw too hot/ })
    .click()
  const drawer = page.getByRole('complementary', { name: 'Jaw too hot' })
  await eventually(() => hasFocus(drawer.getByRole('heading', { name: 'Jaw too hot' }))).toBe(true)
  await drawer.getByText('Let it cool down.').waitFor()
  await drawer.getByLabel('Assign to').selectOption({ index: 1 })
  await messageOf(page, 'Alarm assigned').waitFor()
  await drawer.getByText('Shelve …').click()
  await drawer.getByRole('button', { name: 'Shelve', exact: true }).click()
  await drawer.getByText('Enter a reason so that others know').waitFor()
  await drawer.getByRole('textbox', { name: 'Reason' }).fill('Part on order')
  await drawer.getByRole('button', { name: 'Shelve', exact: true }).click()
  await drawer.getByRole('button', { name: 'End shelving' }).waitFor()
  const course = drawer.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
  await eventually(async () => (await course.allInnerTexts()).map((text) => text.split(/\s/)[0])).toEqual([
    'Raised',
    'Acknowledged',
    'Assigned',
    'Shelved',
  ])
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  expect(
    await hasFocus(
      rowOf(page, 'Jaw too hot')
        .getByRole('link', { name: /Jaw too hot/ })
        .first(),
    ),
  ).toBe(true)

  await publishRecords(product, { 'VFFS-2214': { machineData: { film: 1, jaw: 1, knife: 50 } } })
  await eventually(() => listOf(page).getByRole('listitem').count()).toBe(1)
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('region', { name: 'Most frequent alarms' }).getByText('Jaw too hot').waitFor()
  await eventually(() => listOf(page, 'Cleared alarms').getByRole('listitem').count()).toBe(2)
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  await page.setViewportSize(phone)
  await eventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  expect(await violations(page)).toEqual([])
})

test('A rule is made in its drawer, which shows what its kind needs; customers see alarms and no rules', async ({
  visit,
}) => {
  const { page, guard } = await visit({ as: 'staff', product })
  await publishRecords(product, { 'VFFS-2214': { humidity: 55 } })
  await publishRecords(product, { 'VFFS-2214': { humidity: 75 } })
  await publishRecords(product, { 'VFFS-2214': { humidity: 55 } })
  await page.goto('/alarms?tab=rules&open=new')
  const form = page.getByRole('form', { name: 'New alarm rule' })
  await form.getByLabel('Name').fill('Too humid')
  await form.getByLabel('Subject').selectOption('Machine state')
  await form.getByLabel('States').waitFor()
  expect(await form.getByLabel('Limit').count()).toBe(0)
  await form.getByLabel('Subject').selectOption('A value')
  await form.getByRole('combobox', { name: 'Tag' }).fill('humid')
  await page.getByRole('option', { name: /^humidity/ }).click()
  await form.getByText('Newest value 55 % on VFFS-2214').waitFor()
  await form.getByLabel('Alarm when value is').selectOption('Above the limit')
  await form.getByLabel('Raise delay').fill('')
  await form.getByRole('button', { name: 'Create alarm rule' }).click()
  await form.getByText('Raise delay must be a whole number from 0 to 86400').first().waitFor()
  await form.getByLabel('Raise delay').fill('0')
  guard.expectStatus(400, /^\/v1\/alarm-rules$/)
  await form.getByRole('button', { name: 'Create alarm rule' }).click()
  await form.getByRole('button', { name: 'Limit' }).waitFor()
  await form.getByRole('textbox', { name: 'Limit' }).fill('60')
  // The job 'make a rule and test it' is one click longer than making it: the test stands in the same form.
  await form.getByRole('button', { name: 'Test against the last 7 days' }).click()
  const outcome = form.getByRole('region', { name: 'Test' })
  await outcome.getByText('It would have raised 1 alarm on').waitFor()
  await outcome.getByText(/^All \d+ machines that the rule covers were tested\.$/).waitFor()
  await outcome.getByRole('table', { name: 'When it would have raised an alarm' }).getByText('75').waitFor()
  expect(await outcome.locator('[data-limit]').count()).toBe(1)
  // The machine types are those that there are.
  await form.getByRole('combobox', { name: 'Machine type' }).fill('no such type')
  await form.getByText('Nothing matches. Check the spelling.').waitFor()
  await form.getByRole('combobox', { name: 'Machine type' }).fill('VFFS')
  await page.getByRole('option', { name: /^VFFS-2210/ }).click()
  await form.getByText('The rule has changed since the test.').waitFor()
  await form.getByRole('button', { name: 'Create alarm rule' }).click()
  await messageOf(page, 'Too humid created').waitFor()
  expect(await violationsInBothThemes(page)).toEqual(nothing)

  await publishRecords(product, { 'VFFS-2214': { humidity: 75 } })
  const own = await visit({ as: 'customer', product })
  await own.page.goto('/machines/VFFS-2214')
  await own.page.getByRole('list', { name: 'Open alarms of this machine' }).getByText('Too humid').click()
  const drawer = own.page.getByRole('complementary', { name: 'Too humid' })
  await drawer.getByRole('button', { name: 'Acknowledge' }).click()
  await messageOf(own.page, 'Alarm acknowledged').waitFor()
  expect(await drawer.getByLabel('Assign to').count()).toBe(0)
  expect(await own.page.getByRole('tab').allInnerTexts()).toEqual(['Open', 'Shelved', 'History'])
  await own.page.setViewportSize(phone)
  await eventually(() => own.page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
})

test('Alarms come to a phone after two presses, and are acknowledged from the notification with one while no page is open', {
  tags: ['long'],
}, async ({ visit }) => {
  await rule('Seal cold', 'seal', { severity: 'critical' })
  const { page, context } = await visit({ as: 'staff', product, ...phone, touch: true })
  const browser = await NotifiedBrowser.make()
  try {
    await browser.open(page, product)
    await page.goto('/')
    // 1
    await page
      .getByRole('link', { name: /^Alarms/ })
      .first()
      .click()
    // 2
    await page.getByRole('button', { name: 'Get alarms on this device' }).click()
    await messageOf(page, 'This device gets alarms from now on. Settings says which.').waitFor()
    await page.getByRole('button', { name: 'Get alarms on this device' }).waitFor({ state: 'detached' })
    await publishRecords(product, { 'VFFS-2214': { machineData: { seal: 50 } } })
    const shown = await browser.receive(1)
    expect(shown).toMatchObject({ title: 'Critical: Seal cold', actions: ['Acknowledge', 'Open'] })
    expect(shown.body).toContain('VFFS-2214')
    await page.goto('about:blank')
    await browser.press(shown.title, 'acknowledge')
    expect((await browser.shown()).map(({ body }) => body)).toEqual([expect.stringContaining('acknowledged')])

    await page.goto('/alarms')
    await rowOf(page, 'Seal cold')
      .getByRole('link', { name: /Seal cold/ })
      .click()
    const drawer = page.getByRole('complementary', { name: 'Seal cold' })
    await drawer.getByText(/From a notification on Chrome on/).waitFor()
    await page.goto('/settings')
    const section = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Notifications on your devices' }) })
    await section.getByText('This device').waitFor()
    await section.getByRole('button', { name: /^Send a test/ }).click()
    await section.getByText('The push service has taken the test').waitFor()
    expect((await browser.receive(2)).body).toBe('This is a test. Notifications will look like this.')
    await section.getByRole('button', { name: /^Rename/ }).click()
    await section.getByLabel('Name', { exact: true }).fill('Phone of the hall')
    await section.getByRole('button', { name: 'Save name' }).click()
    await section.getByText('Phone of the hall').waitFor()
    await section.getByRole('checkbox', { name: 'Minor' }).check()
    await section.getByLabel('Quiet from').fill('22:00')
    await section.getByRole('button', { name: 'Save' }).click()
    await section.getByText('Enter both times').waitFor()
    await section.getByLabel('Quiet until').fill('06:00')
    await section.getByRole('button', { name: 'Save' }).click()
    await section.getByText('Your choice is saved').waitFor()
    expect(await violationsInBothThemes(page)).toEqual(nothing)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
    // Nothing of the pages is stored by the worker.
    expect(await page.evaluate(() => caches.keys())).toEqual([])
    await section.getByRole('button', { name: /^Remove/ }).click()
    await page.getByRole('button', { name: 'Remove device' }).click()
    await section.getByRole('button', { name: 'Get notifications on this device' }).waitFor()
    expect(context.pages()).toHaveLength(1)
  } finally {
    await browser.close()
  }
})

test('Whoever is on call is notified step by step, and a chat gets what a template says', { tags: ['long'] }, async ({
  visit,
}) => {
  await rule('Glue empty', 'glue', { webhookUrl: 'http://127.0.0.1:9/hook' })
  const { page } = await visit({ as: 'staff', product })
  await page.goto('/alarms?tab=on-call&open=new')
  const schedule = page.getByRole('form', { name: 'New on-call schedule' })
  await schedule.getByLabel('Name').fill('Service north')
  await schedule.getByLabel('Time zone').fill('Europe/Oslo')
  await page.getByRole('option', { name: 'Europe/Oslo' }).click()
  await schedule.getByLabel('First turn begins').fill('2026-01-05')
  await schedule.getByLabel('Handover time').fill('08:00')
  await schedule.getByRole('button', { name: 'Create on-call schedule' }).click()
  await messageOf(page, 'Service north created').waitFor()
  await page
    .getByRole('row', { name: /Service north/ })
    .getByText('Service north')
    .click()
  await page.getByRole('tab', { name: 'Turns' }).click()
  await page.getByText('Nobody is on call now').waitFor()
  await page.getByRole('combobox', { name: 'Add a person' }).click()
  await page.getByRole('option', { name: /Maren Holm/ }).click()
  await page.getByText('On call now: Maren Holm').waitFor()
  expect(await violationsInBothThemes(page)).toEqual(nothing)

  await page.goto('/alarms?tab=escalation&open=new')
  const policy = page.getByRole('form', { name: 'New escalation policy' })
  await policy.getByLabel('Name').fill('Service first')
  await policy.getByRole('button', { name: 'Create escalation policy' }).click()
  await messageOf(page, 'Service first created').waitFor()
  await page
    .getByRole('row', { name: /Service first/ })
    .getByText('Service first')
    .click()
  await page.getByRole('tab', { name: 'Steps' }).click()
  await page.getByRole('button', { name: 'Add step' }).click()
  await page.getByText('Step 1 needs somebody to notify').waitFor()
  await page.getByRole('combobox', { name: 'On-call schedules' }).click()
  await page.getByRole('option', { name: 'Service north' }).click()
  await page.getByRole('button', { name: 'Save steps' }).click()
  await messageOf(page, 'Saved').waitFor()
  expect(await violationsInBothThemes(page)).toEqual(nothing)

  await page.goto('/alarms?tab=rules')
  await page
    .getByRole('row', { name: /Glue empty/ })
    .getByText('Glue empty')
    .click()
  const drawer = page.getByRole('complementary', { name: 'Glue empty' })
  await drawer.getByRole('combobox', { name: 'Escalation' }).click()
  await page.getByRole('option', { name: 'Service first' }).click()
  await drawer.getByRole('button', { name: 'Save changes' }).click()
  await messageOf(page, 'Glue empty saved').waitFor()
  await drawer.getByRole('tab', { name: 'Webhook' }).click()
  await drawer.getByLabel('Begin with').selectOption('Slack')
  await drawer.getByText('Critical alarm raised: Jaw too hot on VFFS-2214').waitFor()
  await drawer.getByRole('textbox', { name: 'Template' }).fill('{"text": {{rule}}}')
  await drawer.getByText('Template must be valid JSON').waitFor()
  await drawer.getByRole('textbox', { name: 'Template' }).fill('{"text": "{{rule}}"}')
  await drawer.getByRole('button', { name: 'Save template' }).click()
  await messageOf(page, 'Saved').waitFor()
  await drawer.getByRole('button', { name: 'Send a test' }).click()
  await drawer.getByText(/^Not sent: .*could not be reached/).waitFor()
  expect(await violationsInBothThemes(page)).toEqual(nothing)

  await publishRecords(product, { 'VFFS-2214': { machineData: { glue: 50 } } })
  await page.goto('/alarms')
  await rowOf(page, 'Glue empty')
    .getByRole('link', { name: /Glue empty/ })
    .first()
    .click()
  await eventually(() => drawer.getByText('Notified Maren Holm').count()).toBe(1)
})

test('From an alarm to what helped last time takes a click, an acknowledgement with that note two more; returned ones wait for theirs', {
  tags: ['long'],
}, async ({ visit }) => {
  await rule('Seal worn', 'seal', { steps: '1. Stop\n2. Change the seal', notifyEmails: ['nobody@packhouse.example'] })
  await publishRecords(product, { 'VFFS-2214': { machineData: { seal: 50 } } })
  const { page, context } = await visit({ as: 'staff', product })
  const clicks = await countClicks(context)
  await page.goto('/alarms')
  const open = rowOf(page, 'Seal worn').getByRole('link', { name: /Critical|Major/ })
  const drawer = page.getByRole('complementary', { name: 'Seal worn' })
  await open.click()
  await drawer.getByRole('textbox', { name: 'Note (optional)' }).fill('New seal from drawer 4')
  await drawer.getByRole('button', { name: 'Acknowledge' }).click()
  await messageOf(page, 'Alarm acknowledged').waitFor()
  await page.keyboard.press('Escape')
  await publishRecords(product, { 'VFFS-2214': { machineData: { seal: 1 } } })
  await rowOf(page, 'Seal worn').waitFor({ state: 'detached' })
  await publishRecords(product, { 'VFFS-2214': { machineData: { seal: 60 } } })
  await rowOf(page, 'Seal worn').waitFor()
  await publishRecords(product, { 'VFFS-2214': { machineData: { seal: 1 } } })
  await rowOf(page, 'Seal worn').getByText('Returned to normal').waitFor()
  // The badge says that it is over; nothing else in the row says it again.
  expect(await rowOf(page, 'Seal worn').getByText('The condition ended').count()).toBe(0)

  await clicks()
  await open.click()
  const section = drawer.getByRole('region', { name: 'Remedy' })
  await section.getByText('Change the seal').waitFor()
  await section.getByRole('button', { name: 'Use this note' }).click()
  await drawer.getByRole('button', { name: 'Acknowledge' }).click()
  await messageOf(page, 'Alarm acknowledged').waitFor()
  expect(await clicks()).toBe(3)
  await drawer.getByText('New seal from drawer 4').last().waitFor()
  // 'Helped' moves to the place of this button.
  await section.getByRole('button', { name: 'Use this note' }).waitFor({ state: 'detached' })
  await section.getByRole('button', { name: 'Helped' }).click()
  await section.getByText('helped 1 person').waitFor()
  expect(await violationsInBothThemes(page)).toEqual(nothing)

  await page.goto('/system/mails')
  await page.getByRole('combobox', { name: 'State' }).selectOption('State: Failed')
  const again = page.getByRole('button', { name: 'Send again to nobody@packhouse.example' }).first()
  await clicks()
  await again.click()
  await messageOf(page, 'The mail to nobody@packhouse.example will be sent again').waitFor()
  // The choice of a state before it is the browser's own.
  expect(await clicks()).toBe(1)
  await page.getByRole('searchbox', { name: 'Search mails' }).fill('seal WORN')
  await eventually(() => new URL(page.url()).searchParams.get('search')).toBe('seal WORN')
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  for (const path of ['/system/mails', '/alarms?tab=shelved', '/alarms']) {
    await page.setViewportSize(phone)
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  }
  // On a phone the alarms begin below two filters; one that is set stays in view when the others are folded again.
  const [assigned, began] = ['Assigned to', 'Began'].map((name) => page.getByRole('combobox', { name }))
  const more = page.getByRole('button', { name: 'More', exact: true })
  await more.waitFor()
  expect(await assigned?.isVisible()).toBe(false)
  await more.click()
  await assigned?.selectOption('none')
  await more.click()
  await began?.waitFor({ state: 'hidden' })
  expect(await assigned?.isVisible()).toBe(true)
})

function firstLine(text: string): string | undefined {
  return text.trim().split('\n')[0]
}

test('The part of an alarm is put into the basket of its machine by keyboard', { tags: ['long'] }, async ({
  visit,
}) => {
  const records = new Records(product)
  await fitParts(records, 'VFFS-2214', { 9: 'KNF-S05B' }, { quantity: '2' })
  await rule('Knife blunt', 'blunt', { partItemId: await itemIdOf(records, 'KNF-S05B') })
  await publishRecords(product, { 'VFFS-2214': { machineData: { blunt: 50 } } })
  const { page } = await visit({ as: 'staff', product })
  await page.goto('/alarms')
  await rowOf(page, 'Knife blunt')
    .getByRole('link', { name: /Knife blunt/ })
    .first()
    .click()
  const section = page.getByRole('complementary', { name: 'Knife blunt' }).getByRole('region', { name: 'Remedy' })
  await section.getByText('KNF-S05B · 2 pcs · Position 9').waitFor()
  await section.getByRole('button', { name: 'Add KNF-S05B to the basket' }).press('Enter')
  await messageOf(page, 'KNF-S05B is in the basket').waitFor()
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  await page.setViewportSize(phone)
  await eventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  await page.goto('/machines/VFFS-2214')
  await openMachineTab(page, 'Spare parts')
  const basket = page.getByRole('form', { name: 'Basket' })
  expect(await basket.getByRole('textbox', { name: 'Quantity of KNF-S05B (pcs)' }).inputValue()).toBe('2')
})

test('An alarm rule that was deleted comes back whole with Undo', async ({ visit }) => {
  await rule('Belt slips', 'slip', { steps: 'Tighten the belt.' })
  const { page } = await visit({ as: 'staff', product })
  const grid = await openList(page, '/alarms?tab=rules', 'alarm rules')
  const row = grid.getByText('Belt slips', { exact: true })
  await row.click()
  const drawer = page.getByRole('complementary', { name: 'Belt slips' })
  await drawer.getByRole('button', { name: 'Delete this alarm rule' }).click()
  await questionOf(page, 'Delete Belt slips?').getByRole('button', { name: 'Delete' }).click()
  await messageOf(page, 'Belt slips deleted').waitFor()
  await row.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await row.click()
  expect(await drawer.getByRole('textbox', { name: 'Steps' }).inputValue()).toBe('Tighten the belt.')
  expect(await drawer.getByRole('switch', { name: 'Enabled' }).isChecked()).toBe(true)
})
