import { expect, test } from 'vitest'
import type { Ingest } from '../ingest/index.ts'
import { LiveStore, type MachineEntry } from '../live/index.ts'
import type { Database } from '../platform/database.ts'
import type { Device } from './device.ts'
import type { TagMaps } from './mapping/tag-maps.ts'
import { MessageIntake } from './message-intake.ts'

const device = { userName: 'line-1', scope: 'company', customerId: null, source: 'mqtt' } as unknown as Device
const entry = { key: 1, machineID: 'NEW-1', customerId: null, keepRecordsDays: 400, retired: false } as MachineEntry

test('messages of a machine that is being registered keep their order, though it is found meanwhile', async () => {
  const inserted = Promise.withResolvers<{ rows: MachineEntry[] }>()
  const database = { pool: { query: () => inserted.promise } } as unknown as Database
  const live = new LiveStore()
  const offered: Parameters<Ingest['offer']>[0][] = []
  const offer: Ingest['offer'] = (item) => offered.push(item) > 0
  const tagMaps = { mapOf: () => undefined, recent: { isWatched: () => false } } as unknown as TagMaps
  const intake = new MessageIntake(database, live, { offer }, tagMaps, {
    clock: { note: () => undefined, explains: () => false },
    recent: { note: () => undefined },
    whenFull: 'withhold',
  })
  const publish = (totalCycles: number) =>
    intake.receive(device, 'packhouse/NEW-1/record', Buffer.from(JSON.stringify({ totalCycles })), () => undefined)
  publish(1)
  publish(2)
  live.register(entry)
  publish(3)
  inserted.resolve({ rows: [entry] })
  await inserted.promise
  await new Promise((resolve) => setImmediate(resolve))
  publish(4)
  const cycles = offered.map((item) => ('record' in item ? item.record.totalCycles : undefined))
  expect(cycles).toEqual([1, 2, 3, 4])
})
