import { expect, test } from 'vitest'
import { Refusals } from '../platform/refusals.ts'
import { StoredSessions } from './stored-sessions.ts'

function start(limits: {
  offlineSessions?: number
  offlineSessionsOfOwner?: number
  offlineSessionsOfDevice?: number
}) {
  const forgotten: string[] = []
  const refusals = new Refusals()
  const most = { offlineSessions: 100, offlineSessionsOfOwner: 100, offlineSessionsOfDevice: 100, ...limits }
  const sessions = new StoredSessions(most, refusals, (name) => forgotten.push(name))
  const enter = (name: string, device = 'one', owner = 'us') => {
    const connection = {}
    sessions.enter(name, { device, owner }, connection)
    return () => sessions.leave(name, connection)
  }
  return { sessions, forgotten, refusals, enter }
}

test('however many client ids one device uses, it has so many sessions stored, and the first to leave is forgotten', () => {
  const { sessions, forgotten, refusals, enter } = start({ offlineSessionsOfDevice: 3 })
  enter('other', 'two')()
  for (let n = 0; n < 1_000; n++) enter(`${n}`)()
  expect(sessions.away).toBe(4)
  expect(forgotten.slice(0, 2)).toEqual(['0', '1'])
  expect(forgotten).toHaveLength(997)
  expect(refusals.snapshot()).toEqual({ 'mqtt.sessions_of_device': 997 })
})

test('so have all devices of an owner, and all owners together', () => {
  const { sessions, forgotten, enter } = start({ offlineSessionsOfOwner: 2, offlineSessions: 3 })
  for (const n of [1, 2, 3]) enter(`a${n}`, `device ${n}`, 'a')()
  expect(forgotten).toEqual(['a1'])
  for (const n of [1, 2]) enter(`b${n}`, `device ${n}`, 'b')()
  expect(forgotten).toEqual(['a1', 'a2'])
  expect(sessions.away).toBe(3)
})

test('one that is connected is never forgotten, and one that came back is the newest', () => {
  const { forgotten, enter } = start({ offlineSessionsOfDevice: 2 })
  enter('connected')
  for (const name of ['a', 'b', 'a', 'c']) enter(name)()
  expect(forgotten).toEqual(['b'])
})

test('a session that another connection has taken over stays with that one', () => {
  const { sessions, enter } = start({})
  const leave = enter('a')
  const leaveToo = enter('a')
  leave()
  expect(sessions.away).toBe(0)
  leaveToo()
  expect(sessions.away).toBe(1)
  sessions.discard('a')
  expect(sessions.away).toBe(0)
})
