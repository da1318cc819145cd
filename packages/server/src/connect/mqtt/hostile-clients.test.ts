import { expect, test } from 'vitest'
import { sendMutatedPackets } from '../../../test/support/mqtt/mutated-packets.ts'
import { openSlowSockets } from '../../../test/support/mqtt/slow-sockets.ts'
import { seed } from '../../../test/support/seed.ts'

test('packets of every kind that were bent end their connection or are read, and nothing else happens', async () => {
  const { packets, ended, faults } = await sendMutatedPackets({ perKind: 300, seed })
  expect(faults).toEqual([])
  expect(packets).toBeGreaterThan(300 * 20)
  expect(ended).toBeGreaterThan(packets / 10)
})

test('slow sockets hold up nobody else, and end where they do not sign in', async () => {
  const { sockets, ended, answered, faults } = await openSlowSockets({ sockets: 40, seconds: 1, seed })
  expect(faults).toEqual([])
  expect([sockets, ended]).toEqual([40, 20])
  expect(answered).toBeGreaterThan(0)
})
