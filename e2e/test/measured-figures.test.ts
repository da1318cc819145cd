import { type LineFlow, lineMachines, machines, productionLines, shifts } from '@packhouse/contract'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { violationsInBothThemes } from '../src/axe.ts'
import { eventually } from '../src/eventually.ts'
import { publishSeries } from '../src/machine-publisher.ts'
import { openMachineTab } from '../src/machine-tab.ts'
import { secondsAgo } from '../src/overview.ts'
import { createCustomer, createLocation, Records } from '../src/records.ts'
import { test } from '../src/test.ts'

const NOTHING = { light: [], dark: [] }
const LINE = ['E2E-WADER-1', 'E2E-WADER-2'] as const
const [MACHINE] = LINE
const DAY_MS = 86_400_000
const product = inject('quiet')

let own: Records
let line: { id: string }

beforeAll(async () => {
  own = new Records(product)
  const { id: customerId } = await createCustomer(own, 'Wader Foods')
  const { id: locationId } = await createLocation(own, { name: 'Wader plant', customerId, timezone: 'UTC' })
  line = await own.create(productionLines, { locationId, name: 'Wader line' })
  for (const [place, machineID] of LINE.entries()) {
    const { id: machineId } = await own.create(machines, { machineID, customerId, locationId, designSpeed: 60 })
    await own.create(lineMachines, { lineId: line.id, machineId, place: place + 1 })
  }
  const everyDay = { monday: true, tuesday: true, wednesday: true, thursday: true, friday: true, saturday: true }
  await own.create(shifts, {
    ...{ locationId, name: 'Wader day', startsAt: '00:00', endsAt: '00:00' },
    ...everyDay,
    sunday: true,
  })
})
afterAll(async () => void (await own?.removeAll()))

/** Half an hour of production until some minutes ago. */
async function produce(totalRejects?: number): Promise<void> {
  const series = Array.from({ length: 30 }, (_, minute) => ({
    lastSeen: secondsAgo((34 - minute) * 60 - (totalRejects === undefined ? 0 : 1)),
    totalCycles: 1_000 + minute * 40,
    machineState: 'Running' as const,
    ...(totalRejects !== undefined && { totalRejects }),
  }))
  await publishSeries(product, MACHINE, series)
}

test('An OEE of a machine that reports no rejects says that it is without quality, until it reports them', async ({
  visit,
}) => {
  await produce()
  const { page } = await visit({ as: 'staff' })
  await page.goto(`/machines/${MACHINE}?hours=3`)
  const oee = page.getByRole('region', { name: 'OEE', exact: true })
  await oee.getByText('Availability × performance, without quality').waitFor()
  await oee.getByText('The machine reports no rejects').waitFor()
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
  await produce(0)
  await page.reload()
  await oee.getByText(/^1,\d\d\d of 1,\d\d\d cycles good$/).waitFor()
  expect(await oee.getByText('without quality').count()).toBe(0)
})

test('A shift on the page of a machine shows the target of the orders in it', async ({ visit }) => {
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const [plannedFrom, plannedTo] = [midnight, midnight + DAY_MS].map((at) => new Date(at).toISOString())
  const order = { number: 'WADER-1', product: 'Coffee 500 g', target: 1_234, plannedFrom, plannedTo }
  await own.send('POST', `/v1/ignition/machines/${MACHINE}/orders`, order)
  const { page } = await visit({ as: 'staff' })
  await page.goto(`/machines/${MACHINE}`)
  await openMachineTab(page, 'Shifts')
  const list = page.getByRole('list', { name: 'Shifts' })
  const withTarget = list.getByRole('listitem').filter({ hasText: 'Target count' })
  await withTarget.getByText('1,234', { exact: true }).waitFor()
  // The shifts before have no order, and no target of 0 either.
  await eventually(() => withTarget.count()).toBe(1)
  expect(await list.getByRole('listitem').count()).toBeGreaterThan(1)
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
})

test('A line has a gap where the reader does not see a machine, and names no bottleneck', async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  // Whoever shares a machine decides for all readers of this product: the answer is changed instead.
  await page.route(new RegExp(`/v1/ignition/lines/${line.id}/flow`), async (route) => {
    const answer = await route.fetch()
    const flow = (await answer.json()) as LineFlow
    const seen = flow.machines.slice(1).map((machine) => ({ ...machine, hiddenBefore: true }))
    await route.fulfill({ response: answer, json: { ...flow, machines: seen, bottleneck: null, hidden: 1 } })
  })
  await page.goto(`/lines?line=${line.id}`)
  const rows = page.getByRole('list', { name: 'Machines in the order of the line' }).getByRole('listitem')
  await rows.getByText('A machine that is not shared with you').waitFor()
  expect((await rows.allTextContents()).map((text) => text.includes(LINE[1]))).toEqual([false, true])
  await page.getByText('No bottleneck is named: you do not see all machines of the line.').waitFor()
  expect(await page.getByText(MACHINE).count()).toBe(0)
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
})
