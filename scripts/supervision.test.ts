import { describe, expect, test } from 'vitest'
import { Supervision } from './supervision.mjs'

describe('after an end of the server', () => {
  test('an order, a signal to stop and a faulty configuration are final', () => {
    const supervision = new Supervision()
    expect(supervision.after({ code: 0, signal: null, ranMs: 5 })).toEqual({ exitCode: 0 })
    expect(supervision.after({ code: null, signal: 'SIGTERM', ranMs: 5 })).toEqual({ exitCode: 0 })
    expect(supervision.after({ code: 78, signal: null, ranMs: 0 })).toEqual({ exitCode: 78 })
  })

  test('one that was never ready is started five times, with longer and longer pauses', () => {
    const supervision = new Supervision()
    const next = Array.from({ length: 5 }, () => supervision.after({ code: 1, signal: null, ranMs: 0 }))
    expect(next).toMatchObject([
      { pauseMs: 1_000, words: 'Packhouse has ended (exit code 1). It is started again in 1 s.' },
      { pauseMs: 2_000 },
      { pauseMs: 4_000 },
      { pauseMs: 8_000 },
      { exitCode: 1, words: expect.stringContaining('never ready in 5 attempts and is not started again') },
    ])
  })

  test('one that has been ready is started for ever, at last once a minute, and at once after a steady run', () => {
    const supervision = new Supervision()
    const crash = (ranMs: number) => supervision.after({ code: null, signal: 'SIGABRT', ranMs })
    const next = [10, 10, 10, 0, 0, 0, 0, 0, 0, 60_000].map(crash)
    expect(next.map((one) => 'pauseMs' in one && one.pauseMs / 1000)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60, 1])
  })
})
