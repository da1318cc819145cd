import { expect, test } from 'vitest'
import { alarmsOf, alarmsThat, makeRule, untilJudged } from '../support/alarms.ts'
import { useMovableClock } from '../support/movable-clock.ts'
import { useTestApp } from '../support/use-test-app.ts'

const clock = useMovableClock('running')
const app = useTestApp()
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The broker does not wait for a sign of life, which would be overdue after each move. */
const UNHURRIED = { keepalive: 0 }

async function machineIdOf(machineID: string): Promise<string> {
  const [row] = await app.sql<{ id: string }>('SELECT id FROM machine WHERE machine_id = $1', [machineID])
  return row?.id ?? ''
}

test('reports silence by a timer, and its end', async () => {
  const device = await app.device(UNHURRIED)
  const machineId = await machineIdOf('VFFS-2301')
  await device.publish('VFFS-2301', { temperature: 20 })
  const ruleId = await makeRule(app, { name: 'Silence', kind: 'silence', silenceSeconds: 3_600, machineId })
  await untilJudged(app, machineId)
  await clock.jump(HOUR_MS / 2)
  expect(await alarmsOf(app, ruleId)).toEqual([])
  await clock.jump(HOUR_MS / 2)
  await alarmsThat(app, ruleId, ({ clearedAt }) => clearedAt === null)
  await device.publish('VFFS-2301', {})
  const [alarm] = await alarmsThat(app, ruleId, ({ clearedAt }) => clearedAt !== null)
  expect(alarm).toMatchObject({ message: 'Nothing was heard for 3600 s.', clearReason: 'condition' })
})

test('an alarm with delays is raised and cleared when what it waits for has lasted as long', async () => {
  const device = await app.device(UNHURRIED)
  const value = { kind: 'value', tag: 'zone9', comparison: 'above', limit: '40' }
  const delays = { onDelaySeconds: 600, offDelaySeconds: 1_200 }
  const machineId = await machineIdOf('VFFS-2214')
  const ruleId = await makeRule(app, { name: 'Delayed', ...value, ...delays, machineId })
  const publish = (zone9: number) => device.publish('VFFS-2214', { temperature: 20, machineData: { zone9 } })
  const active = async () => (await alarmsOf(app, ruleId)).filter(({ clearedAt }) => clearedAt === null).length
  await publish(30)
  await untilJudged(app, machineId)
  // What is over before its time was never there.
  await publish(50)
  await clock.jump(5 * MINUTE_MS)
  await publish(30)
  await clock.jump(10 * MINUTE_MS)
  await publish(50)
  await clock.jump(5 * MINUTE_MS)
  expect(await alarmsOf(app, ruleId)).toEqual([])
  await clock.jump(5 * MINUTE_MS)
  await alarmsThat(app, ruleId, ({ clearedAt }) => clearedAt === null)
  await publish(30)
  await clock.jump(10 * MINUTE_MS)
  expect(await active()).toBe(1)
  await clock.jump(10 * MINUTE_MS)
  const [alarm] = await alarmsThat(app, ruleId, ({ clearedAt }) => clearedAt !== null)
  expect(alarm?.clearReason).toBe('condition')
})
