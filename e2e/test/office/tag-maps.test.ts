import {
  machines,
  readingSettings,
  recordTopic,
  sampleDeviceName,
  tagMapEntrySchema,
  tagMaps,
} from '@packhouse/contract'
import mqtt from 'mqtt'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { violationsInBothThemes } from '../../src/axe.ts'
import { countClicks } from '../../src/click-count.ts'
import { eventually } from '../../src/eventually.ts'
import { hasFocus } from '../../src/focus.ts'
import { publish, publishRecords } from '../../src/machine-publisher.ts'
import { openMachineTab } from '../../src/machine-tab.ts'
import { valueBeside } from '../../src/overview.ts'
import { type Product, startProduct } from '../../src/product.ts'
import { drawerOf, messageOf, openIdOf, openList, questionOf } from '../../src/record-list.ts'
import { Records } from '../../src/records.ts'
import { signInByApi } from '../../src/sign-in.ts'
import { test } from '../../src/test.ts'
import { textOf } from '../../src/text.ts'

const nothing = { light: [], dark: [] }
let product: Product

beforeAll(async () => {
  product = await startProduct({ environment: { SIMULATOR: 'off' } })
})
afterAll(() => product?.stop())

async function send(topic: string, payload: object): Promise<void> {
  const options = { username: sampleDeviceName, password: product.devicePassword }
  await publish(`mqtt://127.0.0.1:${product.mqttPort}`, options, topic, JSON.stringify(payload))
}

/** What is known of a machine now; undefined where there is none. */
async function toldBy(machineID: string, field: string): Promise<unknown> {
  const { access_token } = await signInByApi(product, 'staff')
  const headers = { authorization: `Bearer ${access_token}` }
  const response = await fetch(`${product.url}/v1/ignition/machines/${machineID}`, { headers })
  return response.ok ? ((await response.json()) as Record<string, unknown>)[field] : undefined
}

/** Saves the entries and rolls them out. */
async function rollOut(page: Page, version: number, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Save as new version' }).click()
  await messageOf(page, `Saved as version ${version}`).waitFor()
  await page.getByRole('button', { name: `Roll out version ${version}` }).click()
  const question = questionOf(page, `Roll out version ${version} of ${name}?`)
  await question.getByText(/Also every machine named by a topic/).waitFor()
  await question.getByRole('button', { name: 'Roll out' }).click()
  await messageOf(page, `Version ${version} is in use`).waitFor()
}

test('A map is made from a message that comes in, tried, rolled out and rolled back, and the machine tells by it', async ({
  visit,
}) => {
  const { page } = await visit({ product, as: 'staff' })
  await page.goto('/telemetry/tag-maps?open=new')
  const form = drawerOf(page, 'New tag map')
  await form.getByRole('textbox', { name: 'Name' }).fill('Fillers')
  await form.getByRole('combobox', { name: 'Source' }).selectOption('JSON')
  await form.getByRole('textbox', { name: 'Topics' }).fill('plant/{machineID}/values')
  await form.getByRole('button', { name: 'Create tag map' }).click()
  await eventually(() => openIdOf(page)).not.toBe('new')
  await drawerOf(page, 'Fillers').getByRole('link', { name: 'Open in the studio' }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual(nothing)

  const row = page.getByRole('row').filter({ hasText: 'Fillers' })
  await row.getByRole('link', { name: 'Open in the studio' }).press('Enter')
  await page.getByText(/^Nothing received yet/).waitFor()
  expect(await page.getByRole('button', { name: 'Roll out version 1' }).isDisabled()).toBe(true)
  await page.getByRole('list', { name: 'Versions' }).getByText('Version 1').waitFor()
  expect(await page.getByRole('button', { name: 'Roll out 1' }).count()).toBe(0)
  await send('plant/FILL-7/values', { plc: { t1: 231 }, st: 6 })
  await page.getByRole('button', { name: /^Map plc\.t1\s?, 231$/ }).click()
  const entry = page.getByRole('group', { name: 't1', exact: true })
  await entry.getByText('231', { exact: true }).waitFor()
  await entry.getByRole('combobox', { name: 'Role' }).selectOption('temperature')
  await entry.getByRole('textbox', { name: 'Scale' }).fill('0.1')
  const preview = page.getByRole('list', { name: 'Preview' })
  await preview.getByText('23.1', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await preview.getByText('231', { exact: true }).waitFor()
  await entry.getByRole('textbox', { name: 'Scale' }).fill('0.1')
  await preview.getByText('23.1', { exact: true }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual(nothing)

  await page.getByRole('link', { name: 'Tag maps' }).first().click()
  await questionOf(page, 'Leave without saving?').getByRole('button', { name: 'Keep editing' }).click()
  await rollOut(page, 2, 'Fillers')
  await send('plant/FILL-7/values', { plc: { t1: 245 } })
  await eventually(() => toldBy('FILL-7', 'temperature')).toBe(24.5)

  await entry.getByRole('textbox', { name: 'Offset' }).fill('-1')
  await preview.getByText('23.5', { exact: true }).waitFor()
  await rollOut(page, 3, 'Fillers')
  await page.getByRole('button', { name: 'Roll back to 2' }).click()
  await questionOf(page, 'Roll back Fillers to version 2?')
    .getByRole('button', { name: 'Roll back', exact: true })
    .click()
  const second = page
    .getByRole('list', { name: 'Versions' })
    .getByRole('listitem')
    .filter({ hasText: /^Version 2/ })
  await second.getByText('In use', { exact: true }).waitFor()
  await send('plant/FILL-7/values', { plc: { t1: 255 } })
  await eventually(() => toldBy('FILL-7', 'temperature')).toBe(25.5)
})

test('A refused save leads to what has to be corrected, and a removed entry leaves the focus at the next one', {
  tags: ['long'],
}, async ({ visit }) => {
  const map = await new Records(product).create(tagMaps, {
    name: 'Cappers',
    source: 'json',
    topicFilter: 'cap/{machineID}',
  })
  const { page, guard } = await visit({ product, as: 'staff' })
  guard.expectStatus(400, /\/tag-maps\//)
  await page.goto(`/telemetry/tag-maps/${map.id}`)
  const add = page.getByRole('button', { name: 'Add an entry' })
  await add.click()
  await add.click()
  await page.getByRole('button', { name: 'Save as new version' }).click()
  await page.getByText('Not saved.').waitFor()
  const entries = page.getByRole('list', { name: 'Entries' }).getByRole('listitem')
  await eventually(() => hasFocus(entries.first().getByRole('textbox', { name: 'Address' }))).toBe(true)
  await page.getByText('Try your own message').click()
  await page.getByRole('textbox', { name: 'Message' }).fill('{"torque":3}')
  await page.getByText('value: Address must not be empty.').waitFor()
  await page.getByRole('button', { name: 'Remove value', exact: true }).click()
  await eventually(() => hasFocus(page.getByRole('button', { name: 'Remove value2' }))).toBe(true)
  await page.keyboard.press('Enter')
  await eventually(() => hasFocus(add)).toBe(true)
})

test('The preview stays in sight and covers no entry, also where there is little room', { tags: ['long'] }, async ({
  visit,
}) => {
  const map = await new Records(product).create(tagMaps, {
    name: 'Sealers',
    source: 'json',
    topicFilter: 'seal/{machineID}',
    entries: Array.from({ length: 8 }, (_, place) =>
      tagMapEntrySchema.parse({ canonicalTag: `zone${place + 1}`, address: `zone${place + 1}`, role: 'other' }),
    ),
  })
  const { page } = await visit({ product, as: 'staff' })
  const addresses = page.getByRole('list', { name: 'Entries' }).getByRole('textbox', { name: 'Address' })
  const preview = page.getByRole('list', { name: 'Preview' })
  for (const size of [
    { width: 1440, height: 900 },
    { width: 900, height: 900 },
  ]) {
    await page.setViewportSize(size)
    await page.goto(`/telemetry/tag-maps/${map.id}`)
    await page.getByText('Try your own message').click()
    await page.getByRole('textbox', { name: 'Message' }).fill('{"zone1":1,"zone2":2,"zone3":3,"zone4":4}')
    await preview.getByText('4', { exact: true }).waitFor()
    const { top, bottom } = await preview.evaluate(
      (list) => list.parentElement?.getBoundingClientRect() ?? new DOMRect(),
    )
    expect([top > size.height / 2, bottom <= size.height]).toEqual([true, true])
    for (const address of await addresses.all()) {
      await address.focus()
      const isOnTop = await address.evaluate((input) => {
        const { x, y, width, height } = input.getBoundingClientRect()
        return document.elementFromPoint(x + width / 2, y + height / 2) === input
      })
      expect(isOnTop).toBe(true)
    }
  }
})

test('Of many entries some are drawn, more when asked for, and what is new or wrong in any case', {
  tags: ['long'],
}, async ({ visit }) => {
  const map = await new Records(product).create(tagMaps, {
    name: 'Many',
    source: 'opcua',
    entries: Array.from({ length: 250 }, (_, place) =>
      tagMapEntrySchema.parse({ canonicalTag: `tag${place + 1}`, address: `ns=2;s=tag${place + 1}`, role: 'other' }),
    ),
  })
  const { page, guard } = await visit({ product, as: 'staff' })
  guard.expectStatus(400, /\/tag-maps\//)
  await page.goto(`/telemetry/tag-maps/${map.id}`)
  const drawn = page.getByRole('list', { name: 'Entries' }).getByRole('listitem')
  await page.getByRole('group', { name: 'tag100', exact: true }).waitFor()
  expect(await drawn.count()).toBe(100)
  await page.getByRole('button', { name: 'Show more (150 not shown)' }).click()
  await page.getByRole('group', { name: 'tag200', exact: true }).waitFor()
  expect(await drawn.count()).toBe(200)
  await page.getByRole('button', { name: 'Add an entry' }).click()
  const added = drawn.last()
  await added.getByRole('textbox', { name: 'Address' }).fill('plc.t1')
  await added.getByRole('textbox', { name: 'Tag' }).fill('added')
  await page.getByRole('button', { name: 'Save as new version' }).click()
  await added.getByText('must be a node id such as ns=2;s=Line1.Speed').waitFor()
})

test('A dead letter is mapped and replayed on a phone, in 9 presses', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ product, as: 'staff', width: 390, height: 844 })
  const clicks = await countClicks(page.context())
  await send('line/3/M-5/telemetry', { speed: 35 })
  await page.goto('/telemetry/dead-letters')
  await page.getByRole('link', { name: /line\/3\/M-5\/telemetry/ }).click()
  const letter = drawerOf(page, 'Dead letter')
  await letter.getByText(/^No tag map in use reads this topic/).waitFor()
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  const opened = page.url()
  await letter.getByRole('textbox', { name: 'Name' }).fill('Line 3')
  await letter.getByRole('textbox', { name: 'Name' }).press('Enter')
  // The level that names the machine is guessed, and chosen by a press.
  const levels = page.getByRole('group', { name: 'Press the level of the topic that is the machine.' })
  expect(await levels.getByRole('button', { name: 'M-5' }).getAttribute('aria-pressed')).toBe('true')
  await levels.getByRole('button', { name: 'line', exact: true }).click()
  await page
    .getByRole('textbox', { name: 'Topics' })
    .and(page.locator('[value="{machineID}/3/M-5/telemetry"]'))
    .waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await eventually(() => page.getByRole('textbox', { name: 'Topics' }).inputValue()).toBe(
    'line/3/{machineID}/telemetry',
  )
  await page.getByRole('button', { name: /^Map speed\s?, 35$/ }).click()
  await rollOut(page, 2, 'Line 3')

  await page.goto(opened)
  await letter.getByRole('button', { name: 'Replay' }).click()
  await messageOf(page, 'Stored as a record').waitFor()
  await eventually(() => toldBy('M-5', 'cyclesPerMin')).toBe(35)
  // Open the letter, name and make the map, (a level and back,) the value, save, roll out twice, replay.
  expect(await clicks()).toBe(9)
  await letter.getByRole('button', { name: 'Discard' }).click()
  await questionOf(page, 'Discard this dead letter?').getByRole('button', { name: 'Cancel' }).click()
  await page.keyboard.press('Escape')
  await letter.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: /line\/3\/M-5\/telemetry/ }).waitFor({ state: 'hidden' })
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  await openList(page, '/telemetry/tag-maps', 'tag maps')
})

test('A set point that a map lets be written is written on a phone, and confirmed by its machine', {
  tags: ['long'],
}, async ({ visit }) => {
  const ID = 'VFFS-2214'
  const records = new Records(product)
  const [machine] = await records.find(machines, ID)
  const entry = { canonicalTag: 'setSpeed', address: 'set', role: 'other', unit: 'cycles/min', scale: 0.1 }
  const entries = [tagMapEntrySchema.parse(entry)]
  const draft = { name: 'Set points', source: 'json' as const, machineId: machine?.id ?? '', entries }
  const map = await records.create(tagMaps, draft)
  const { page } = await visit({ product, as: 'staff', width: 390, height: 844 })
  await page.goto(`/telemetry/tag-maps/${map.id}`)
  await page.getByRole('button', { name: 'Deadband, rollover, values, writing' }).click()
  const fields = page.getByRole('list', { name: 'Entries' }).getByRole('listitem').first()
  await fields.getByRole('combobox', { name: 'May be written' }).selectOption('Yes')
  await fields.getByRole('textbox', { name: 'Least value' }).fill('10')
  await fields.getByRole('textbox', { name: 'Greatest value' }).fill('60')
  await fields.getByRole('textbox', { name: 'Topic to write to' }).fill('packhouse/{machineID}/commands')
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  await page.getByRole('button', { name: 'Save as new version' }).click()
  await messageOf(page, 'Saved as version 2').waitFor()
  await page.getByRole('button', { name: 'Roll out version 2' }).click()
  await questionOf(page, 'Roll out version 2 of Set points?').getByRole('button', { name: 'Roll out' }).click()
  await messageOf(page, 'Version 2 is in use').waitFor()

  const device = await mqtt.connectAsync(`mqtt://127.0.0.1:${product.mqttPort}`, {
    username: sampleDeviceName,
    password: product.devicePassword,
  })
  const report = (set: number) => device.publishAsync(recordTopic(ID), JSON.stringify({ set }), { qos: 1 })
  try {
    await device.subscribeAsync(`packhouse/${ID}/commands`)
    await report(300)
    await page.goto(`/machines/${ID}`)
    await openMachineTab(page, 'Written values')
    const written = page.getByRole('region', { name: 'Written values', exact: true })
    await written.getByText('Nothing has been written yet.').waitFor()
    const opener = written.getByRole('button', { name: 'Write a value' })
    await opener.click()
    const dialog = page.getByRole('dialog', { name: `Write a value of ${ID}` })
    await dialog.getByText('30 cycles/min', { exact: true }).waitFor()
    const value = dialog.getByRole('textbox', { name: 'New value (cycles/min)' })
    await value.fill('61')
    await value.press('Enter')
    await eventually(() => value.getAttribute('aria-invalid')).toBe('true')
    expect(await violationsInBothThemes(page)).toEqual(nothing)
    await value.fill('42,5')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByText('Change setSpeed from 30 cycles/min to 42.5 cycles/min?').waitFor()
    await eventually(() => hasFocus(dialog.getByRole('button', { name: 'Back' }))).toBe(true)
    expect(await violationsInBothThemes(page)).toEqual(nothing)

    const arrived = new Promise<string>((resolve) => device.once('message', (_, payload) => resolve(`${payload}`)))
    await dialog.getByRole('button', { name: 'Write the value' }).click()
    expect(await arrived).toBe('425')
    await dialog.getByText(/^Sent\. Waiting/).waitFor()
    await report(425)
    await dialog.getByText('The machine has reported the new value.').waitFor()
    expect(await violationsInBothThemes(page)).toEqual(nothing)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await eventually(() => hasFocus(opener)).toBe(true)
    const row = written.getByRole('listitem').filter({ hasText: 'setSpeed' })
    await row.getByText('30 → 42.5 cycles/min').waitFor()
    await row.getByText('Confirmed', { exact: true }).waitFor()
    expect(await violationsInBothThemes(page)).toEqual(nothing)
  } finally {
    await device.endAsync(true)
  }
})

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const

test('A map is given one machine in the studio, and reads exactly a topic that names none', async ({ visit }) => {
  const ID = 'FLW-1204'
  const map = await new Records(product).create(tagMaps, {
    name: 'Hall three',
    source: 'json',
    topicFilter: 'hall/{machineID}/#',
  })
  const { page, guard } = await visit({ product, as: 'staff' })
  await page.goto(`/telemetry/tag-maps/${map.id}`)
  await page.getByText(/^Nothing received yet/).waitFor()
  await send('hall/line3/values', { t: 231 })
  const way = page.getByRole('group', { name: 'Machine of the messages' })
  await page.getByText('Press the level of the topic that is the machine.').waitFor()
  expect(await way.getByRole('radio', { name: 'Named by the topic' }).isChecked()).toBe(true)
  const machine = page.getByRole('combobox', { name: 'Machine of the messages' })
  expect(await machine.count()).toBe(0)

  await way.getByRole('radio', { name: 'Always one machine' }).press('Space')
  await machine.fill(ID)
  await page.getByRole('option', { name: new RegExp(`^${ID}`) }).click()
  // Which level of the topic is the machine is no question any more.
  await page.getByText('Press the level of the topic that is the machine.').waitFor({ state: 'hidden' })
  const exact = page.getByRole('button', { name: 'Read exactly this topic' })
  await exact.click()
  const topics = page.getByRole('textbox', { name: 'Topics' })
  expect(await topics.inputValue()).toBe('hall/line3/values')
  expect(await exact.isDisabled()).toBe(true)
  await page.getByRole('button', { name: /^Map t\s?, 231$/ }).click()
  const entry = page.getByRole('group', { name: 't', exact: true })
  await entry.getByRole('combobox', { name: 'Role' }).selectOption('temperature')
  await entry.getByRole('textbox', { name: 'Scale' }).fill('0.1')
  for (const size of sizes) {
    await page.setViewportSize(size)
    expect(await violationsInBothThemes(page)).toEqual(nothing)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width)
  }
  await page.setViewportSize(sizes[0])
  await page.getByRole('button', { name: 'Save as new version' }).click()
  await messageOf(page, 'Saved as version 2').waitFor()
  await page.getByRole('button', { name: 'Roll out version 2' }).click()
  const question = questionOf(page, 'Roll out version 2 of Hall three?')
  await question.getByText(new RegExp(ID)).waitFor()
  await question.getByRole('button', { name: 'Roll out' }).click()
  await messageOf(page, 'Version 2 is in use').waitFor()
  await send('hall/line3/values', { t: 245 })
  await eventually(() => toldBy(ID, 'temperature')).toBe(24.5)

  // A topic that names no machine needs the one of the map.
  guard.expectStatus(400, /\/tag-maps\//)
  await way.getByRole('radio', { name: 'Named by the topic' }).press('Space')
  await machine.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Save as new version' }).click()
  await eventually(() => topics.getAttribute('aria-invalid')).toBe('true')
  await page.getByRole('button', { name: 'Undo' }).click()
  await eventually(() => machine.inputValue()).toContain(ID)
})

test('Decimals and a normal range that staff set are on the page of the machine, with words and a sign for what lies outside', async ({
  visit,
}) => {
  const ID = 'CRT-1162'
  const records = new Records(product)
  await records.create(readingSettings, { tag: 'temperature', decimals: 1, normalLow: 18, normalHigh: 40 })
  const machineData = { 'Glue pressure (bar)': 4.126, 'Air pressure (bar)': 6.14 }
  const record = { machineState: 'Execute', temperature: 31.426, machineData } as const
  await publishRecords(product, { [ID]: record })
  const { page, guard } = await visit({ product, as: 'staff' })
  const main = page.getByRole('main')
  const row = page.getByRole('region', { name: 'All readings' }).getByRole('row').filter({ hasText: 'Glue pressure' })
  await page.goto(`/machines/${ID}`)
  await openMachineTab(page, 'Readings')
  await row.getByText('4.13 bar', { exact: true }).waitFor()
  expect(await row.getByText('ormal').count()).toBe(0)

  await page.getByRole('link', { name: 'Normal ranges and decimals' }).click()
  await page.getByRole('button', { name: 'New reading setting' }).click()
  const form = drawerOf(page, 'New reading setting')
  await form.getByRole('textbox', { name: 'Reading' }).fill('Glue pressure (bar)')
  await form.getByRole('textbox', { name: 'Decimals' }).fill('1')
  await form.getByRole('textbox', { name: 'Normal from' }).fill('3.6')
  await form.getByRole('textbox', { name: 'Normal up to' }).fill('3.2')
  guard.expectStatus(400, /\/reading-settings$/)
  await form.getByRole('button', { name: 'Create reading setting' }).click()
  await form.getByText('must be above the value that is normal from').first().waitFor()
  await form.getByRole('textbox', { name: 'Normal up to' }).fill('4')
  await form.getByRole('button', { name: 'Create reading setting' }).click()
  await eventually(() => openIdOf(page)).not.toBe('new')

  for (const size of sizes) {
    await page.setViewportSize(size)
    await publishRecords(product, { [ID]: record })
    await page.goto(`/machines/${ID}`)
    await eventually(() => textOf(valueBeside(main, 'Temp'))).toBe('31.4\n°C')
    await main.getByText('Normal 18 to 40', { exact: true }).waitFor()
    await openMachineTab(page, 'Readings')
    await row.getByText(/^4\.1 bar/).waitFor()
    await row.getByText('Above normal 4', { exact: true }).waitFor()
    expect(await row.locator('svg').count()).toBe(1)
    expect(await violationsInBothThemes(page)).toEqual(nothing)
    // What lies outside for the moment does not while the machine stands still.
    await publishRecords(product, { [ID]: { machineState: 'Stopped', temperature: 47, machineData } })
    await row.getByText('Normal 3.6 to 4', { exact: true }).waitFor()
    await publishRecords(product, { [ID]: { machineState: 'Execute', temperature: 47, machineData } })
    await main.getByText('Above normal 40', { exact: true }).waitFor()
  }
})
