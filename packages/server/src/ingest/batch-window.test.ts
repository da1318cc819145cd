import { describe, expect, it } from 'vitest'
import { BATCH_WINDOW_MS, BatchWindow, LONGEST_WINDOW_MS } from './batch-window.ts'

const watched = () => true
const unwatched = () => false

describe('how long a batch is collected', () => {
  it('is the whole window where few records come', () => {
    const window = new BatchWindow(watched)
    window.acknowledged(1, 0)
    window.came(40)
    expect(window.wait(1, 40, 40)).toBe(BATCH_WINDOW_MS)
    expect(window.wait(1, 40, 50)).toBe(BATCH_WINDOW_MS - 10)
    expect(window.wait(1, 40, 40 + BATCH_WINDOW_MS)).toBe(0)
  })

  it('is not longer for records that have waited for the batch before', () => {
    const window = new BatchWindow(watched)
    window.acknowledged(30, 100)
    expect(window.wait(5, 70, 100)).toBe(0)
    expect(window.wait(5, 90, 110)).toBe(5)
  })

  it('ends with a thousand records', () => {
    const window = new BatchWindow(watched)
    window.came(0)
    expect(window.isDecisive(999)).toBe(false)
    expect(window.isDecisive(1_000)).toBe(true)
    expect(window.wait(1_000, 0, 0)).toBe(0)
  })

  it('is short where half of the senders answer acknowledgements at once', () => {
    const window = new BatchWindow(watched)
    window.acknowledged(4, 100)
    window.came(101)
    window.came(101)
    // Who answers is seen a moment later.
    expect(window.wait(2, 101, 101)).toBe(5)
    expect(window.wait(2, 101, 106)).toBe(0)
  })

  it('is whole where some records come behind acknowledgements by chance', () => {
    const window = new BatchWindow(watched)
    window.acknowledged(30, 100)
    for (const at of [101, 102, 103, 104, 105]) window.came(at)
    expect(window.wait(5, 101, 106)).toBe(BATCH_WINDOW_MS - 5)
  })

  describe('while nobody watches', () => {
    /** One record each 40 ms for two seconds. @returns when the last was acknowledged */
    function ordinaryLoad(window: BatchWindow): number {
      for (let now = 40; now < 2_000; now += 40) window.acknowledged(1, now)
      return 1_960
    }

    it('is longer where others are expected, until there are some', () => {
      const window = new BatchWindow(unwatched)
      const now = ordinaryLoad(window) + 40
      expect(window.wait(1, now, now)).toBe(LONGEST_WINDOW_MS)
      expect(window.wait(24, now, now + 30)).toBe(LONGEST_WINDOW_MS - 30)
      expect(window.isDecisive(24)).toBe(false)
      expect(window.isDecisive(25)).toBe(true)
      expect(window.wait(25, now, now + 10)).toBe(BATCH_WINDOW_MS - 10)
      expect(window.wait(25, now, now + 30)).toBe(0)
      expect(window.wait(1, now, now + LONGEST_WINDOW_MS)).toBe(0)
    })

    it('is the usual one where hardly any come', () => {
      const window = new BatchWindow(unwatched)
      const now = ordinaryLoad(window) + 2_000
      expect(window.wait(1, now, now)).toBe(BATCH_WINDOW_MS)
    })

    it('is the usual one where a sender waits for its acknowledgement', () => {
      const window = new BatchWindow(unwatched)
      const now = ordinaryLoad(window)
      window.acknowledged(4, now)
      window.came(now + 1)
      expect(window.wait(1, now + 1, now + 6)).toBe(BATCH_WINDOW_MS - 5)
    })
  })

  it('is the usual one while somebody watches', () => {
    const window = new BatchWindow(watched)
    for (let now = 40; now < 2_000; now += 40) window.acknowledged(1, now)
    expect(window.wait(1, 2_000, 2_000)).toBe(BATCH_WINDOW_MS)
  })
})
