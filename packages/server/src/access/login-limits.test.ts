import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Refusals } from '../platform/refusals.ts'
import type { Guessed, GuessStore } from './guess-store.ts'
import { LoginLimits } from './login-limits.ts'

const GUESSES = 10_000
const WINDOW_MS = 15 * 60_000
const OWNER = { key: 'owner at home' }

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

/** Counts as the database does, for the nodes that are given the same one. */
class MemoryGuesses implements GuessStore {
  isAway = false
  readonly #counts = new Map<string, { count: number; until: number }>()

  async add(guessed: readonly Guessed[], windowSeconds: number): Promise<number[]> {
    if (this.isAway) throw new Error('the database is away')
    return guessed.map(({ kind, name }) => {
      const known = this.#counts.get(`${kind} ${name}`)
      const isOver = known === undefined || known.until <= Date.now()
      const next = isOver
        ? { count: 1, until: Date.now() + windowSeconds * 1_000 }
        : { ...known, count: known.count + 1 }
      this.#counts.set(`${kind} ${name}`, next)
      return next.count
    })
  }

  async takeBack({ kind, name }: Guessed): Promise<void> {
    const known = this.#counts.get(`${kind} ${name}`)
    if (known !== undefined) known.count -= 1
  }

  async forget({ kind, name }: Guessed): Promise<void> {
    this.#counts.delete(`${kind} ${name}`)
  }
}

function make(store = new MemoryGuesses()): LoginLimits {
  return new LoginLimits(store, new Refusals(), 'login')
}

interface Tried {
  admitted: number
  refused: number
}

/** Guesses at once, as fast as the limits answer. What still waits for its turn has not come back yet. */
async function tryAll(limits: LoginLimits, guess: (index: number) => [account: string, address: string]) {
  const tried: Tried = { admitted: 0, refused: 0 }
  for (let index = 0; index < GUESSES; index++) {
    const [account, address] = guess(index)
    limits.take(account, address).then(
      () => tried.admitted++,
      () => tried.refused++,
    )
  }
  await vi.advanceTimersByTimeAsync(0)
  return tried
}

const addressOf = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`

describe('of 10,000 guesses', () => {
  test('at one account from as many addresses ten are tried, and then none until the window is over', async () => {
    const limits = make()
    const tried = await tryAll(limits, (index) => ['owner', addressOf(index)])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(tried).toEqual({ admitted: 10, refused: GUESSES - 10 })
    await expect(limits.take('owner', addressOf(0))).rejects.toMatchObject({ code: 'too_many_attempts' })
    await vi.advanceTimersByTimeAsync(WINDOW_MS)
    await expect(limits.take('owner', addressOf(0))).resolves.toBeUndefined()
  })

  test('at as many accounts from one address a hundred are tried', async () => {
    const tried = await tryAll(make(), (index) => [`account ${index}`, '10.0.0.1'])
    expect(tried.admitted).toBe(100)
  })

  test('from the many addresses of one IPv6 customer a hundred are tried', async () => {
    const tried = await tryAll(make(), (index) => [`account ${index}`, `2001:db8:1:2::${index.toString(16)}`])
    expect(tried.admitted).toBe(100)
  })

  test('at as many accounts from as many addresses 2,000 are tried at once, then five a second while 25 wait', async () => {
    const limits = make()
    const tried = await tryAll(limits, (index) => [`account ${index}`, addressOf(index)])
    expect(tried).toEqual({ admitted: 2_000, refused: GUESSES - 2_000 - 25 })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(tried.admitted).toBe(2_005)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(tried.admitted).toBe(2_025)
    await expect(limits.take('another', '10.9.9.9')).resolves.toBeUndefined()
  })

  test('none delays a known device, which has its own ten', async () => {
    const limits = make()
    await tryAll(limits, () => ['owner', '10.0.0.1'])
    await tryAll(limits, (index) => [`account ${index}`, addressOf(index)])
    for (let attempt = 0; attempt < 10; attempt++) await limits.take(OWNER, '10.0.0.1')
    await expect(limits.take(OWNER, '10.0.0.1')).rejects.toMatchObject({ code: 'too_many_attempts' })
    await expect(limits.take({ key: 'owner at work' }, '10.0.0.1')).resolves.toBeUndefined()
  })
})

test('many right sign-ins at once, as at the beginning of a shift, are not slowed down', async () => {
  const limits = make()
  for (let index = 0; index < GUESSES; index++) {
    await limits.take(`account ${index}`, '10.0.0.1')
    await limits.giveBack(`account ${index}`, '10.0.0.1')
  }
})

test('a new password makes what strangers guessed forgotten', async () => {
  const limits = make()
  await tryAll(limits, () => ['owner', '10.0.0.1'])
  await limits.forget('owner')
  await expect(limits.take('owner', '10.0.0.1')).resolves.toBeUndefined()
})

describe('guesses at two nodes', () => {
  test('add up, and a right one or a new password at one is known at the other within a second', async () => {
    const store = new MemoryGuesses()
    const [one, other] = [make(store), make(store)]
    for (let guess = 0; guess < 10; guess++) await (guess % 2 === 0 ? one : other).take('owner', addressOf(guess))
    for (const node of [one, other]) {
      await expect(node.take('owner', addressOf(99))).rejects.toMatchObject({ code: 'too_many_attempts' })
    }
    await one.forget('owner')
    await vi.advanceTimersByTimeAsync(1_000)
    await other.take('owner', addressOf(99))
    await other.giveBack('owner', addressOf(99))
    for (let guess = 0; guess < 10; guess++) await one.take('owner', addressOf(guess))
  })

  test('that cannot be counted are not tried, and hold nobody up afterwards', async () => {
    const store = new MemoryGuesses()
    const limits = make(store)
    store.isAway = true
    for (let guess = 0; guess < 20; guess++) await expect(limits.take('owner', '10.0.0.1')).rejects.toThrow('away')
    store.isAway = false
    for (let guess = 0; guess < 10; guess++) await limits.take('owner', '10.0.0.1')
  })
})
