import { mqttSubscribers, type Row, type SubscriberStatus } from '@packhouse/contract'
import type { TestApp } from '../../support/test-app.ts'
import { until } from '../../support/until.ts'

type SubscriberRow = Row<typeof mqttSubscribers> & { messageCount: number; errorCount: number; retainedCount: number }

const PATH = '/v1/mqtt/subscribers'
let count = 0

/** Makes a subscriber; what is not given is as plain as it can be. */
export async function addSubscriber(app: TestApp, given: Record<string, unknown>): Promise<SubscriberRow> {
  count += 1
  const staff = await app.as('staff')
  const draft = { name: `Subscriber ${count}`, clientId: `client-${count}`, protocol: '3.1.1', ...given }
  const { status, body, text } = await staff.post(PATH, draft)
  if (status !== 201) throw new Error(`The subscriber was not made: ${text}`)
  return toRow(body)
}

/** Makes a subscriber that is switched on, and waits until it is connected. */
export async function connected(app: TestApp, given: Record<string, unknown>): Promise<SubscriberRow> {
  const row = await addSubscriber(app, { ...given, enabled: true })
  await untilStatus(app, row.id, 'connected')
  return row
}

export async function subscriber(app: TestApp, id: string): Promise<SubscriberRow> {
  const { body } = await (await app.as('staff')).get(`${PATH}/${id}`)
  return toRow(body)
}

export async function untilStatus(app: TestApp, id: string, status: SubscriberStatus): Promise<SubscriberRow> {
  return await until(`the status ${status}`, async () => {
    const row = await subscriber(app, id)
    return row.status === status && row
  })
}

export async function changeSubscriber(app: TestApp, id: string, change: Record<string, unknown>): Promise<void> {
  const { rowVersion } = await subscriber(app, id)
  const staff = await app.as('staff')
  const { status, text } = await staff.request(`${PATH}/${id}`, { method: 'PUT', body: { ...change, rowVersion } })
  if (status !== 200) throw new Error(`The subscriber was not changed: ${text}`)
}

export async function removeSubscriber(app: TestApp, id: string): Promise<void> {
  const { status, text } = await (await app.as('staff')).request(`${PATH}/${id}`, { method: 'DELETE' })
  if (status !== 204) throw new Error(`The subscriber was not deleted: ${text}`)
}

function toRow(body: unknown): SubscriberRow {
  const row = mqttSubscribers.row.parse(body)
  return {
    ...row,
    messageCount: row.messageCount ?? 0,
    errorCount: row.errorCount ?? 0,
    retainedCount: row.retainedCount ?? 0,
  }
}
