import { lineMachines, locations, machines, productionLines } from '@packhouse/contract'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { arrivesAt } from '../../src/addresses.ts'
import { violationsInBothThemes } from '../../src/axe.ts'
import { drawerOf, messageOf, openList, rowOf } from '../../src/record-list.ts'
import { Records } from '../../src/records.ts'
import { test } from '../../src/test.ts'

const PHONE = { width: 390, height: 844, touch: true }
const LINE = ['VFFS-2214', 'PAL-0219']

let own: Records
let line: { id: string }

beforeAll(async () => {
  own = new Records(inject('quiet'))
  const [location] = (await own.find(locations, 'Bergen')) as { id: string }[]
  if (location === undefined) throw new Error('There is no site in Bergen.')
  line = (await own.create(productionLines, { locationId: location.id, name: 'Grebe line' })) as { id: string }
  for (const [place, machineID] of LINE.entries()) {
    const found = (await own.find(machines, machineID)) as { id: string; machineID: string }[]
    const machine = found.find((one) => one.machineID === machineID)
    if (machine === undefined) throw new Error(`There is no ${machineID}.`)
    await own.create(lineMachines, { lineId: line.id, machineId: machine.id, place: place + 1 })
  }
})
afterAll(async () => void (await own?.removeAll()))

test('A line shows its machines in their order, and each leads to its page', async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  await page.goto(`/lines?line=${line.id}`)
  const list = page.getByRole('list', { name: 'Machines in the order of the line' })
  await list.getByRole('listitem').first().waitFor()
  expect(await list.getByRole('link').allTextContents()).toEqual(LINE)
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  await page.getByText('24 h', { exact: true }).click()
  await arrivesAt(page, `/lines?line=${line.id}&hours=24`)
  await list.getByRole('link', { name: 'PAL-0219' }).click()
  await arrivesAt(page, '/machines/PAL-0219')
})

test('On a phone a line is as wide as the screen, for its customer too', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'customer', ...PHONE })
  await page.goto('/lines')
  await page.getByRole('list', { name: 'Machines in the order of the line' }).getByRole('listitem').first().waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
})

test('A line is renamed in its drawer', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  const grid = await openList(page, '/service/production-lines?search=Grebe', 'production lines')
  await rowOf(grid, 'Grebe line').click()
  const drawer = drawerOf(page, 'Grebe line')
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Grebe line 2')
  await drawer.getByRole('button', { name: 'Save changes' }).click()
  await messageOf(page, 'Grebe line 2 saved').waitFor()
})
