import type { MachineChange } from '@packhouse/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import type { Device } from '../support/device.ts'
import type { EventStream } from '../support/event-stream.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const [A, B, FOREIGN] = ['VFFS-2214', 'VFFS-2215', 'FLW-1204'] as const

const app = useTestApp()
let customer: Caller
let device: Device
let cycles = 0

beforeAll(async () => {
  device = await app.device()
})

beforeEach(async () => {
  customer = await app.as('customer')
})

/** Publishes a record that no other one looks like. @returns its counter */
async function publish(machineID: string): Promise<number> {
  cycles += 1
  await device.publish(machineID, { totalCycles: cycles })
  return cycles
}

async function firstEvent(stream: EventStream) {
  return await until('the first event', () => stream.events[0])
}

function ids(changes: MachineChange[] = []): string[] {
  return changes.map((change) => change.machineID).toSorted()
}

describe('the live stream', () => {
  test('starts with now: nothing at first, and an id to resume from', async () => {
    await publish(A)
    const event = await firstEvent(await app.stream(customer))
    expect(event.machines).toEqual([])
    expect(event.id).toMatch(/^\d{16}$/)
  })

  test('sends a machine when it has published, with what the list reports it', async () => {
    const stream = await app.stream(customer)
    const counter = await publish(A)
    const { cycleCounts, totalCycles, ...fields } = await stream.until(A, (change) => change.totalCycles === counter)
    const { machines } = await customer.call('myMachines', { query: { includeHistory: 'true' } })
    const { cycleCounts: _, ...rest } = machines.find((machine) => machine.machineID === A) ?? {}
    expect(fields).toEqual(rest)
    expect(cycleCounts.entries.length).toBeGreaterThan(0)
  })

  test('sends only what has changed to who asks for that, after a whole machine', async () => {
    const stream = await app.stream(customer, undefined, { 'a-im': 'machine-changes' })
    expect(stream.headers).toMatchObject({ im: 'machine-changes', 'content-type': 'text/event-stream; charset=utf-8' })
    const first = await publish(A)
    expect(await stream.until(A, (change) => change.totalCycles === first)).toHaveProperty('timeZone')
    const second = await publish(A)
    const changed = await stream.until(A, (change) => change.totalCycles === second)
    expect(changed).not.toHaveProperty('timeZone')
    expect(changed).not.toHaveProperty('description')
  })

  test("never sends another customer's machine", async () => {
    const stream = await app.stream(customer)
    const staff = await app.stream(await app.as('staff'))
    for (let round = 0; round < 20; round++) await Promise.all([publish(FOREIGN), publish(A)])
    const foreign = await publish(FOREIGN)
    await staff.until(FOREIGN, (change) => change.totalCycles === foreign)
    const own = await publish(A)
    await stream.until(A, (change) => change.totalCycles === own)
    expect(new Set(stream.events.flatMap((event) => ids(event.machines)))).toEqual(new Set([A]))
  })

  test('resumes with exactly what was missed', async () => {
    const before = await app.stream(customer)
    const seen = await publish(A)
    await before.until(A, (change) => change.totalCycles === seen)
    const { lastEventId } = before
    before.close()
    await publish(FOREIGN)
    const missed = await publish(B)
    const event = await firstEvent(await app.stream(customer, lastEventId))
    expect(ids(event.machines)).toEqual([B])
    expect(event.machines[0]?.totalCycles).toBe(missed)
  })

  test('resumes with nothing where nothing was missed', async () => {
    const before = await app.stream(customer)
    const seen = await publish(A)
    await before.until(A, (change) => change.totalCycles === seen)
    expect((await firstEvent(await app.stream(customer, before.lastEventId))).machines).toEqual([])
  })

  test('resumes after a restart of the product with what changed in the meantime', async () => {
    const before = await app.stream(customer)
    const { id } = await firstEvent(before)
    const missed = await publish(B)
    await app.stopProduct()
    await app.startProduct()
    device = await app.device()
    customer = await app.as('customer')
    const event = await firstEvent(await app.stream(customer, id))
    expect(event.machines.find((machine) => machine.machineID === B)?.totalCycles).toBe(missed)
  })

  test.each(['', 'x', '-1', '1e3', '9'.repeat(17), '1 OR 1=1'])(
    'starts with now after the meaningless id %j',
    async (id) => {
      await publish(A)
      expect((await firstEvent(await app.stream(customer, id))).machines).toEqual([])
    },
  )

  test('that claims to have seen the future misses nothing', async () => {
    const stream = await app.stream(customer, '9'.repeat(16))
    const counter = await publish(A)
    await stream.until(A, (change) => change.totalCycles === counter)
  })

  test('merged into a list gives the list of later, cycle counts included', async () => {
    const list = async () => (await customer.call('myMachines', { query: { includeHistory: 'true' } })).machines
    const stream = await app.stream(customer)
    const merged = new Map((await list()).map((machine) => [machine.machineID, machine]))
    const start = Date.now()
    // In order, late by minutes and by hours, so that entries are added, changed and slipped in between.
    for (const late of [0, 0, 600_000, 0, 7_200_000, 60_000, 0]) {
      cycles += 7
      await device.publish(A, { lastSeen: new Date(start - late + cycles).toISOString(), totalCycles: cycles })
    }
    const last = await publish(B)
    await stream.until(B, (change) => change.totalCycles === last)
    for (const change of stream.events.flatMap((event) => event.machines)) merge(merged, change)
    const known = (machines: Iterable<{ machineID: string; cycleCounts?: unknown }>) =>
      [...machines].filter(({ machineID }) => machineID === A || machineID === B)
    expect(known(merged.values())).toEqual(known(await list()))
    // The times of the records are apart by their counters, a little ahead of the clock: what comes next must be newer.
    await until('the clock to pass them', () => Date.now() > start + cycles)
  })

  test('of many viewers sends each change to all of them', async () => {
    const streams = await Promise.all(Array.from({ length: 50 }, () => app.stream(customer)))
    const counter = await publish(A)
    await Promise.all(streams.map((stream) => stream.until(A, (change) => change.totalCycles === counter)))
    for (const stream of streams) stream.close()
  })
})

/** What the web does with a change: replaces the fields, and the entries of the same time. */
function merge(
  machines: Map<string, { machineID: string; cycleCounts?: MachineChange['cycleCounts'] | undefined }>,
  change: MachineChange,
): void {
  const { totalCycles: _, ...fields } = change
  const entries = new Map(machines.get(change.machineID)?.cycleCounts?.entries.map((entry) => [entry.time, entry]))
  for (const entry of change.cycleCounts.entries) entries.set(entry.time, entry)
  const sorted = [...entries.values()].toSorted((a, b) => (a.time < b.time ? -1 : 1))
  machines.set(change.machineID, { ...fields, cycleCounts: { ...change.cycleCounts, entries: sorted } })
}
