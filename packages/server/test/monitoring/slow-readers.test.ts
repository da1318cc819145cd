import { beforeAll, expect, test } from 'vitest'
import type { Device } from '../support/device.ts'
import type { EventStream } from '../support/event-stream.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const MACHINE = 'VFFS-2214'
/** Events of this size fill the buffers of a connection soon. */
const app = useTestApp({
  prepare: `UPDATE machine SET description = repeat('x', 500000) WHERE machine_id = '${MACHINE}'`,
})
let device: Device
let attentive: EventStream
let published = 0

beforeAll(async () => {
  device = await app.device()
  attentive = await app.stream(await app.as('staff'))
})

/** Publishes a record and waits until its event has been sent to anyone who takes it. */
async function sendEvent(): Promise<void> {
  published += 1
  const cycles = published
  await device.publish(MACHINE, { totalCycles: cycles })
  await attentive.until(MACHINE, (change) => change.totalCycles === cycles)
}

test('a reader that does not read delays no other, and gets the newest values when it reads again', async () => {
  const slow = await app.stream(await app.as('customer'))
  slow.pause()
  for (let event = 0; event < 40; event++) await sendEvent()
  slow.resume()
  // It was so far behind that events were left out; one of the next brings it up to date.
  await until('the newest values', async () => {
    await sendEvent()
    return slow.changesOf(MACHINE).at(-1)?.totalCycles === published
  })
  expect(slow.changesOf(MACHINE).length).toBeLessThan(published)
  slow.close()
})

test('streams that are closed for missing permissions while they are not read do no harm', async () => {
  const caller = await app.signIn('customer')
  // Each is further behind than the next: some only in the sockets, some in the server, some beyond its limit.
  for (let stream = 0; stream < 24; stream++) {
    const silent = await app.stream(caller)
    silent.pause()
    await sendEvent()
  }
  await caller.post('/v1/auth/logout')
  await until('the refusal of the token', async () => (await caller.get('/v1/auth/me')).status === 401)
  const staff = await app.as('staff')
  for (let event = 0; event < 20; event++) {
    await sendEvent()
    expect((await staff.get('/v1/auth/me')).status).toBe(200)
  }
})
