import { CONFIRMED_WITHIN_SECONDS, plainTagMapEntry, type TagMapEntry } from '@packhouse/contract'
import { expect, test } from 'vitest'
import { useMovableClock } from '../../../test/support/movable-clock.ts'
import { createLog } from '../../platform/log.ts'
import type { TelemetryRecord } from '../../telemetry/index.ts'
import { CommandWatch } from './command-watch.ts'

const entry: TagMapEntry = { ...plainTagMapEntry, canonicalTag: 'tension', address: 'a', role: 'other', writable: true }
const clock = useMovableClock('stopped')

async function watchOf() {
  const confirmed: string[] = []
  let report: (records: readonly TelemetryRecord[]) => void = () => undefined
  const watch = new CommandWatch({
    ingest: {
      onCommitted: (listener) => {
        report = listener
        return () => undefined
      },
    },
    log: createLog('silent'),
    confirm: async (id) => void confirmed.push(id),
  })
  await watch.start()
  const send = (id: string, value: number | boolean, of = entry) =>
    watch.watch({ id, machineKey: 1, entry: of, value, sentAt: clock.now() })
  const reported = (given: Partial<TelemetryRecord>) =>
    report([{ machineKey: 1, at: clock.now(), receivedAt: clock.now(), ...given }])
  return { watch, confirmed, send, reported }
}

test('a value is confirmed by the machine that reports it after it was sent', async () => {
  const { watch, confirmed, send, reported } = await watchOf()
  send('tension', 4.3)
  send('speed', 40, { ...entry, role: 'speed' })
  reported({ machineData: { tension: 4.3 }, receivedAt: clock.now() - 1 })
  reported({ machineData: { tension: 4.3 }, machineKey: 2 })
  reported({ machineData: { tension: 4.2 }, cyclesPerMin: 41 })
  expect(confirmed).toEqual([])
  reported({ machineData: { tension: Math.fround(4.3) } })
  reported({ cyclesPerMin: 40 })
  reported({ cyclesPerMin: 40 })
  expect(confirmed).toEqual(['tension', 'speed'])
  expect(watch.size).toBe(0)
})

test('what comes too late confirms nothing, and nothing is followed for ever', async () => {
  const { watch, confirmed, send, reported } = await watchOf()
  send('late', 1)
  await clock.move(CONFIRMED_WITHIN_SECONDS * 1_000 + 1)
  send('next', 2)
  expect(watch.size).toBe(1)
  reported({ machineData: { tension: 1 } })
  expect(confirmed).toEqual([])
})
