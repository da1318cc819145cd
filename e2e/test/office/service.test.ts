import { machines, type PackmlState, servicePlans } from '@packhouse/contract'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { violations, violationsInBothThemes } from '../../src/axe.ts'
import { eventually } from '../../src/eventually.ts'
import { hasFocus } from '../../src/focus.ts'
import { holdAnswers } from '../../src/hold-answers.ts'
import { publishSeries } from '../../src/machine-publisher.ts'
import { openMachineTab } from '../../src/machine-tab.ts'
import { type Product, startProduct } from '../../src/product.ts'
import { listsNames, messageOf, openList } from '../../src/record-list.ts'
import { Records } from '../../src/records.ts'
import { test } from '../../src/test.ts'

const ID = 'VFFS-2214'
/** Stood yesterday: what the other one did two hours ago is of yesterday too, shortly after midnight. */
const YESTERDAYS = 'VFFS-2215'
const MINUTE = 60_000
const PHONE = { width: 390, height: 844 }

let product: Product

/** Two hours until five minutes ago: it runs, stands still for twenty minutes and for ten, and runs again. */
beforeAll(async () => {
  product = await startProduct({ environment: { SIMULATOR: 'off' } })
  // Yesterday by the clock of the site: a fault of 25 minutes and, after it, a stop of five.
  const noon = Date.parse(`${wallInOslo(Date.now()).slice(0, 10)}T12:00:00Z`) - 24 * 60 * MINUTE
  const yesterday = Array.from({ length: 61 }, (_, minute) => ({
    lastSeen: new Date(noon + minute * MINUTE).toISOString(),
    totalCycles: minute * 20,
    machineState: (minute >= 10 && minute < 35
      ? 'Aborted'
      : minute >= 45 && minute < 50
        ? 'Stopped'
        : 'Execute') as PackmlState,
  }))
  await publishSeries(product, YESTERDAYS, yesterday)
  const end = Math.floor(Date.now() / MINUTE) * MINUTE - 5 * MINUTE
  const stateAt = (minute: number): PackmlState => {
    if (minute >= 30 && minute < 50) return 'Aborted'
    return minute >= 80 && minute < 90 ? 'Stopped' : 'Execute'
  }
  const series = Array.from({ length: 121 }, (_, minute) => ({
    lastSeen: new Date(end - (120 - minute) * MINUTE).toISOString(),
    totalCycles: minute * 20,
    totalRejects: minute,
    machineState: stateAt(minute),
  }))
  await publishSeries(product, ID, series)
})
afterAll(async () => void (await product?.stop()))

const wallInOslo = (at: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Oslo', dateStyle: 'short', timeStyle: 'short' })
    .format(at)
    .replace(' ', 'T')
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('A person beside the machine says why it stood still, splits a stop, and sees the OEE follow', async ({
  visit,
}) => {
  const { page } = await visit({ as: 'customer', product, ...PHONE })
  await page.goto(`/machines/${ID}?hours=3`)
  const stops = panel(page, 'Stops')
  await stops.getByText('2 without a reason').waitFor()
  await stops.getByRole('checkbox', { name: /20 min/ }).check()
  await stops.getByRole('textbox', { name: /^Note/ }).fill('Jaw was worn')
  await stops.getByRole('button', { name: 'Mechanical' }).click()
  await stops.getByText('Fault of the machine · Mechanical').waitFor()
  await stops.getByText('Jaw was worn').waitFor()
  await stops.getByText('1 without a reason').waitFor()

  await stops.getByRole('checkbox', { name: /20 min/ }).check()
  const time = stops.getByLabel('Or split it at')
  const middle = await time.inputValue()
  await time.fill('')
  await stops.getByRole('button', { name: 'Split' }).click()
  await stops.getByText(/^Enter a time between /).waitFor()
  await time.fill(middle)
  // The OEE of the new parts takes long: whoever goes on at once keeps what they select.
  const answering = await holdAnswers(page, /\/oee\?/)
  await stops.getByRole('button', { name: 'Split' }).click()
  await stops.getByText('2 without a reason').waitFor()
  // Both that have none, with the keyboard.
  for (const box of await stops.getByRole('checkbox', { name: /No reason yet/ }).all()) {
    await box.focus()
    await page.keyboard.press('Space')
  }
  await stops.getByText('2 stops selected').waitFor()
  await answering()
  await stops.getByText('2 stops selected').waitFor()
  await page.keyboard.press('Escape')
  await stops.getByText('2 stops selected').waitFor({ state: 'detached' })
  await stops.getByRole('textbox', { name: /^Note/ }).waitFor({ state: 'detached' })
  for (const box of await stops.getByRole('checkbox', { name: /No reason yet/ }).all()) await box.check()
  await stops.getByRole('button', { name: 'Cleaning', exact: true }).focus()
  await page.keyboard.press('Enter')
  await stops.getByText('all have a reason').waitFor()
  const planned = panel(page, 'OEE').getByRole('row', { name: /^Planned/ })
  await planned.getByText('20 min', { exact: true }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  await stops.getByRole('checkbox').first().check()
  expect(await violations(page)).toEqual([])
})

test('Why the machine stood yesterday is read, and the longest stop given a reason, in three clicks', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'customer', product })
  await page.goto(`/machines/${YESTERDAYS}`)
  let clicks = 0
  const click = async (target: Locator) => {
    await target.click()
    clicks += 1
  }
  await click(page.getByRole('button', { name: 'Previous day' }))
  const stops = panel(page, 'Stops')
  const boxes = stops.getByRole('checkbox')
  // The longest is the first, and one Tab stop leads into the list.
  await stops.getByRole('checkbox', { name: /^25 min from .+, No reason yet$/ }).waitFor()
  const named = async () => await Promise.all((await boxes.all()).map((box) => box.getAttribute('aria-label')))
  expect((await named()).map((name) => name?.split(' from ')[0])).toEqual(['25 min', '5 min'])
  await click(stops.getByRole('row', { name: /25 min/ }))
  await click(stops.getByRole('button', { name: 'Mechanical' }))
  await stops.getByRole('row', { name: /25 min .*Fault of the machine · Mechanical/ }).waitFor()
  expect(clicks).toBe(3)

  expect(await boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).tabIndex))).toEqual([0, -1])
  const heads = stops.locator('thead button')
  expect(await heads.evaluateAll((all) => all.map((head) => (head as HTMLElement).tabIndex))).toEqual([-1, -1])
  await boxes.first().focus()
  await page.keyboard.press('ArrowUp')
  await eventually(() => hasFocus(heads.first())).toBe(true)
  await page.keyboard.press('ArrowDown')
  await eventually(() => hasFocus(boxes.first())).toBe(true)
  await page.keyboard.press('ArrowDown')
  await eventually(() => hasFocus(boxes.nth(1))).toBe(true)
  await eventually(() => boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).tabIndex))).toEqual([
    -1, 0,
  ])
  await stops.getByRole('button', { name: 'Time' }).click()
  await eventually(async () => (await named())[0]?.split(' from ')[0]).toBe('5 min')
  expect(await stops.getByRole('columnheader', { name: 'Time' }).getAttribute('aria-sort')).toBe('descending')
  await page.getByLabel('Compare with').selectOption('previous')
  await panel(page, 'OEE').getByText('compared with previous period').waitFor()
})

test('Staff plan a service and record it where the machine is shown', async ({ visit }) => {
  const { page } = await visit({ as: 'staff', product, timeZone: 'America/Chicago' })
  const records = new Records(product)
  const [machine] = await records.find(machines, ID)
  // A plan counts from then on where a machine was put into operation, and otherwise from now.
  await records.update(machines, machine?.id ?? '', { commissionedAt: null, rowVersion: machine?.rowVersion ?? 0 })
  await records.create(servicePlans, {
    machineId: machine?.id ?? '',
    name: 'Sealing jaws',
    trigger: 'calendar',
    interval: 30,
    leadDays: 40,
  })
  await page.goto(`/machines/${ID}?hours=3`)
  const service = panel(page, 'Service')
  await service.getByText('30 days left').waitFor()
  await service.getByText('Due soon').waitFor()
  await service.getByRole('button', { name: 'Record service' }).click()
  await service.getByRole('button', { name: 'Save' }).click()
  await service.getByText('Enter what was done.').waitFor()
  const what = service.getByRole('textbox', { name: 'Work done' })
  await eventually(() => hasFocus(what)).toBe(true)
  await what.fill('New jaws')
  // By the clock of the site, wherever the person is.
  const when = service.getByLabel('When (Europe/Oslo)')
  const now = await when.inputValue()
  expect([0, 1].map((minutes) => wallInOslo(Date.now() - minutes * MINUTE))).toContain(now)
  await when.fill('')
  await service.getByRole('button', { name: 'Save' }).click()
  await service.getByText('Enter the day and the time.').waitFor()
  await when.fill('2100-01-01T08:00')
  await service.getByRole('button', { name: 'Save' }).click()
  await service.getByText('This time is in the future.').waitFor()
  expect(await what.inputValue()).toBe('New jaws')
  await when.fill(now)
  await service.getByRole('button', { name: 'Save' }).click()
  await messageOf(page, 'Service recorded').waitFor()
  await service.getByRole('list', { name: 'Work done' }).getByText('New jaws', { exact: true }).waitFor()
  await openMachineTab(page, 'Files')
  await panel(page, 'Files').getByText('No files yet').waitFor()
  await panel(page, 'Stops').getByRole('checkbox').first().check()
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
})

test('Stops show the time of the site, wherever their reader is', { tags: ['long'] }, async ({ visit }) => {
  const there = await visit({ as: 'customer', product })
  const here = await visit({ as: 'customer', product, timeZone: 'America/Chicago' })
  const times = await Promise.all(
    [there, here].map(async ({ page }) => {
      await page.goto(`/machines/${ID}?hours=3`)
      await page.getByText(/· Times in Europe\/Oslo$/).waitFor()
      const stops = panel(page, 'Stops')
      await stops.getByRole('checkbox').first().check()
      return [await stops.getByRole('row').allInnerTexts(), await stops.getByLabel('Or split it at').inputValue()]
    }),
  )
  expect(times[1]).toEqual(times[0])
})

test('Plans stand in the drawer of a machine, and reasons in the reference data', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page } = await visit({ as: 'staff', product })
  const grid = await openList(page, '/installed-machines', 'installed machines')
  await page.getByRole('searchbox').fill(ID)
  await listsNames(grid, [ID])
  await grid.getByText(ID, { exact: true }).click()
  await page.getByRole('tab', { name: /^Service plans/ }).click()
  await page.getByText('Sealing jaws').waitFor()
  const reasons = await openList(page, '/reference/downtime-reasons', 'downtime reasons')
  await page.getByRole('searchbox').fill('FAULT-MECH')
  await listsNames(reasons, ['Mechanical'])
})
