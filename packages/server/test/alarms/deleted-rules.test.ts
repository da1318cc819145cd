import { type AlarmShelf, alarmRules } from '@packhouse/contract'
import { describe, expect, test } from 'vitest'
import { alarmsThat, makeRule } from '../support/alarms.ts'
import { expectProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const MACHINE = 'VFFS-2214'
const PATH = alarmRules.calls.create.path

async function ruleOn(tag: string, more: object = {}): Promise<string> {
  const value = { kind: 'value', tag, comparison: 'above', limit: '40' }
  return await makeRule(app, { name: `Rule on ${tag}`, ...value, ...more })
}

async function remove(id: string): Promise<void> {
  expect((await (await app.as('staff')).request(`${PATH}/${id}`, { method: 'DELETE' })).status).toBe(204)
}

async function restore(id: string): Promise<Record<string, unknown>> {
  const answer = await (await app.as('staff')).post(`${PATH}/${id}/restore`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body as Record<string, unknown>
}

async function publish(values: Record<string, number>): Promise<void> {
  await (await app.device()).publish(MACHINE, { machineData: values })
}

const countOf = async (id: string) => {
  const rows = await app.sql('SELECT FROM alarm WHERE rule_id = $1', [id])
  return rows.length
}

describe('an alarm rule that was deleted', () => {
  test('ends its alarms and raises none, and does both again once it is restored', async () => {
    const staff = await app.as('staff')
    const ruleId = await ruleOn('undone1')
    await publish({ undone1: 50 })
    const [alarm] = await alarmsThat(app, ruleId, ({ clearedAt }) => clearedAt === null)
    const params = { id: alarm?.id ?? '' }
    await remove(ruleId)
    await until('the end of the alarm', async () => {
      const { clearReason, ruleId: rule } = await staff.call('getAlarm', { params })
      return clearReason === 'rule_deleted' && rule === null
    })
    const problem = expectProblem(
      await staff.post(`/v1/alarms/${params.id}/shelve`, { minutes: 60, reason: 'Later' }),
      'not_usable',
    )
    expect(problem.detail).toBeTruthy()

    // Another rule says when what was published has been judged.
    const witness = await ruleOn('undone2')
    await publish({ undone1: 60, undone2: 60 })
    await alarmsThat(app, witness, () => true)
    expect(await countOf(ruleId)).toBe(1)

    await restore(ruleId)
    const [again] = await alarmsThat(app, ruleId, ({ clearedAt }) => clearedAt === null)
    expect(again?.value).toBe('60')
    expect((await staff.call('getAlarm', { params })).ruleId).toBe(ruleId)
  })

  test('is off for code that does not know of deleted ones, and comes back on or off as it was', async () => {
    const isOn = async (id: string) => (await app.sql('SELECT enabled FROM alarm_rule WHERE id = $1', [id]))[0]
    const [on, off] = [await ruleOn('undone3'), await ruleOn('undone4', { enabled: false })]
    for (const id of [on, off]) {
      await remove(id)
      expect(await isOn(id)).toEqual({ enabled: false })
    }
    expect(await restore(on)).toMatchObject({ enabled: true })
    expect(await restore(off)).toMatchObject({ enabled: false })
    expect(await app.sql('SELECT FROM deleted_alarm_rule WHERE rule_id = ANY ($1)', [[on, off]])).toEqual([])
  })

  test('leaves its name to another one, and is not restored beside that', async () => {
    const first = await ruleOn('undone5')
    await remove(first)
    const second = await ruleOn('undone5')
    expectProblem(await (await app.as('staff')).post(`${PATH}/${first}/restore`), 'duplicate')
    await remove(second)
    await restore(first)
  })

  test('shelves nothing any more', async () => {
    const staff = await app.as('staff')
    const ruleId = await ruleOn('undone6')
    await publish({ undone6: 50 })
    const [alarm] = await alarmsThat(app, ruleId, () => true)
    await staff.call('shelveAlarm', { params: { id: alarm?.id ?? '' }, body: { minutes: 60, reason: 'Later' } })
    const shelved = async () => {
      const { items } = await staff.call('listAlarmShelves', { query: {} })
      return items.map(({ alarmId }: AlarmShelf) => alarmId)
    }
    expect(await shelved()).toContain(alarm?.id)
    await remove(ruleId)
    expect(await shelved()).not.toContain(alarm?.id)
  })
})
