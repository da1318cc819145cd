import type { SiteClock } from '../../lib/format/site-clock.ts'

/** What of the window of the machine page production needs. */
export interface PageWindow {
  /** Unix ms. */
  shown: { from: number; to: number }
  clock: SiteClock
  now: number
  choose: (span: { from: number; to: number }) => void
}
