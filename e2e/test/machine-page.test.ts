import type { RecordPayload } from '@packhouse/contract'
import { beforeAll, expect, inject } from 'vitest'
import { addressOf, arrivesAt } from '../src/addresses.ts'
import { violationsInBothThemes } from '../src/axe.ts'
import { eventually } from '../src/eventually.ts'
import { hasFocus } from '../src/focus.ts'
import { recordRequests } from '../src/guard.ts'
import { publishRecords, publishSeries } from '../src/machine-publisher.ts'
import { openMachineTab } from '../src/machine-tab.ts'
import { secondsAgo, valueBeside } from '../src/overview.ts'
import { test } from '../src/test.ts'
import { textOf } from '../src/text.ts'

const HISTORY = /^\/v1\/ignition\/machines\/[^/]+\/history$/
/** A machine of which only this file publishes anything. */
const MACHINE = 'CRT-1162'

/** Five hours ago a recipe for ten minutes, five minutes of silence, and another recipe for ten minutes. */
const recipesFrom = Date.now() - 5 * 3_600_000
const recipes = Array.from(
  { length: 20 },
  (_, place): RecordPayload => ({
    lastSeen: new Date(recipesFrom + (place < 10 ? place : place + 5) * 60_000).toISOString(),
    machineData: place < 10 ? { Recipe: 'R-118', 'Gas mix': 'CO2/N2 40/60' } : { Recipe: 'R-119' },
  }),
)

const NEWEST: RecordPayload = {
  machineState: 'Running',
  totalCycles: 2345,
  cyclesPerMin: 28.4,
  temperature: 31.4,
  humidity: 41.5,
  latitude: 56.15,
  longitude: 10.2,
  machineData: { Recipe: 'R-120', 'Guards closed': true, 'Seal temperature (°C)': 148.25 },
}

beforeAll(async () => {
  const product = inject('quiet')
  await publishSeries(product, MACHINE, recipes)
  for (const [minutes, totalCycles, machineState] of [
    [170, 1000, 'Running'],
    [110, 1600, 'Running'],
    [60, 1600, 'Stopped'],
    [20, 2200, 'Running'],
  ] as const) {
    await publishRecords(product, { [MACHINE]: { lastSeen: secondsAgo(minutes * 60), totalCycles, machineState } })
  }
  await publishRecords(product, { [MACHINE]: NEWEST })
})

test('The machine page shows its newest values', async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await page.goto(`/machines/${MACHINE}`)
  await page.getByRole('heading', { level: 1, name: MACHINE, exact: true }).waitFor()
  await page.getByText('Top-load cartoner, three pick heads · Aarhus, Denmark · Hall C').waitFor()
  const main = page.getByRole('main')
  await main.getByText('Running', { exact: true }).first().waitFor()
  const value = (term: string) => textOf(valueBeside(main, term))
  expect(await value('Cycles/min')).toBe('28.4')
  expect(await value('Total cycles')).toBe('2,345')
  expect(await value('Temp')).toBe('31.40\n°C')
  expect(await value('Humidity')).toBe('41.5\n%')
  expect(await value('State')).toBe('Running')
  expect(await value('Updated')).toBe('Just now')
  await openMachineTab(page, 'Details')
  // It was commissioned a few weeks ago.
  expect(await value('Last Service')).toBe('–')
  expect(await value('Position')).toBe('56.15° N, 10.2° E')
  expect(await page.title()).toBe(`${MACHINE} · Packhouse`)
})

test('The readings a machine names itself are listed', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await page.goto(`/machines/${MACHINE}`)
  const rows = page.getByRole('region', { name: 'Readings' }).getByRole('row')
  await rows.nth(3).waitFor()
  expect((await rows.allInnerTexts()).map((row) => row.split(/\s*\t\s*/))).toEqual([
    ['Name', 'Value'],
    ['Guards closed', 'Yes'],
    ['Recipe', 'R-120'],
    ['Seal temperature (°C)', '148.25 °C'],
  ])
})

test('A published record moves the values without a reload', async ({ visit }) => {
  const { page, product } = await visit({ as: 'customer' })
  const streaming = page.waitForResponse((response) => response.url().endsWith('/machines/me/stream'))
  await page.goto(`/machines/${MACHINE}`)
  const main = page.getByRole('main')
  await valueBeside(main, 'Cycles/min').waitFor()
  await streaming
  const requests = recordRequests(page, /^\/v1\/ignition\/machines\/CRT-1162$/)
  await publishRecords(product, { [MACHINE]: { machineState: 'Idle', totalCycles: 2346, cyclesPerMin: 0 } })
  await eventually(() => textOf(valueBeside(main, 'State'))).toBe('Idle')
  expect(await textOf(valueBeside(main, 'Total cycles'))).toBe('2,346')
  expect(await textOf(valueBeside(main, 'Cycles/min'))).toBe('0')
  expect(requests).toHaveLength(0)
})

test('The cycle counts of the window are a chart that is read by keyboard and told in words', async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await page.goto(`/machines/${MACHINE}`)
  const panel = page.getByRole('region', { name: 'Cycle count' })
  await panel.getByText(/^Cycles, last 6 hours: 1,34\d in total; /).waitFor({ state: 'attached' })
  const chart = panel.getByRole('slider', { name: 'Cycle counts, bar by bar' })
  await chart.focus()
  await page.keyboard.press('Home')
  const words = () => chart.getAttribute('aria-valuetext')
  await eventually(words).toMatch(/^No readings, \d{2}:\d{2} to \d{2}:\d{2}$/)
  const first = await words()
  await page.keyboard.press('End')
  await eventually(words).not.toBe(first)
})

test('The state history names every state, and its minutes add up to the window', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page } = await visit({ as: 'customer' })
  await page.goto(`/machines/${MACHINE}?hours=3`)
  const panel = page.getByRole('region', { name: 'State timeline' })
  const summary = panel.getByText(/^Machine states, last 3 hours: /)
  await summary.waitFor({ state: 'attached' })
  const words = (await summary.textContent()) ?? ''
  const minutes = [...words.matchAll(/(Running|Idle|Stopped|Faulted|Unknown) (\d+) minutes?/g)]
  expect(minutes.map(([, state]) => state)).toEqual(['Running', 'Idle', 'Stopped', 'Faulted', 'Unknown'])
  const sum = minutes.reduce((total, [, , count]) => total + Number(count), 0)
  const printed = await textOf(panel.getByText(/^Every minute counts in exactly one state/))
  expect(printed).toContain(`${sum} minutes`)
})

test('Recipes over time are a band above the timeline: seen without a click, read by keyboard, and another text is one choice away', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  const [from, to] = [-5, 30].map((minutes) => new Date(recipesFrom + minutes * 60_000).toISOString())
  await page.goto(`/machines/${MACHINE}?from=${from}&to=${to}`)
  const band = page.getByRole('slider', { name: 'Recipe, change by change' })
  await band.getByText('R-118', { exact: true }).waitFor()
  await band.getByText('R-119', { exact: true }).waitFor()
  await band.focus()
  const read: (string | null)[] = []
  for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight']) {
    await page.keyboard.press(key)
    read.push((await band.getAttribute('aria-valuetext'))?.split(',')[0] ?? null)
  }
  expect(read).toEqual(['Unknown · 5 min', 'R-118 · 10 min', 'Unknown · 5 min', 'R-119 · 10 min', 'Unknown · 5 min'])
  await page.keyboard.press('ArrowLeft')
  const readout = page.locator('[data-readout]')
  await readout.getByText('R-119 · 10 min', { exact: true }).waitFor()
  await readout.getByText('Recipe', { exact: true }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })

  await page.goto(`/machines/${MACHINE}?from=${from}&to=${to}&text=Gas+mix`)
  const mixes = page.getByRole('slider', { name: 'Gas mix, change by change' })
  // It was reported before the silence alone, and holds behind it, too.
  await mixes.getByText('CO2/N2 40/60', { exact: true }).nth(1).waitFor()
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  await page.getByRole('combobox', { name: 'Reading shown over time' }).selectOption('Recipe')
  await band.getByText('R-119', { exact: true }).waitFor()
  await eventually(() => new URL(page.url()).searchParams.get('text')).toBe('Recipe')
})

test('The window of the charts can be chosen and is kept in the address', async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  const requests = recordRequests(page, HISTORY)
  await page.goto(`/machines/${MACHINE}`)
  await page.getByRole('region', { name: 'Cycle count' }).getByRole('slider').waitFor()
  const tags = () => requests.map((request) => new URL(request.url()).searchParams.get('tag'))
  expect([...new Set(tags())].sort()).toEqual(['CycleCount', 'humidity', 'temperature'])
  await page.getByRole('button', { name: 'Time range: Last 6 hours' }).click()
  await page.getByRole('button', { name: 'Last 24 hours' }).click()
  await arrivesAt(page, `/machines/${MACHINE}?hours=24`)
  await page.getByText(/^Cycles, last 24 hours/).waitFor({ state: 'attached' })
})

test('A drag zooms all charts, two clicks zoom out, and days, readings and a comparison stand in the link', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await page.goto(`/machines/${MACHINE}`)
  const bar = page.getByRole('region', { name: 'Chart time range' })
  await bar.getByText('Times in Europe/Copenhagen').waitFor()
  const chart = page.getByRole('slider', { name: 'Cycle counts, bar by bar' })
  await chart.scrollIntoViewIfNeeded()
  const box = await chart.boundingBox()
  const { x, y, width } = box ?? { x: 0, y: 0, width: 0 }
  await page.mouse.move(x + width * 0.5, y + 80)
  await page.mouse.down()
  await page.mouse.move(x + width * 0.75, y + 80, { steps: 4 })
  await page.mouse.up()
  await eventually(() => new URL(page.url()).searchParams.has('from')).toBe(true)
  const { searchParams } = new URL(page.url())
  const length = Date.parse(searchParams.get('to') ?? '') - Date.parse(searchParams.get('from') ?? '')
  expect(Math.round(length / 60_000)).toBe(90)
  await page.getByText(/^Machine states, .+ to .+: /).waitFor({ state: 'attached' })
  // Back undoes the zoom, and forward is there again.
  await page.goBack()
  await arrivesAt(page, `/machines/${MACHINE}`)
  await page.goForward()
  await eventually(() => new URL(page.url()).searchParams.has('from')).toBe(true)
  await chart.dblclick()
  await arrivesAt(page, `/machines/${MACHINE}`)

  await bar.getByRole('button', { name: 'Previous day' }).click()
  const stepper = bar.getByRole('button', { name: /^Time range: / })
  expect(await stepper.textContent()).toBe('Yesterday')
  // The tiles are of now all the same, and say so.
  const heading = (name: string) => page.getByRole('heading', { level: 2, name, exact: true })
  await heading('Now').waitFor()
  await heading('Yesterday').waitFor()
  await bar.getByRole('button', { name: 'Next day' }).click()
  await eventually(() => stepper.textContent()).toBe('Today')
  await eventually(() => heading('Now').count()).toBe(0)
  await eventually(() => bar.getByRole('button', { name: 'Next day' }).isDisabled()).toBe(true)
  await stepper.click()
  await bar.getByLabel('Day', { exact: true }).fill('2026-03-29')
  await page.keyboard.press('Enter')
  await page.getByText('Every minute counts in exactly one state · 1,380 minutes').waitFor()
  await bar.getByRole('button', { name: 'Next day' }).click()
  await arrivesAt(page, `/machines/${MACHINE}?day=2026-03-30`)
  await page.getByLabel('Add a chart').selectOption('Seal temperature (°C)')
  await page.getByRole('slider', { name: 'Seal temperature (°C), point by point' }).waitFor()
  await bar.getByLabel('Compare with').selectOption('previous')
  await page.getByText(/ Compared: Running 0 minutes, /).waitFor({ state: 'attached' })
  await eventually(() => new URL(page.url()).searchParams.get('compare')).toBe('previous')
  const address = new URL(page.url())
  await page.goto(address.href)
  await page.getByRole('slider', { name: 'Seal temperature (°C), point by point' }).waitFor()
  expect(await stepper.textContent()).toBe('Mon 30 Mar')
  expect(await bar.getByLabel('Compare with').inputValue()).toBe('previous')
})

test('A moment is read in every chart at once, the hours of the week are read by keyboard, and the test tells in words', {
  tags: ['long'],
}, async ({ visit }) => {
  // However long the tests before took, it is heard of.
  await publishRecords(inject('quiet'), { [MACHINE]: { ...NEWEST, totalCycles: 2346 } })
  const { page } = await visit({ as: 'customer' })
  await page.goto(`/machines/${MACHINE}`)
  const states = page.getByRole('slider', { name: 'State timeline, change by change' })
  await page.getByRole('slider', { name: 'Temperature, point by point' }).waitFor()
  await states.focus()
  await page.keyboard.press('End')
  await eventually(() => page.locator('.border-dashed.border-l').count()).toBe(5)
  // One box has what all of them show, in its unit.
  const box = page.locator('[data-readout]')
  expect(await box.count()).toBe(1)
  const names = ['Recipe', 'State', 'Cycle count', 'Temperature', 'Humidity']
  await eventually(() => box.locator('dt').allInnerTexts()).toEqual(names)
  expect((await box.locator('dd:nth-of-type(1)').allInnerTexts()).slice(3)).toEqual(['31.40 °C', '41.5 %'])
  const table = page.getByRole('table', { name: /^Cycles in each hour of the last 7 days/ })
  const cell = table.locator('td[tabindex="0"]')
  await cell.focus()
  await page.keyboard.press('Home')
  await page.getByText(/, 00:00: (no readings|\d+ cycles?, running \d+ min)$/).waitFor()
  await openMachineTab(page, 'QR code')
  await page.getByRole('img', { name: `QR code that opens the page of ${MACHINE}` }).waitFor()
  const test = page.getByRole('button', { name: 'Test data' })
  await test.click()
  await page.getByText('The machine is registered for its customer.').waitFor()
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  await page.getByRole('button', { name: 'Test again' }).press('Escape')
  await eventually(() => hasFocus(test)).toBe(true)
})

test('On a phone a tap reads, and the timeline scrolls without being read', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'customer', width: 390, height: 844, touch: true })
  await page.goto(`/machines/${MACHINE}`)
  const timeline = page.getByRole('slider', { name: 'State timeline, change by change' })
  const scroller = page.locator('[data-scrolls]')
  await timeline.scrollIntoViewIfNeeded()
  expect(await scroller.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeGreaterThan(200)
  // What is cut fades at that edge, and at no other.
  await eventually(() => scroller.getAttribute('data-more')).toBe('right')
  const isFaded = () => scroller.evaluate((element) => getComputedStyle(element).maskImage !== 'none')
  expect(await isFaded()).toBe(true)
  const { x, y, height } = (await scroller.boundingBox()) ?? { x: 0, y: 0, height: 0 }
  const readout = page.locator('[data-readout]')
  const touch = await page.context().newCDPSession(page)
  const put = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + at, y: y + height / 3 }],
    })
  await put('touchStart', 180)
  // It ends at rest, or the timeline would glide on while the finger taps.
  for (const at of [170, 150, 120, 80, 60, 50, 45, 42, 40, 40, 40, 40]) await put('touchMove', at)
  await put('touchEnd', 40)
  await eventually(() => scroller.evaluate((element) => element.scrollLeft > 0)).toBe(true)
  expect(await readout.count()).toBe(0)
  expect(new URL(page.url()).search).toBe('')
  const places: number[] = []
  await eventually(async () => {
    places.push(await scroller.evaluate((element) => element.scrollLeft))
    return places.length > 3 && places.at(-1) === places.at(-4)
  }).toBe(true)
  await page.touchscreen.tap(x + 60, y + height / 3)
  await readout.getByText('State', { exact: true }).waitFor()
  expect(await scroller.getAttribute('data-more')).toBe('left right')
  await scroller.evaluate((element) => element.scrollTo({ left: element.scrollWidth, behavior: 'instant' }))
  await eventually(() => scroller.getAttribute('data-more')).toBe('left')
  await page.setViewportSize({ width: 1280, height: 800 })
  await eventually(isFaded).toBe(false)
})

test('A day is typed without a stop at the years that its figures pass through', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page } = await visit({ as: 'customer' })
  await page.goto(`/machines/${MACHINE}`)
  const requests = recordRequests(page, /\/states$/)
  await page.getByRole('button', { name: /^Time range: / }).click()
  const day = page.getByLabel('Day', { exact: true })
  await day.focus()
  await page.keyboard.type('01012026')
  await eventually(() => new URL(page.url()).searchParams.get('day')).toBe('2026-01-01')
  await page.getByText('Thu 1 Jan, 00:00 to Fri 2 Jan, 00:00', { exact: true }).waitFor()
  expect(requests.filter((request) => !request.url().includes('from=20'))).toEqual([])
})

test('The breadcrumb leads back to the overview', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await page.goto(`/machines/${MACHINE}`)
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Machine Overview' }).click()
  await page.getByRole('heading', { name: 'Machine Overview' }).waitFor()
  expect(addressOf(page)).toBe('/')
})

test('A machine that has never published has dashes and no readings, and nothing breaks', async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await page.goto('/machines/FLW-0904')
  const main = page.getByRole('main')
  await main.getByText('No live data', { exact: true }).waitFor()
  for (const term of ['Cycles/min', 'Total cycles', 'Temp', 'Humidity', 'State', 'Last seen']) {
    expect([term, await textOf(valueBeside(main, term))]).toEqual([term, '–'])
  }
  await main.getByText('This machine sends no readings of its own.').waitFor()
})

test('Charts are drawn in a browser whose language has no name, as on panels in the locale POSIX', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await page.addInitScript(() => {
    const languages = { language: 'en-US@posix', languages: ['en-US@posix'] }
    for (const [name, value] of Object.entries(languages)) {
      Object.defineProperty(Navigator.prototype, name, { get: () => value, configurable: true })
    }
  })
  await page.goto(`/machines/${MACHINE}`)
  await page.locator('.u-over').first().waitFor()
  expect(await page.getByText('This browser could not draw the chart').count()).toBe(0)
})
