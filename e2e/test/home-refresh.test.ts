import { machines, STALE_AFTER_SECONDS } from '@packhouse/contract'
import type { Page, Request, Response } from 'playwright-core'
import { expect } from 'vitest'
import { eventually } from '../src/eventually.ts'
import { recordRequests } from '../src/guard.ts'
import { publishRecords } from '../src/machine-publisher.ts'
import { cardOf, cardsOf, openOverview, secondsAgo, showCard, sparklineOf, valueBeside } from '../src/overview.ts'
import type { Records } from '../src/records.ts'
import { test } from '../src/test.ts'
import { textOf } from '../src/text.ts'

const LIST = /^\/v1\/ignition\/machines\/me$/
const DAY_SECONDS = 86_400
const BALTIC = ['FLW-1204', 'FLW-1205', 'CRT-1301', 'TRS-0310', 'CSP-0511', 'PAL-0302']

/** Moves the page's clock, which stands, second by second to the next request. @returns how many seconds that took */
async function secondsToNext(page: Page, requests: readonly Request[]): Promise<number> {
  const before = requests.length
  for (let seconds = 1; seconds <= 60; seconds++) {
    await page.clock.fastForward(1_000)
    // What the browser tells comes in order: a request of this second was told before the answer to this.
    await page.evaluate(() => undefined)
    const asked = requests[before]
    if (asked) {
      await settled(page, asked)
      return seconds
    }
  }
  throw new Error('Nothing was asked for within a minute.')
}

/** Stops the page's clock, at a time that a busy machine has not passed before it is said: then it could not. */
async function pauseSoon(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 20_000)
}

/** Waits until the page has the answer: then its next 30 seconds begin, and its clock must not run ahead of that. */
async function settled(page: Page, request: Request): Promise<void> {
  const response = await request.response()
  // Nobody reads the body of a 304, so that it never ends.
  if (response?.status() !== 304) await response?.finished()
  // Turns of the page's event loop, which its standing clock does not stop.
  for (let turn = 0; turn < 20; turn++) await page.evaluate(() => undefined)
}

test('The list is asked for every 30 seconds with includeHistory=true and hours=3', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page } = await visit({ as: 'other' })
  await page.clock.install()
  const requests = recordRequests(page, LIST)
  await openOverview(page)
  await settled(page, requests.at(-1) as Request)
  await pauseSoon(page)
  await page.evaluate(() => undefined)
  await settled(page, requests.at(-1) as Request)
  // What loads with the page may draw the list once more and begin its 30 seconds anew, so that the second time is the exact one.
  await secondsToNext(page, requests)
  const seconds = await secondsToNext(page, requests)
  // A request may be told in the second after the one in which it was made.
  expect(seconds).toBeGreaterThanOrEqual(29)
  expect(seconds).toBeLessThanOrEqual(31)
  const asked = requests.map((request) => new URL(request.url()).search)
  expect(new Set(asked)).toEqual(new Set(['?includeHistory=true&hours=3']))
})

test('A refresh names the ETag of the list it has, and is answered 304 when nothing has changed', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'other' })
  await page.clock.install()
  const answers: Response[] = []
  page.on('response', (response) => {
    if (LIST.test(new URL(response.url()).pathname)) answers.push(response)
  })
  await openOverview(page)
  await settled(page, (answers.at(-1) as Response).request())
  await pauseSoon(page)
  // A list changes with the minute at least, so the next refresh may meet a new one; on a busy machine the one after it too.
  for (let refreshes = 0; refreshes < 30 && answers.at(-1)?.status() !== 304; refreshes++) {
    await page.evaluate(() => undefined)
    const before = answers.length
    const last = answers.at(-1) as Response
    await settled(page, last.request())
    const known = await last.headerValue('etag')
    await page.clock.fastForward(31_000)
    await eventually(() => answers.length).toBeGreaterThan(before)
    expect(known).toMatch(/^"/)
    expect(await answers[before]?.request().headerValue('if-none-match')).toBe(known)
  }
  expect(answers.at(-1)?.status()).toBe(304)
  expect(await cardsOf(page).count()).toBe(BALTIC.length)
})

async function setStaleAfter(records: Records, machineID: string, staleAfterSeconds: number): Promise<void> {
  const found = await records.find(machines, machineID)
  const { id = '', rowVersion = 0 } = found.find((machine) => machine.machineID === machineID) ?? {}
  await records.update(machines, id, { rowVersion, staleAfterSeconds })
}

test('A published record moves its card without a reload, and no other card changes', async ({ visit, records }) => {
  const { page, product } = await visit({ as: 'other' })
  const readings = (temperature: number) => ({ machineState: 'Running' as const, cyclesPerMin: 20, temperature })
  // None goes offline meanwhile.
  for (const machineID of BALTIC) await setStaleAfter(records, machineID, DAY_SECONDS)
  await publishRecords(product, Object.fromEntries(BALTIC.map((machineID) => [machineID, readings(30)])))
  const streaming = page.waitForResponse((response) => response.url().endsWith('/machines/me/stream'))
  // The page's clock stands still: ages and the sparklines' windows move with time, and what is asked for is what records move.
  await page.clock.setFixedTime(new Date())
  const grid = await openOverview(page)
  await streaming
  for (const machineID of BALTIC) {
    await eventually(() => textOf(valueBeside(cardOf(page, machineID), 'Temp'))).toBe('30.00°C')
  }
  const requests = recordRequests(page, LIST)
  await page.evaluate(() => {
    const changed = new Set<string>()
    Object.assign(globalThis, { changed, neverReloaded: true })
    new MutationObserver((mutations) => {
      for (const { target } of mutations) {
        const element = target instanceof Element ? target : target.parentElement
        changed.add(element?.closest('article')?.querySelector('h2')?.textContent ?? 'the grid itself')
      }
    }).observe(document.querySelector('[aria-label="Machines"]') as Element, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    })
  })
  await publishRecords(product, { 'CRT-1301': { ...readings(31.5), cyclesPerMin: 28.6 } })
  const card = cardOf(page, 'CRT-1301')
  await eventually(() => textOf(valueBeside(card, 'Temp'))).toBe('31.50°C')
  expect(await textOf(valueBeside(card, 'Cycles/min'))).toBe('28.6')
  expect(await page.evaluate(() => [...(globalThis as unknown as { changed: Set<string> }).changed])).toEqual([
    'CRT-1301',
  ])
  expect(await page.evaluate(() => 'neverReloaded' in globalThis)).toBe(true)
  expect(requests).toHaveLength(0)
  expect(await grid.isVisible()).toBe(true)
  for (const machineID of BALTIC) await setStaleAfter(records, machineID, STALE_AFTER_SECONDS)
})

test('Records that a machine has kept while it was away fill the sparkline of the open page', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page, product } = await visit({ as: 'customer' })
  const streaming = page.waitForResponse((response) => response.url().endsWith('/machines/me/stream'))
  await openOverview(page)
  await streaming
  const sparkline = sparklineOf(await showCard(page, 'PAL-0225'))
  for (const [minutes, totalCycles] of [
    [100, 1000],
    [60, 1100],
    [20, 1300],
  ] as const) {
    await publishRecords(product, { 'PAL-0225': { totalCycles, lastSeen: secondsAgo(minutes * 60) } })
  }
  await eventually(() => sparkline.getAttribute('aria-label')).toMatch(/: 300 in total; per 5 minutes from \d+ to 200;/)
})

test('A machine that publishes for the first time turns from No live data to Running on the open page', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page, product } = await visit({ as: 'customer' })
  await openOverview(page)
  const card = await showCard(page, 'FLW-0933')
  await card.getByText('No live data', { exact: true }).waitFor()
  await publishRecords(product, { 'FLW-0933': { machineState: 'Running', cyclesPerMin: 33 } })
  await card.getByText('Running', { exact: true }).waitFor()
  await eventually(() => textOf(valueBeside(card, 'Cycles/min'))).toBe('33')
})

test('The filter follows a machine that comes alive', { tags: ['long'] }, async ({ visit }) => {
  const { page, product } = await visit({ as: 'customer' })
  await publishRecords(product, { 'VFFS-2214': { machineState: 'Running' } })
  await openOverview(page, '/?filter=running')
  expect(await cardOf(page, 'CSP-0457').count()).toBe(0)
  await publishRecords(product, { 'CSP-0457': { machineState: 'Running' } })
  await cardOf(page, 'CSP-0457').waitFor()
})
