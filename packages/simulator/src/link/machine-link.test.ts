import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Clock } from '../clock.ts'
import { deviceKey, eventually, startBroker, type TestBroker } from '../testing/test-broker.ts'
import { IN_FLIGHT_LIMIT, type LinkEvents, MachineLink } from './machine-link.ts'

const TOPIC = 'packhouse/VFFS-2214/record'

let broker: TestBroker
let failures: string[]
let link: MachineLink

function linkTo(url: string, { password = deviceKey, clock }: { password?: string; clock?: Clock } = {}): MachineLink {
  const events: LinkEvents = {
    failed: (reason) => failures.push(reason),
    recovered: () => failures.push('recovered'),
  }
  return new MachineLink({ url, userName: 'sample-device', password }, 'simulator-VFFS-2214', TOPIC, events, clock)
}

function offer(from: number, count: number): void {
  for (let time = from; time < from + count; time++) link.offer({ time, payload: String(time) })
}

const payloads = () => broker.received.map(({ payload }) => payload)
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => String(from + index))

beforeEach(async () => {
  broker = await startBroker()
  failures = []
  link = linkTo(broker.url)
})

afterEach(async () => {
  await link.close()
  await broker.stop()
})

describe('a link', () => {
  test('publishes what it is offered, in order and acknowledged', async () => {
    link.open()
    offer(0, 500)
    await link.drained()
    expect(payloads()).toEqual(numbers(0, 500))
    expect(broker.received[0]).toMatchObject({ clientId: 'simulator-VFFS-2214', topic: TOPIC, qos: 1 })
    expect(failures).toEqual([])
  })

  test('never has more in flight than its limit', async () => {
    broker.behaviour.acknowledges = false
    link.open()
    offer(0, 3 * IN_FLIGHT_LIMIT)
    await eventually(() => broker.received.length >= IN_FLIGHT_LIMIT)
    broker.acknowledge()
    await link.drained()
    expect(broker.mostInFlight).toBe(IN_FLIGHT_LIMIT)
  })

  test('makes anyone who offers too much wait for room', async () => {
    offer(0, IN_FLIGHT_LIMIT)
    link.open()
    const before = link.unacknowledged
    await link.room()
    expect(before).toBe(IN_FLIGHT_LIMIT)
    expect(link.unacknowledged).toBeLessThanOrEqual(IN_FLIGHT_LIMIT)
  })

  test('stores what it is offered while the broker is away and sends it when it is back', async () => {
    link.open()
    offer(0, 3)
    await link.drained()
    await broker.stop()
    await eventually(() => failures.length > 0)
    offer(3, 40)
    const first = payloads()
    broker = await startBroker(broker.port)
    await link.drained()
    expect([...first, ...payloads()]).toEqual(numbers(0, 43))
    expect(failures.at(-1)).toBe('recovered')
  })

  test('sends again what was in flight when the connection broke', async () => {
    broker.behaviour.acknowledges = false
    link.open()
    offer(0, 5)
    await eventually(() => broker.received.length === 5)
    await broker.stop()
    broker = await startBroker(broker.port)
    await link.drained()
    expect(payloads()).toEqual(numbers(0, 5))
  })

  test('gives up waiting records that are too old', async () => {
    offer(0, 100)
    link.dropBefore(60)
    link.open()
    await link.drained()
    expect(payloads()).toEqual(numbers(60, 40))
  })

  test('reports why a broker refuses it, and continues to try', async () => {
    link = linkTo(broker.url, { password: 'wrong' })
    link.open()
    await eventually(() => failures.length >= 2)
    expect(failures[0]).toContain('Bad username or password')
    expect(broker.received).toEqual([])
  })

  test('waits longer and longer for a broker that takes no record, though it lets it in', async () => {
    broker.behaviour.refusePublishes = true
    const pauses: number[] = []
    link = linkTo(broker.url, { clock: { now: Date.now, sleep: async (ms) => void pauses.push(ms) } })
    link.open()
    offer(0, 1)
    await eventually(() => pauses.length >= 8)
    // Half a second, then doubled up to 15 s, give or take a fifth.
    for (const [place, pause] of pauses.slice(0, 8).entries()) {
      const middle = Math.min(15_000, 500 * 2 ** place)
      expect(Math.abs(pause - middle)).toBeLessThanOrEqual(middle / 5)
    }
    expect(failures).not.toContain('recovered')
  })

  test('disconnects when it is closed and can be opened again', async () => {
    link.open()
    offer(0, 1)
    await link.drained()
    await link.close()
    await eventually(() => broker.clientIds().length === 0)
    offer(1, 1)
    link.open()
    await link.drained()
    expect(payloads()).toEqual(['0', '1'])
    expect(failures).toEqual([])
  })

  test('closes though nothing is acknowledged', async () => {
    broker.behaviour.acknowledges = false
    link.open()
    offer(0, 5)
    await eventually(() => broker.received.length === 5)
    await Promise.all([link.close(), link.drained(), link.room()])
    expect(link.unacknowledged).toBe(5)
  })
})
