import { expect, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { type ConnectionState, freshState } from './connection-states.ts'
import { StatusWriter } from './status-writer.ts'

test('a state is stored after the ones of before, however long these take', async () => {
  const stored: string[] = []
  const first = Promise.withResolvers<void>()
  let calls = 0
  const writer = new StatusWriter<ConnectionState>(
    async ([reported]) => {
      const status = reported?.state.status ?? ''
      calls += 1
      if (calls === 1) await first.promise
      stored.push(status)
    },
    createLog('silent'),
    'connections',
  )
  const connection = (status: ConnectionState['status']) => [
    { settings: { id: 'one' }, slot: 0, state: { ...freshState, status } },
  ]
  const slow = writer.writeChanged(connection('connected'))
  const last = writer.write(connection('waiting'))
  first.resolve()
  await Promise.all([slow, last])
  expect(stored).toEqual(['connected', 'waiting'])
})

test('a write that fails holds up no later one, and its states are written again', async () => {
  const stored: string[] = []
  let fails = true
  const writer = new StatusWriter<ConnectionState>(
    async ([reported]) => {
      if (fails) throw new Error('the database is away')
      stored.push(reported?.state.status ?? '')
    },
    createLog('silent'),
    'connections',
  )
  const connection = [{ settings: { id: 'one' }, slot: 0, state: { ...freshState, status: 'connected' as const } }]
  await writer.writeChanged(connection)
  fails = false
  await writer.writeChanged(connection)
  await writer.writeChanged(connection)
  expect(stored).toEqual(['connected'])
})
