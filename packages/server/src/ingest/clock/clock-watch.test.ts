import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { ClockWatch } from './clock-watch.ts'

const MINUTE = 60_000
const TEN = 10 * MINUTE
const options = { differenceMs: MINUTE, machines: 3 }

/** A watch with clocks that the test moves. */
function watched(given = options) {
  const now = { wall: 1_800_000_000_000, monotonic: 1_000 }
  const watch = new ClockWatch(given, pino({ level: 'silent' }), {
    wall: () => now.wall,
    monotonic: () => now.monotonic,
  })
  const pass = (ms: number) => {
    now.wall += ms
    now.monotonic += ms
    watch.check()
  }
  const set = (ms: number) => {
    now.wall += ms
    watch.check()
  }
  const hear = (...leads: number[]) => {
    for (const [machine, lead] of leads.entries()) watch.note(machine, lead)
    watch.check()
  }
  return { watch, now, pass, set, hear }
}

describe('the clock of the server', () => {
  test('is in doubt when many machines are ahead of it by the same amount, and no longer when it was set', () => {
    const { watch, now, pass, set, hear } = watched()
    hear(TEN, TEN + 800, TEN - 400)
    expect(watch.doubt).toMatchObject({ source: 'senders', offsetMs: TEN })
    expect(watch.doubt?.words).toContain('3 of 3 machines are ahead of the server')
    expect(watch.explains(now.wall + TEN, now.wall, 400)).toBe(true)
    expect(watch.release).toBe('wait')
    pass(MINUTE)
    set(TEN)
    expect(watch.doubt).toBeUndefined()
    expect(watch.release).toBe('take')
  })

  test('is not to blame for a machine that is further ahead than the others', () => {
    const { watch, now, hear } = watched()
    hear(TEN, TEN, TEN, 60 * MINUTE)
    expect(watch.explains(now.wall + 60 * MINUTE, now.wall, 400)).toBe(false)
    expect(watch.explains(now.wall + TEN, now.wall, 400)).toBe(true)
  })

  test.each([
    ['one machine alone', [TEN]],
    ['fewer machines than it takes', [TEN, TEN]],
    ['machines that are ahead each by another amount', [TEN, 3 * TEN, 6 * TEN]],
    ['fewer machines than are on time', [TEN, TEN, TEN, 0, -200, -900]],
    ['machines that send late what they had buffered', [-TEN, -TEN, -TEN]],
  ])('is trusted against %s', (_, leads) => {
    const { watch, hear } = watched()
    hear(...leads)
    expect(watch.doubt).toBeUndefined()
  })

  test('is found ahead when many machines stay behind by the same amount', () => {
    const { watch, pass, hear } = watched()
    hear(-TEN, -TEN, -TEN)
    pass(MINUTE)
    hear(-TEN - 500, -TEN, -TEN)
    expect(watch.doubt).toMatchObject({ source: 'senders', offsetMs: -TEN })
    expect(watch.doubt?.words).toContain('it is probably ahead')
  })

  test('is not found ahead by machines that catch up', () => {
    const { watch, pass, hear } = watched()
    hear(-TEN, -TEN, -TEN)
    pass(MINUTE)
    hear(-2 * MINUTE, -2 * MINUTE, -2 * MINUTE)
    expect(watch.doubt).toBeUndefined()
  })

  test('is in doubt when the database has another time, and no longer when it has the same', () => {
    const { watch, now } = watched()
    watch.noteDatabase(TEN)
    watch.check()
    expect(watch.doubt).toMatchObject({ source: 'database', offsetMs: TEN })
    expect(watch.explains(now.wall + TEN, now.wall, 400)).toBe(true)
    watch.noteDatabase(20)
    watch.check()
    expect(watch.doubt).toBeUndefined()
    expect(watch.release).toBe('take')
  })

  test('is trusted against the database when the machines agree with it', () => {
    const { watch, hear } = watched()
    watch.noteDatabase(TEN)
    hear(0, -300, 40)
    expect(watch.doubt).toBeUndefined()
  })

  test('stays in doubt while there is no evidence', () => {
    const { watch, pass, hear } = watched()
    hear(TEN, TEN, TEN)
    pass(60 * MINUTE)
    expect(watch.doubt).toBeDefined()
    expect(watch.release).toBe('wait')
  })

  test('was right when the machines come to it and it was not set: what waited is refused', () => {
    const { watch, pass, hear } = watched()
    hear(TEN, TEN, TEN)
    pass(6 * MINUTE)
    hear(0, 0, 0)
    expect(watch.doubt).toBeUndefined()
    expect(watch.release).toBe('refuse')
  })

  test('that was set half of the way stays in doubt by the rest', () => {
    const { watch, set, hear } = watched()
    hear(TEN, TEN, TEN)
    set(TEN / 2)
    expect(watch.doubt).toMatchObject({ offsetMs: TEN / 2, words: expect.stringContaining('by about 300 s') })
    set(TEN / 2)
    expect(watch.doubt).toBeUndefined()
  })

  test('is never doubted because of machines where the configuration says so', () => {
    const { watch, hear } = watched({ ...options, machines: 0 })
    hear(TEN, TEN, TEN, TEN)
    expect(watch.doubt).toBeUndefined()
  })

  test('that is years ahead makes no record too old', () => {
    const { watch, now } = watched()
    const years = 800 * 24 * 60 * MINUTE
    watch.noteDatabase(-years)
    watch.check()
    expect(watch.explains(now.wall - years, now.wall, 400)).toBe(true)
    expect(watch.explains(now.wall - 2 * years, now.wall, 400)).toBe(false)
  })

  test('after a start lets what waits go when the machines agree or none contradicts for a minute', () => {
    const agreed = watched()
    expect(agreed.watch.release).toBe('wait')
    agreed.hear(0, 0, 0)
    expect(agreed.watch.release).toBe('take')
    const quiet = watched()
    quiet.pass(2 * MINUTE)
    expect(quiet.watch.release).toBe('take')
  })
})
