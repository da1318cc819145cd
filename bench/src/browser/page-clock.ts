import type { Page } from 'playwright-core'

const PINGS = 30
const FRAMES = 60

/** The offset of a page's clock from the clock of this process. */
export interface PageClock {
  /** Time of the page minus time of this process, ms. */
  offset: number
  /** What the offset may be wrong by, ms. */
  error: number
}

/**
 * Compares the two clocks as NTP does (RFC 5905, section 8): asks the page for its time and takes the question that was
 * answered soonest; the page has looked at its clock somewhere between question and answer.
 */
export async function readPageClock(page: Page): Promise<PageClock> {
  let best: PageClock = { offset: Number.NaN, error: Number.POSITIVE_INFINITY }
  for (let ping = 0; ping < PINGS; ping++) {
    const asked = performance.now()
    const pageTime = await page.evaluate(() => performance.now())
    const answered = performance.now()
    const error = (answered - asked) / 2
    if (error < best.error) best = { offset: pageTime - (asked + answered) / 2, error }
  }
  return best
}

/** The time from one frame to the next in a page that is left alone, ms. */
export async function readFrameTime(page: Page): Promise<number> {
  return await page.evaluate(async (frames) => {
    const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
    const times: number[] = []
    for (let frame = 0; frame <= frames; frame++) times.push(await nextFrame())
    const between = times.slice(1).map((time, index) => time - (times[index] ?? time))
    return between.sort((a, b) => a - b)[Math.floor(frames / 2)] ?? Number.NaN
  }, FRAMES)
}
