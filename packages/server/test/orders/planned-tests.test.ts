import { orderedMachines, type ServiceCalendar } from '@packhouse/contract'
import { beforeAll, expect, test } from 'vitest'
import { succeeded } from '../estimator/estimator-rows.ts'
import type { Caller } from '../support/caller.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { claim, type Ordered, OrderRows } from './order-rows.ts'

const app = useTestApp()
let staff: Caller
let rows: OrderRows
let engineerId = ''

beforeAll(async () => {
  staff = await app.as('staff')
  rows = await OrderRows.of(app)
  const [person] = await app.sql<{ id: string }>(`SELECT id FROM user_account WHERE email = 'staff@packhouse.example'`)
  engineerId = person?.id ?? ''
})

const DAY_MS = 86_400_000
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
/** Seven days. @param first in so many days */
async function calendar(first: number, caller = staff): Promise<ServiceCalendar> {
  const [firstDay, lastDay] = [dayIn(first), dayIn(first + 6)]
  const query = { from: `${firstDay}T00:00:00.000Z`, to: `${dayIn(first + 7)}T00:00:00.000Z`, firstDay, lastDay }
  return await caller.call('serviceCalendar', { query })
}
async function change(ordered: Ordered, values: object): Promise<Ordered> {
  const path = orderedMachines.calls.update.path.replace('{id}', ordered.id)
  const { rowVersion } = succeeded<Ordered>(await staff.get(path))
  return succeeded<Ordered>(await staff.request(path, { method: 'PUT', body: { rowVersion, ...values } }))
}
/** The tests of one ordered machine in the week from today on, or another one. */
async function testsOf({ id }: Ordered, first = 0) {
  return (await calendar(first)).tests?.filter(({ orderedMachineId }) => orderedMachineId === id)
}

test('an acceptance test is in the calendar on its day, with who sees to it, until it is done', async () => {
  const {
    ordered: [ordered],
  } = await rows.order()
  await change(ordered, { factoryTestPlanned: dayIn(1), siteTestPlanned: dayIn(60), responsibleId: engineerId })
  expect(await testsOf(ordered)).toEqual([
    {
      ...{ orderedMachineId: ordered.id, number: ordered.number, description: ordered.description, kind: 'factory' },
      ...{ plannedOn: dayIn(1), engineerId, machineID: null, customer: expect.any(String) },
    },
  ])
  expect(await testsOf(ordered, 30)).toEqual([])
  await change(ordered, { factoryTestDone: dayIn(0) })
  expect(await testsOf(ordered)).toEqual([])
})

test('a test that is late is there while today is shown, and in no other week', async () => {
  const {
    ordered: [ordered],
  } = await rows.order()
  await change(ordered, { factoryTestPlanned: dayIn(-9) })
  expect((await testsOf(ordered))?.map(({ plannedOn }) => plannedOn)).toEqual([dayIn(-9)])
  expect(await testsOf(ordered, 7)).toEqual([])
})

test('a test on site has the machine once it was claimed, and without somebody responsible it is the owner of the quote who sees to it', async () => {
  const {
    ordered: [ordered],
  } = await rows.order()
  const [project] = await app.sql<{ ownerId: string }>(`SELECT owner_id AS "ownerId" FROM project WHERE id = $1`, [
    ordered.projectId,
  ])
  await change(ordered, { siteTestPlanned: dayIn(2) })
  expect(await testsOf(ordered)).toMatchObject([{ kind: 'site', machineID: null, engineerId: project?.ownerId }])
  const machineID = `KST-${ordered.id.slice(0, 6)}`
  succeeded(await claim(staff, await rows.labelOf(ordered), machineID))
  expect(await testsOf(ordered)).toMatchObject([{ kind: 'site', machineID }])
})
