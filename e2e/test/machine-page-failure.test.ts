import type { Page } from 'playwright-core'
import { beforeAll, expect, inject } from 'vitest'
import { arrivesAt } from '../src/addresses.ts'
import { publishRecords } from '../src/machine-publisher.ts'
import { valueBeside } from '../src/overview.ts'
import { test } from '../src/test.ts'
import { textOf } from '../src/text.ts'

const MACHINE = 'PAL-0219'
const ONE = /^\/v1\/ignition\/machines\/[^/]+$/
const HISTORY = /^\/v1\/ignition\/machines\/[^/]+\/(history|states)$/

beforeAll(async () => {
  await publishRecords(inject('quiet'), { [MACHINE]: { machineState: 'Running', totalCycles: 10, cyclesPerMin: 12 } })
})

test.for([
  ['unknown', 'NOPE-0001'],
  ["another customer's", 'FLW-1204'],
])('A machine that is %s is not found', async ([, machineID], { visit }) => {
  const { page, guard } = await visit({ as: 'customer' })
  // The machine and its histories are asked for at once; what is no longer wanted after the first answer is given up.
  guard.expectStatus(404, /^\/v1\/ignition\/machines\//)
  await page.goto(`/machines/${machineID}`)
  await page.getByRole('heading', { level: 1, name: 'Machine not found.' }).waitFor()
  await page.getByText(`None of your machines is called ${machineID}.`).waitFor()
  await page.getByRole('link', { name: 'Back to Machine Overview' }).click()
  await arrivesAt(page, '/')
})

test('A machineID with strange characters is not found either', { tags: ['long'] }, async ({ visit }) => {
  const { page, guard } = await visit({ as: 'customer' })
  guard.expectStatus(404, /^\/v1\/ignition\/machines\//)
  await page.goto(`/machines/${encodeURIComponent('<b>#?%/é')}`)
  await page.getByRole('heading', { level: 1, name: 'Machine not found.' }).waitFor()
})

/** Refuses the calls of an address for good, so that nobody tries again by itself. */
async function refuse(page: Page, wanted: (url: URL) => boolean): Promise<void> {
  await page.route(wanted, (route) =>
    route.fulfill({ status: 400, contentType: 'application/problem+json', json: { status: 400, title: 'Refused.' } }),
  )
}

test.for([
  ['/states?', 'The state timeline', 'State timeline', 'Cycle count'],
  ['/history?tag=CycleCount', 'The cycle counts', 'Cycle count', 'State timeline'],
] as const)(
  'The panel of %s fails alone and can be asked again',
  { tags: ['long'] },
  async ([call, what, failed, spared], { visit }) => {
    const { page, guard } = await visit({ as: 'customer' })
    guard.expectStatus(400, HISTORY)
    const isRefused = (url: URL) => url.href.includes(`/machines/${MACHINE}${call}`)
    await refuse(page, isRefused)
    await page.goto(`/machines/${MACHINE}`)
    const panel = page.getByRole('region', { name: failed })
    await panel.getByText(`${what} could not be loaded. The other parts of this page are not affected.`).waitFor()
    await page.getByRole('region', { name: spared }).getByRole('slider').waitFor()
    expect(await textOf(valueBeside(page.getByRole('main'), 'Cycles/min'))).toBe('12')
    await page.unroute(isRefused)
    await panel.getByRole('button', { name: 'Try again' }).click()
    await panel.getByRole('slider').waitFor()
    expect(await panel.getByRole('alert').count()).toBe(0)
  },
)

test('The newest values fail alone and can be asked again', { tags: ['long'] }, async ({ visit }) => {
  const { page, guard } = await visit({ as: 'customer' })
  guard.expectStatus(400, ONE)
  const isMachine = (url: URL) => url.pathname === `/v1/ignition/machines/${MACHINE}`
  await refuse(page, isMachine)
  await page.goto(`/machines/${MACHINE}`)
  await page.getByText('Latest values could not be loaded.').waitFor()
  await page.getByRole('region', { name: 'State timeline' }).getByRole('slider').waitFor()
  await page.getByRole('region', { name: 'Cycle count' }).getByRole('slider').waitFor()
  await page.unroute(isMachine)
  await page.getByRole('button', { name: 'Try again' }).click()
  await valueBeside(page.getByRole('main'), 'Cycles/min').waitFor()
})
