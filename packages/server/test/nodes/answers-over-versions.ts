import { createHash } from 'node:crypto'
import {
  type Api,
  api,
  type CallResult,
  type MachineDetails,
  type PdfJob,
  type TokenPair,
  tokenPairSchema,
} from '@packhouse/contract'
import { expect } from 'vitest'
import { Caller, pathOf } from '../support/caller.ts'
import { SAMPLE_PASSWORD } from '../support/databases.ts'
import { EventStream } from '../support/event-stream.ts'
import { connectTo } from '../support/hanging-node.ts'
import type { TestNode, TestNodes } from '../support/nodes.ts'
import { emailOf } from '../support/test-app.ts'
import { until } from '../support/until.ts'

const MACHINE = 'VFFS-2214'

/** A session that begins at one node is renewed and ended at the other. */
export async function passSession(nodes: TestNodes, from: TestNode, to: TestNode): Promise<void> {
  const [here, there] = [await nodes.portOf(from), await nodes.portOf(to)]
  const body = { email: emailOf('staff'), password: SAMPLE_PASSWORD }
  const pair = tokenPairSchema.parse(await new Caller(here).call('login', { body }))
  const used = async (port: number, tokens: TokenPair) => (await new Caller(port, tokens).get('/v1/auth/me')).status
  expect(await used(there, pair)).toBe(200)
  const renewed = await new Caller(there).post('/v1/auth/refresh', { refresh_token: pair.refresh_token })
  expect(renewed.status, renewed.text).toBe(200)
  const next = tokenPairSchema.parse(renewed.body)
  expect(await used(here, next)).toBe(200)
  await new Caller(there, next).call('logout')
  await until('the end of the session', async () => (await used(here, next)) === 401)
}

/** A setting that is changed at one node is changed at the other too. */
export async function passSetting(nodes: TestNodes, from: TestNode, to: TestNode): Promise<void> {
  const staff = await nodes.signIn(from)
  const there = new Caller(await nodes.portOf(to))
  const value = `Set at ${from.id}`
  const { rowVersion } = await staff.call('readSetting', { params: { key: 'product.title' } })
  const changes = [{ key: 'product.title', value, rowVersion }]
  const answer = await staff.request('/v1/settings', { method: 'PUT', body: { changes } })
  expect(answer.status, answer.text).toBe(200)
  await until('the title', async () => (await there.call('publicSettings')).productTitle === value)
}

/** The streams of all api nodes bring what machines send to one ingest node, and the api nodes answer it from then on. */
export async function passRecord(
  nodes: TestNodes,
  ingest: TestNode,
  apis: readonly TestNode[],
  totalCycles: number,
): Promise<void> {
  const callers = await Promise.all(apis.map((api) => nodes.signIn(api)))
  const streams = await Promise.all(
    callers.map(async (caller) => await EventStream.open(caller.port, await caller.headers(), 'any')),
  )
  const device = await connectTo(ingest)
  try {
    await device.publish(MACHINE, { lastSeen: new Date().toISOString(), totalCycles })
    await Promise.all(streams.map((stream) => stream.until(MACHINE, (change) => change.totalCycles === totalCycles)))
    for (const caller of callers) {
      await until('the newest value', async () => {
        const { body } = await caller.get(`/v1/ignition/machines/${MACHINE}`)
        return (body as MachineDetails).totalCycles === totalCycles
      })
    }
  } finally {
    for (const stream of streams) stream.close()
    await device.close()
  }
}

/** One node is asked for an export and a document, the only worker makes them, and another node serves them. */
export async function passJobs(nodes: TestNodes, from: TestNode, to: TestNode): Promise<void> {
  const here = await nodes.signIn(from)
  const there = await nodes.signIn(to)
  const [customer] = await nodes.sql<{ id: string }>(`SELECT id FROM customer WHERE code = 'NORDFJELL'`)
  const params = { id: customer?.id ?? '' }
  const begun = await here.post(pathOf(api.exportCustomerData, { params }), {})
  expect(begun.status, begun.text).toBe(201)
  const { id: taskId } = begun.body as { id: string }
  const task = await until('the export', async () => {
    // The answer of another version may have another shape.
    const { body } = await there.get(pathOf(api.customerData, { params }))
    const { tasks } = body as CallResult<Api['customerData']>
    return tasks.find(({ id, state }) => id === taskId && (state === 'done' || state === 'failed'))
  })
  expect(task).toMatchObject({ state: 'done', reason: null })
  const file = await there.get(`/v1/customers/${params.id}/data/exports/${taskId}/file`)
  expect([file.status, createHash('sha256').update(file.bytes).digest('hex')]).toEqual([200, task.sha256])

  const asked = await here.post('/v1/pdf/generate', { type: 'label', id: MACHINE })
  expect(asked.status, asked.text).toBe(202)
  const { jobId } = asked.body as { jobId: string }
  await until('the document', async () => {
    const { body } = await there.get(`/v1/pdf/jobs/${jobId}`)
    const { state } = body as PdfJob
    expect(state).not.toBe('failed')
    return state === 'ready'
  })
  const document = await there.get(`/v1/pdf/jobs/${jobId}/file`)
  expect([document.status, document.text.slice(0, 4)]).toEqual([200, '%PDF'])
}
