import { type Editor, HEARTBEAT_MS, type HeldLock, LOCK_MS, type LockStatus } from '@packhouse/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../lib/api-error.ts'
import { EditLockSession } from './edit-lock-session.ts'
import type { LockCalls } from './lock-calls.ts'

const HERE = 'a0000000-0000-4000-8000-000000000001'
const OTHER = 'a0000000-0000-4000-8000-000000000002'
const FREE: LockStatus = { editor: null, isMine: false, session: null, endsInMs: null, asked: null }
const MINUTE = 60_000

const editor = (name: string): Editor => ({ userId: OTHER, name, since: '2026-11-23T08:00:00Z', expiresAt: '' })
const mine = (token: string): HeldLock => ({ ...FREE, editor: editor('Mine'), isMine: true, session: HERE, token })
const theirs: LockStatus = { ...FREE, editor: editor('Henrik Aas'), session: OTHER }
const refusal = (code: 'edit_locked' | 'edit_lock_lost', holder?: Editor) =>
  new ApiError({ code, status: code === 'edit_locked' ? 423 : 409, title: code, editor: holder })
const away = () => Promise.reject(new TypeError('Failed to fetch'))

let answers: LockCalls
let released: string[]
let beats: string[]

function make(): EditLockSession {
  return new EditLockSession(
    {
      session: () => answers.session(),
      status: () => answers.status(),
      acquire: (...given) => answers.acquire(...given),
      heartbeat(token) {
        beats.push(token)
        return answers.heartbeat(token)
      },
      release: (token) => answers.release(token),
      releaseOnLeave: (token) => void released.push(token),
      force: (...given) => answers.force(...given),
      ask: () => answers.ask(),
      handOver: (token) => answers.handOver(token),
    },
    () => undefined,
  )
}

async function begun(): Promise<EditLockSession> {
  const lock = make()
  await lock.begin()
  expect(lock.view).toMatchObject({ state: 'mine', token: '7' })
  return lock
}

beforeEach(() => {
  vi.useFakeTimers()
  released = []
  beats = []
  answers = {
    session: async () => HERE,
    status: async () => FREE,
    acquire: async () => mine('7'),
    heartbeat: async (token) => mine(token),
    release: async () => FREE,
    releaseOnLeave: () => undefined,
    force: async () => mine('8'),
    ask: async () => theirs,
    handOver: async () => theirs,
  }
})
afterEach(() => void vi.useRealTimers())

describe('a window that edits', () => {
  it('gives a sign of life every minute and goes on for hours', async () => {
    const lock = await begun()
    await vi.advanceTimersByTimeAsync(120 * MINUTE)
    expect(lock.view.state).toBe('mine')
    expect(beats).toHaveLength((120 * MINUTE) / HEARTBEAT_MS)
  })

  it('is unsure after one heartbeat that failed, keeps its token, and is sure again with the next', async () => {
    const lock = await begun()
    answers.heartbeat = away
    await vi.advanceTimersByTimeAsync(HEARTBEAT_MS)
    expect(lock.view).toMatchObject({ state: 'unsure', token: '7' })
    answers.heartbeat = async (token) => mine(token)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(lock.view).toMatchObject({ state: 'mine', token: '7' })
  })

  it('stops saving at the expiry, counted from the last question that was answered', async () => {
    const lock = await begun()
    answers.heartbeat = away
    await vi.advanceTimersByTimeAsync(LOCK_MS - 1)
    expect(lock.view.token).toBe('7')
    await vi.advanceTimersByTimeAsync(1)
    expect(lock.view).toMatchObject({ state: 'lost', token: undefined, editor: null })
    await vi.advanceTimersByTimeAsync(10 * MINUTE)
    expect(lock.view.state).toBe('lost')
  })

  it('asks first after a sleep, and believes nothing until it is answered', async () => {
    const lock = await begun()
    // Timers stand still while the machine sleeps.
    vi.setSystemTime(Date.now() + 3 * MINUTE)
    const answer = Promise.withResolvers<HeldLock>()
    answers.heartbeat = () => answer.promise
    const checking = lock.check()
    expect(lock.view).toMatchObject({ state: 'unsure', token: '7' })
    answer.resolve(mine('7'))
    await checking
    expect(lock.view.state).toBe('mine')
    vi.setSystemTime(Date.now() + LOCK_MS)
    await lock.check()
    expect(lock.view).toMatchObject({ state: 'lost', token: undefined })
  })

  it('hears of a take-over, asks the server and knows who it is', async () => {
    const lock = await begun()
    answers.heartbeat = () => Promise.reject(refusal('edit_lock_lost', theirs.editor ?? undefined))
    lock.heard(theirs)
    await vi.advanceTimersByTimeAsync(0)
    expect(lock.view).toMatchObject({ state: 'lost', token: undefined, editor: { name: 'Henrik Aas' } })
  })

  it('is not misled by news from before it began', async () => {
    const lock = await begun()
    lock.heard(FREE)
    lock.heard(theirs)
    await vi.advanceTimersByTimeAsync(0)
    expect(lock.view).toMatchObject({ state: 'mine', token: '7' })
  })

  it('asks once more where it hears something while a heartbeat is under way', async () => {
    const lock = await begun()
    const first = Promise.withResolvers<HeldLock>()
    answers.heartbeat = () => first.promise
    lock.heard(theirs)
    lock.heard(theirs)
    answers.heartbeat = () => Promise.reject(refusal('edit_lock_lost', theirs.editor ?? undefined))
    first.resolve(mine('7'))
    await vi.advanceTimersByTimeAsync(0)
    expect(lock.view.state).toBe('lost')
  })

  it('shows who asks, and hands over', async () => {
    const lock = await begun()
    lock.heard({ ...mine('7'), asked: { userId: OTHER, name: 'Henrik Aas', at: '' } })
    expect(lock.view).toMatchObject({ state: 'mine', asked: { name: 'Henrik Aas' } })
    await lock.handOver()
    expect(lock.view).toMatchObject({ state: 'theirs', token: undefined })
    await vi.advanceTimersByTimeAsync(LOCK_MS)
    expect(beats).toEqual([])
  })

  it('frees the project when it ends, and when the page goes away', async () => {
    const lock = await begun()
    const said: string[] = []
    answers.release = async (token) => {
      said.push(token)
      return FREE
    }
    await lock.release()
    expect([lock.view.state, said]).toEqual(['reading', ['7']])
    await lock.begin()
    lock.leave()
    expect([lock.view.token, released]).toEqual([undefined, ['7']])
  })
})

it('A heartbeat that is answered after the lock was lost and begun again does not count', async () => {
  const lock = await begun()
  const late = Promise.withResolvers<HeldLock>()
  answers.heartbeat = () => late.promise
  await vi.advanceTimersByTimeAsync(LOCK_MS)
  expect(lock.view.state).toBe('lost')
  answers.acquire = async () => mine('9')
  await lock.begin()
  late.reject(refusal('edit_lock_lost', theirs.editor ?? undefined))
  await vi.advanceTimersByTimeAsync(0)
  expect(lock.view).toMatchObject({ state: 'mine', token: '9' })
})

it('A lock that is granted after the window has left is given back', async () => {
  const lock = make()
  const granted = Promise.withResolvers<HeldLock>()
  answers.acquire = () => granted.promise
  const beginning = lock.begin()
  await vi.advanceTimersByTimeAsync(0)
  lock.leave()
  granted.resolve(mine('7'))
  await beginning
  expect([lock.view.state, released]).toEqual(['reading', ['7']])
})

describe('a window that reads', () => {
  it('shows who edits and opens nothing while the server is away', async () => {
    const lock = make()
    answers.status = async () => theirs
    await lock.check()
    answers.status = away
    await lock.check()
    expect(lock.view).toMatchObject({ state: 'theirs', token: undefined, editor: { name: 'Henrik Aas' } })
  })

  it('is shown the holder where it begins too late, and can take over with a reason', async () => {
    const lock = make()
    answers.acquire = () => Promise.reject(refusal('edit_locked', theirs.editor ?? undefined))
    answers.status = away
    await lock.begin()
    expect(lock.view).toMatchObject({ state: 'theirs', editor: { name: 'Henrik Aas' } })
    await lock.force('He is ill')
    expect(lock.view).toMatchObject({ state: 'mine', token: '8', takenFrom: 'Henrik Aas' })
  })

  it('begins by itself when it was handed what it asked for, and only then', async () => {
    const handedOver: LockStatus = { ...theirs, isMine: true, session: null }
    const lock = make()
    lock.heard(handedOver)
    await vi.advanceTimersByTimeAsync(0)
    expect(lock.view.state).toBe('theirs')
    await lock.ask()
    lock.heard(handedOver)
    await vi.advanceTimersByTimeAsync(0)
    expect(lock.view.state).toBe('mine')
  })
})

describe('a window whose clock is off', () => {
  it.each([-60 * MINUTE, 60 * MINUTE])('by %d ms holds the lock and counts its end as the server does', async (off) => {
    const server = Date.now()
    vi.setSystemTime(server + off)
    const expiresAt = new Date(server + LOCK_MS).toISOString()
    answers.acquire = async () => ({ ...mine('7'), editor: { ...editor('Mine'), expiresAt }, endsInMs: LOCK_MS })
    answers.heartbeat = away
    const lock = await begun()
    await vi.advanceTimersByTimeAsync(LOCK_MS - 1)
    expect(lock.view).toMatchObject({ state: 'unsure', token: '7' })
    await vi.advanceTimersByTimeAsync(1)
    expect(lock.view).toMatchObject({ state: 'lost', token: undefined })
  })

  it('says how long ago somebody else was active by its own clock', () => {
    const server = Date.now()
    vi.setSystemTime(server + 60 * MINUTE)
    const expiresAt = new Date(server + LOCK_MS - 2 * MINUTE).toISOString()
    const lock = make()
    lock.heard({ ...theirs, editor: { ...editor('Henrik Aas'), expiresAt }, endsInMs: LOCK_MS - 2 * MINUTE })
    expect(lock.view.activeAt).toBe(Date.now() - 2 * MINUTE)
  })
})
