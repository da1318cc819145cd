import { randomUUID } from 'node:crypto'
import type { Alarm, Api, CallInput } from '@packhouse/contract'
import type { AccountName, TestApp } from './test-app.ts'
import { until } from './until.ts'

/** Makes a rule as staff. The server reads it soon afterwards (`untilJudged`). @returns its id */
export async function makeRule(app: TestApp, rule: Record<string, unknown>): Promise<string> {
  const staff = await app.as('staff')
  const answer = await staff.post('/v1/alarm-rules', rule)
  if (answer.status !== 201) throw new Error(answer.text)
  const { id } = answer.body as { id: string }
  return id
}

/**
 * Waits until the rules that were made are judged by, for whoever moves the clock afterwards: a new rule does not judge what a machine last said
 * where that machine is offline by then. Rules are read together, so one that raises an alarm at once has been read with those before it.
 * @param machineId of a machine that is online and has reported a temperature
 */
export async function untilJudged(app: TestApp, machineId: string): Promise<void> {
  const condition = { kind: 'value', tag: 'temperature', comparison: 'above', limit: '-1' }
  const ruleId = await makeRule(app, { name: `Reports a temperature: ${randomUUID()}`, ...condition, machineId })
  await alarmsThat(app, ruleId, () => true)
}

/** The alarms of a rule, newest first, as somebody sees them. */
export async function alarmsOf(
  app: TestApp,
  ruleId: string,
  query: CallInput<Api['listAlarms']>['query'] = {},
  who: AccountName = 'staff',
): Promise<Alarm[]> {
  const { items } = await (await app.as(who)).call('listAlarms', { query: { pageSize: '200', ...query } })
  return items.filter((alarm) => alarm.ruleId === ruleId)
}

/** Waits until a rule has so many alarms that are as wanted. @returns them, newest first */
export async function alarmsThat(
  app: TestApp,
  ruleId: string,
  is: (alarm: Alarm) => boolean,
  count = 1,
): Promise<Alarm[]> {
  return await until(`${count} alarms as wanted`, async () => {
    const found = (await alarmsOf(app, ruleId)).filter(is)
    return found.length >= count && found
  })
}
