import { noise } from './seeded-noise.ts'

/** Section 9 of the specification: one point a minute, values from 0 to 100. */
const SAMPLE_INTERVAL_MS = 60_000
const SAMPLE_MIN = 0
const SAMPLE_MAX = 100

interface SampleSeriesOptions {
  seed: string
  /** First point is the one that starts at or after `from`, the last starts before `until`; milliseconds since 1970. */
  from: number
  until: number
  intervalMs?: number
  /** The value of a point, by default anything from 0 to 100; undefined leaves the point out. */
  valueAt?: (time: number) => number | undefined
}

/** A seeded series of sample values on whole multiples of its interval, oldest first. */
export function sampleSeries({ seed, from, until, intervalMs = SAMPLE_INTERVAL_MS, valueAt }: SampleSeriesOptions) {
  const draw = valueAt ?? ((time) => Math.floor(noise(seed, time / intervalMs) * (SAMPLE_MAX - SAMPLE_MIN + 1)))
  const points: { time: string; value: number }[] = []
  for (let time = Math.ceil(from / intervalMs) * intervalMs; time < until; time += intervalMs) {
    const value = draw(time)
    if (value !== undefined) points.push({ time: new Date(time).toISOString(), value })
  }
  return points
}
