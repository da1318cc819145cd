import { type Draft, type Row, readingSettings } from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { alarmsThat, makeRule } from '../support/alarms.ts'
import type { Caller } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

type Setting = Row<typeof readingSettings>

const PATH = readingSettings.calls.create.path
const MACHINE = 'VFFS-2214'
const app = useTestApp()
let staff: Caller

beforeAll(async () => {
  staff = await app.as('staff')
  await app.sql(`UPDATE machine SET configuration_id = 'Bagger-7' WHERE machine_id = $1`, [MACHINE])
  await until('the type being known', async () => (await detailsOf(staff)).configurationId === 'Bagger-7')
})

async function detailsOf(caller: Caller) {
  return await caller.call('getMachine', { params: { id: MACHINE } })
}

const shown = async (tag: string, caller = staff) => (await detailsOf(caller)).readingSettings?.[tag]

async function set(draft: Draft<typeof readingSettings>): Promise<Setting> {
  const answer = await staff.post(PATH, draft)
  expect(answer.status, answer.text).toBe(201)
  return answer.body as Setting
}

describe('how a reading is shown', () => {
  test('is what is set for every machine, and for machines of a type what is set for that type, whatever its case', async () => {
    expect(await shown('Jaw (°C)')).toBeUndefined()
    await set({ tag: 'Jaw (°C)', decimals: 2, normalLow: 100 })
    expect(await shown('Jaw (°C)')).toEqual({ decimals: 2, normalLow: 100, normalHigh: null })
    await set({ tag: 'Jaw (°C)', machineType: 'BAGGER-7', decimals: 1, normalLow: 148, normalHigh: 156.5 })
    await set({ tag: 'Jaw (°C)', machineType: 'Cartoner', decimals: 0 })
    expect(await shown('Jaw (°C)')).toEqual({ decimals: 1, normalLow: 148, normalHigh: 156.5 })
  })

  test('is seen by the customer of the machine, who may not see the settings themselves', async () => {
    const { id } = await set({ tag: 'humidity', decimals: 0, normalLow: 30, normalHigh: 60 })
    const customer = await app.as('customer')
    expect(await shown('humidity', customer)).toEqual({ decimals: 0, normalLow: 30, normalHigh: 60 })
    expectProblem(await customer.get(`${PATH}/${id}`), 'permission_missing')
  })

  test('follows a change, a deletion and its undo at once', async () => {
    const { id, rowVersion } = await set({ tag: 'Glue (bar)', decimals: 1 })
    const change = { rowVersion, decimals: 3 }
    expect((await staff.request(`${PATH}/${id}`, { method: 'PUT', body: change })).status).toBe(200)
    expect(await shown('Glue (bar)')).toMatchObject({ decimals: 3 })
    expect((await staff.request(`${PATH}/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await shown('Glue (bar)')).toBeUndefined()
    expect((await staff.post(`${PATH}/${id}/restore`)).status).toBe(200)
    expect(await shown('Glue (bar)')).toMatchObject({ decimals: 3 })
  })

  test('is said of the value of an alarm, which has all its digits', async () => {
    await set({ tag: 'Speed of knife', machineType: 'bagger-7', decimals: 1 })
    const limit = { kind: 'value', tag: 'Speed of knife', comparison: 'above', limit: '40' }
    const ruleId = await makeRule(app, { name: 'Knife too fast', ...limit })
    await (await app.device()).publish(MACHINE, { machineData: { 'Speed of knife': 41.2345 } })
    const [alarm] = await alarmsThat(app, ruleId, () => true)
    expect(alarm).toMatchObject({ value: '41.2345', decimals: 1 })
  })

  test('does not change what exports and histories have', async () => {
    await set({ tag: 'Vacuum (bar)', decimals: 1 })
    await (await app.device()).publish(MACHINE, { machineData: { 'Vacuum (bar)': -0.7142857 } })
    expect((await detailsOf(staff)).machineData['Vacuum (bar)']).toBe(-0.7142857)
  })
})

test('a normal range ends above where it begins, and a reading of a type has one setting', async () => {
  for (const normalHigh of [60, 59.9]) {
    const wrong = { tag: 'Range', normalLow: 60, normalHigh }
    const { errors } = expectProblem(await staff.post(PATH, wrong), 'invalid_request')
    expect(errors).toMatchObject([{ path: 'body.normalHigh', message: 'must be above the value that is normal from' }])
  }
  for (const machineType of [null, 'Filler']) {
    await set({ tag: 'Once', machineType })
    expectProblem(await staff.post(PATH, { tag: 'Once', machineType }), 'duplicate')
  }
})
