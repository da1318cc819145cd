import { recordTopic, type SampleMachine, sampleFleet } from '@packhouse/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Clock } from './clock.ts'
import { FLAKY_AWAY_MS, isConnected } from './fleet/connection.ts'
import { MachineLink } from './link/machine-link.ts'
import { KEEP_MS, publishLive, tickAfter } from './live.ts'
import { deviceKey, eventually, startBroker, type TestBroker } from './testing/test-broker.ts'

const MINUTE = 60_000
const START = Date.UTC(2026, 10, 21, 12)

test('a tick is due once a second, at the phase of the machine', () => {
  expect(tickAfter(10_000, 0)).toBe(11_000)
  expect(tickAfter(10_999, 0)).toBe(11_000)
  expect(tickAfter(10_000, 250)).toBe(10_250)
  expect(tickAfter(10_250, 250)).toBe(11_250)
})

describe('a machine that publishes live', () => {
  let broker: TestBroker
  let link: MachineLink
  beforeEach(async () => {
    broker = await startBroker()
  })
  afterEach(async () => {
    await link.close()
    await broker.stop()
  })

  function machineThatIs(behaviour: SampleMachine['behaviour']): SampleMachine {
    const machine = sampleFleet.find((candidate) => candidate.behaviour === behaviour)
    if (machine === undefined) throw new Error(`no machine is ${behaviour}`)
    const target = { url: broker.url, userName: 'sample-device', password: deviceKey }
    const events = { failed: () => undefined, recovered: () => undefined }
    link = new MachineLink(target, machine.machineID, recordTopic(machine.machineID), events)
    return machine
  }

  /** Lets the machine live from `from` to `to`. Before each second, `wait` is told the time of the one before. */
  async function live(
    machine: SampleMachine,
    from: number,
    to: number,
    wait: (time: number) => Promise<void>,
  ): Promise<void> {
    const stop = new AbortController()
    let time = from
    const clock: Clock = {
      now: () => time,
      async sleep(ms) {
        await wait(time)
        time += ms
        if (time > to) stop.abort()
      },
    }
    await publishLive(machine, 0, { link, clock, seed: 1, stop: stop.signal })
  }

  const times = () => broker.received.map(({ payload }) => Date.parse(JSON.parse(payload).lastSeen))

  test('stores the records of the last ten minutes while the broker is away and sends them in order', async () => {
    const machine = machineThatIs('steady')
    await broker.stop()
    const end = START + 15 * MINUTE
    await live(machine, START, end, () => Promise.resolve())
    broker = await startBroker(broker.port)
    await link.drained()
    const expected = Array.from({ length: KEEP_MS / 1000 + 1 }, (_, index) => end - KEEP_MS + index * 1000)
    expect(times()).toEqual(expected)
  })

  test('has no connection while it is away, leaves that time out and comes back', async () => {
    const machine = machineThatIs('flaky')
    let leaves = START
    while (isConnected(machine, leaves, 1)) leaves += 1000
    while (!isConnected(machine, leaves - 1000, 1)) leaves -= 1000
    await live(machine, leaves - 20_000, leaves + FLAKY_AWAY_MS + 20_000, async (time) => {
      if (isConnected(machine, time, 1)) await link.drained()
      else await eventually(() => broker.clientIds().length === 0)
    })
    await link.drained()
    const silence = times().map((time, index, all) => time - (all[index - 1] ?? time))
    expect(times().every((time) => isConnected(machine, time, 1))).toBe(true)
    expect(Math.abs(Math.max(...silence) - FLAKY_AWAY_MS)).toBeLessThanOrEqual(2_000)
    expect(broker.clientIds()).toHaveLength(1)
  })

  test('never connects when it is the silent one', async () => {
    const machine = machineThatIs('silent')
    await live(machine, START, START + MINUTE, () => Promise.resolve())
    expect(broker.clientIds()).toEqual([])
    expect(link.unacknowledged).toBe(0)
  })
})
