import type pg from 'pg'
import { expect, test } from 'vitest'
import { Refusals } from '../../platform/refusals.ts'
import { DeadLetterStore } from './dead-letter-store.ts'
import type { RefusedMessage } from './refused-message.ts'

const limits = {
  lettersPerSender: 10,
  lettersPerCustomer: 10,
  letters: 10,
  letterDays: 1,
  whenFull: 'withhold',
  heldBytesPerMachine: 0,
  heldBytes: 0,
} as const

const untimely: RefusedMessage = {
  receivedAt: 0,
  device: 'device',
  topic: 'machines/A/data',
  payload: Buffer.from('{}'),
  encoding: 'record',
  machineKey: 1,
  code: 'too_old',
  reason: 'lastSeen is too old.',
  untimely: { leadMs: -1, ownWords: Buffer.from('{}') },
}

test('records that only their time spoke against are counted once others can see them', async () => {
  const store = new DeadLetterStore(limits, new Refusals(), () => null)
  const client = { query: async () => ({ rows: [] }) } as unknown as pg.ClientBase
  await store.store(client, [untimely])
  expect(store.untimely).toBe(0)
  store.committed([untimely])
  expect(store.untimely).toBe(1)
})
