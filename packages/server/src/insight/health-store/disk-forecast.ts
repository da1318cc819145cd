const DAY_MS = 86_400_000
/** A trend of less says nothing of days. */
const FEWEST_DAYS = 1
const FEWEST_POINTS = 12
/** A trend is believed for so many times as long as it was seen. */
const REACH = 5
const MOST_DAYS = 365
/** A slope that is not this many of its own standard errors above 0 may be none. */
const STEADY = 3

export interface DiskPoint {
  /** Unix ms. */
  at: number
  used: number
}

export interface DiskForecast {
  perDayBytes: number | null
  /** Unix ms. */
  fullAt: number | null
  /** Why there is a date, or why none. */
  basis: 'trend' | 'tooShort' | 'unsteady' | 'notGrowing' | 'farAway'
  days: number
}

/**
 * When a disk is full if it goes on as before: a line by least squares through what was used, moved to what is used now.
 * @param points in time order @param limit bytes beyond which it counts as full
 */
export function forecastDisk(points: readonly DiskPoint[], limit: number): DiskForecast {
  const [first, last] = [points[0], points.at(-1)]
  const days = first === undefined || last === undefined ? 0 : (last.at - first.at) / DAY_MS
  const none = { perDayBytes: null, fullAt: null, days }
  if (last === undefined || days < FEWEST_DAYS || points.length < FEWEST_POINTS) return { ...none, basis: 'tooShort' }
  const { slope, error } = lineThrough(points)
  if (slope <= 0) return { ...none, perDayBytes: slope, basis: 'notGrowing' }
  if (slope < STEADY * error) return { ...none, basis: 'unsteady' }
  const daysLeft = Math.max(0, limit - last.used) / slope
  if (daysLeft > Math.min(REACH * days, MOST_DAYS)) return { ...none, perDayBytes: slope, basis: 'farAway' }
  return { perDayBytes: slope, fullAt: last.at + daysLeft * DAY_MS, basis: 'trend', days }
}

/** @returns bytes a day, and the standard error of that */
function lineThrough(points: readonly DiskPoint[]): { slope: number; error: number } {
  const mean = (of: (point: DiskPoint) => number) => points.reduce((sum, one) => sum + of(one), 0) / points.length
  const [middle, level] = [mean(({ at }) => at), mean(({ used }) => used)]
  const x = ({ at }: DiskPoint) => (at - middle) / DAY_MS
  const spread = points.reduce((sum, one) => sum + x(one) ** 2, 0)
  const slope = points.reduce((sum, one) => sum + x(one) * (one.used - level), 0) / spread
  const rest = points.reduce((sum, one) => sum + (one.used - level - slope * x(one)) ** 2, 0)
  return { slope, error: Math.sqrt(rest / (points.length - 2) / spread) }
}
