import { expect, test } from 'vitest'
import { RefusalGroups } from './refusal-groups.ts'
import type { LogEntry } from './security-events.ts'

const MOST = 100
const NOON = Date.parse('2026-11-25T12:00:00Z')

function entry(ms: number, more: Record<string, unknown> = {}): LogEntry {
  const at = new Date(NOON + ms).toISOString()
  return {
    at,
    action: 'sign-in-refused',
    type: 'login_error',
    code: 'invalid_credentials',
    address: '192.0.2.1',
    details: {},
    ...more,
  }
}

const sum = (rows: readonly { times: number }[]) => rows.reduce((total, { times }) => total + times, 0)

test('refusals of one actor, address, kind and minute are one row, with how often, the first and the last', () => {
  const groups = new RefusalGroups(MOST)
  for (const ms of [1_000, 59_999, 30_000]) expect(groups.add(entry(ms))).toBe('group')
  expect(groups.take(10)).toEqual([
    expect.objectContaining({ times: 3, first_at: '2026-11-25T12:00:01.000Z', at: '2026-11-25T12:00:59.999Z' }),
  ])
  expect(groups.take(10)).toEqual([])
})

test.each([
  ['another person', { user_id: 'one' }],
  ['another key', { api_key_id: 'one' }],
  ['another device', { device_id: 'one' }],
  ['another address', { address: '192.0.2.2' }],
  ['another kind', { action: 'token-refused' }],
  ['another code', { code: 'too_many_attempts' }],
])('%s is another row', (_, more) => {
  const groups = new RefusalGroups(MOST)
  groups.add(entry(0))
  groups.add(entry(0, more))
  expect(groups.take(10)).toHaveLength(2)
})

test('another minute is another row, and what comes later in a minute is added to its own', () => {
  const groups = new RefusalGroups(MOST)
  groups.add(entry(59_000))
  groups.add(entry(60_000))
  const [first, second] = groups.take(10)
  groups.add(entry(61_000))
  const [later] = groups.take(10)
  expect(first?.group_hash).toBe(later?.group_hash)
  expect(later).toMatchObject({ times: 1, first_at: second?.first_at })
})

test('10,000 addresses are as many rows as there may be, and one for the rest of each kind; none is lost', () => {
  const groups = new RefusalGroups(MOST)
  for (let index = 0; index < 10_000; index += 1) {
    const action = index % 2 === 0 ? 'sign-in-refused' : 'device-refused'
    groups.add(entry(index, { address: `10.0.${index >> 8}.${index & 255}`, action }))
  }
  const rows = groups.take(10_000)
  expect(rows.length).toBe(MOST / 2 + 2)
  expect(sum(rows)).toBe(10_000)
  expect(rows.filter(({ code }) => code === 'many').map(({ address, user_id }) => [address, user_id])).toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ])
})

test('a stranger with all addresses of an IPv6 network has one row; of a known person each address has one', () => {
  const groups = new RefusalGroups(MOST)
  for (let index = 1; index <= 9; index += 1) {
    const address = `2001:db8::${index}`
    groups.add(entry(index, { address, details: { address, with: 'password' } }))
    groups.add(entry(index, { address, user_id: 'one' }))
  }
  const rows = groups.take(100)
  expect(rows.filter(({ user_id }) => user_id === undefined)).toMatchObject([{ address: '2001:db8::1', times: 9 }])
  expect(rows).toHaveLength(10)
})

test('strangers leave room for a person who is refused', () => {
  const groups = new RefusalGroups(MOST)
  for (let index = 0; index < MOST; index += 1) groups.add(entry(0, { address: `10.0.0.${index}` }))
  expect(groups.add(entry(0, { user_id: 'one' }))).toBe('group')
})

test('what could not be written is counted once more, also when its minute is over', () => {
  const groups = new RefusalGroups(MOST)
  groups.add(entry(0))
  const taken = groups.take(10)
  groups.add(entry(60_000))
  groups.giveBack(taken)
  expect(sum(groups.take(10))).toBe(2)
})

test('days without a database are bounded, and what is beyond is said to be lost', () => {
  const groups = new RefusalGroups(MOST)
  let placed = ''
  for (let minute = 0; minute < 1_400; minute += 1)
    placed = groups.add(entry(minute * 60_000, { user_id: `${minute}` }))
  expect(placed).toBe('lost')
  expect(groups.waiting).toBe(MOST + 1_200)
})
