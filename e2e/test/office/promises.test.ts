import { acceptanceTests, machines, promises } from '@packhouse/contract'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { arrivesAt } from '../../src/addresses.ts'
import { violationsInBothThemes } from '../../src/axe.ts'
import { eventually } from '../../src/eventually.ts'
import { publishSeries } from '../../src/machine-publisher.ts'
import { messageOf } from '../../src/record-list.ts'
import { Records } from '../../src/records.ts'
import { test } from '../../src/test.ts'

const PHONE = { width: 390, height: 844, touch: true }
const MACHINE = 'PAL-0219'
const DAY_MS = 24 * 3_600_000
const PAGE = `/machines/${MACHINE}/promises`

let own: Records
let machineId = ''

beforeAll(async () => {
  own = new Records(inject('quiet'))
  const found = (await own.find(machines, MACHINE)) as { id: string; machineID: string }[]
  machineId = found.find((one) => one.machineID === MACHINE)?.id ?? ''
})
afterAll(async () => {
  // What was made on the screen.
  for (const { id } of (await own.find(acceptanceTests, 'Peas, 450 g')) as { id: string }[])
    own.keep(acceptanceTests, id)
  for (const { id } of (await own.find(promises, 'pillow bag')) as { id: string }[]) own.keep(promises, id)
  await own.removeAll()
})

test('A promise is written down, tested beside the machine, and found again on the page of the machine', async ({
  visit,
}) => {
  const { page } = await visit({ as: 'staff' })
  await page.goto(PAGE)
  await page.getByText('No promise is written down for this machine yet.').waitFor()
  await page.getByRole('button', { name: 'Add a promise' }).click()
  const form = page.getByRole('form', { name: 'Add a promise' })
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Enter what was promised.').waitFor()
  await form.getByLabel('Promise').fill('Speed, pillow bag')
  await form.getByLabel('Figure').fill('42,5')
  await form.getByLabel('Unit').fill('cycles/min')
  await form.getByLabel('Tag of the condition').fill('filmThickness')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Enter the tag with its value or its limits, or none of them.').waitFor()
  await form.getByLabel('Tag at least').fill('48,5')
  await form.getByLabel('Conditions in words').fill('Two operators')
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  await form.getByRole('button', { name: 'Save' }).click()
  await messageOf(page, 'Promise added').waitFor()
  const row = page.getByRole('row', { name: /Speed, pillow bag/ })
  await row.getByText('Not measured').waitFor()
  expect(await row.getByRole('cell', { name: '42.5 cycles/min' }).count()).toBe(1)

  await page.getByText('filmThickness at least 48.5').waitFor()
  await page.getByText('Not checked: Two operators').waitFor()

  await page.getByRole('button', { name: 'Record a test' }).click()
  const protocol = page.getByRole('form', { name: 'Record a test' })
  await protocol.getByRole('button', { name: 'Save' }).click()
  await protocol.getByText('Enter what it was tested with.').waitFor()
  await protocol.getByLabel('Tested with').fill('Peas, 450 g')
  await protocol.getByRole('button', { name: 'Save' }).click()
  await protocol.getByText('Enter at least one measured value.').waitFor()
  await protocol.getByLabel('Speed, pillow bag, promised at least 42.5 cycles/min').fill('41')
  await protocol.getByRole('checkbox').check()
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  await protocol.getByRole('button', { name: 'Save' }).click()
  await messageOf(page, 'Acceptance test recorded').waitFor()
  await row.getByText('41 cycles/min').waitFor()
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })

  await page.getByRole('button', { name: 'Report as PDF' }).waitFor()

  await page.goto(`/machines/${MACHINE}`)
  const panel = page.getByRole('region', { name: 'Promise and actual' })
  await panel.getByText('42.5 cycles/min promised').waitFor()
  await panel.getByRole('link', { name: 'All about it' }).click()
  await arrivesAt(page, PAGE)
})

test('On a phone the page is as wide as the screen, and the chosen promise is in the address', {
  tags: ['long'],
}, async ({ visit }) => {
  for (const name of ['Changeover', 'Noise'])
    await own.create(promises, { machineId, name, kind: 'other', figure: 60, unit: 's', direction: 'atMost' })
  const { page } = await visit({ as: 'staff', ...PHONE })
  await page.goto(PAGE)
  await page.getByRole('link', { name: 'Noise' }).tap()
  await eventually(() => new URL(page.url()).searchParams.has('promise')).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  await page.getByRole('button', { name: 'Add a promise' }).tap()
  await page.getByRole('form', { name: 'Add a promise' }).getByLabel('Tag at most').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  await page.reload()
  await eventually(() => page.getByRole('link', { name: 'Noise' }).getAttribute('aria-current')).toBe('true')
})

test('Missed promises of the fleet are a page of service', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  await page.goto('/service/missed-promises')
  await page.getByText('No promise is missed').waitFor()
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
})

test('Missed rejects show where they come from, and are in the list of the fleet', async ({ visit }) => {
  const machineID = 'REJECTS-1'
  const machine = await own.create(machines, { machineID })
  const rejects = { name: 'Rejects', kind: 'rejectRate', direction: 'atMost', figure: 0.8, unit: '%' } as const
  const { id: promiseId } = await own.create(promises, { machineId: machine.id, ...rejects })
  await own.create(acceptanceTests, {
    ...{ machineId: machine.id, kind: 'factory', testedOn: '2023-09-08', product: 'Salmon', accepted: true },
    results: [{ promiseId, value: 1 }],
  })
  // Ten thousand cycles in three hours of the day before yesterday.
  const start = Math.floor(Date.now() / DAY_MS) * DAY_MS - 2 * DAY_MS
  const series = Array.from({ length: 181 }, (_, minute) => ({
    lastSeen: new Date(start + minute * 60_000).toISOString(),
    machineState: minute < 180 ? ('Execute' as const) : ('Stopped' as const),
    totalCycles: Math.round((10_000 * minute) / 180),
    totalRejects: Math.round((150 * minute) / 180),
  }))
  await publishSeries(inject('quiet'), machineID, series)

  const { page } = await visit({ as: 'staff' })
  await page.goto(`/machines/${machineID}/promises`)
  const gap = page.getByRole('region', { name: 'Where 0.7 % come from' })
  await gap.getByText('Live 1.5 less promised 0.8').waitFor()
  expect(await gap.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^More at the factory than promised.*\+0\.2$/s),
    expect.stringMatching(/^Not explained.*\+0\.5$/s),
  ])
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  await page.goto('/service/missed-promises')
  await page.getByRole('listitem').filter({ hasText: machineID }).getByText('1.5 / 0.8 %').waitFor()
})
