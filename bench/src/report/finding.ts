/** What one measurement has shown, over all rounds. */
export interface Finding {
  what: string
  unit: string
  rounds: number[]
  median: number
  min: number
  max: number
  target?: Target & { met: boolean }
}

export type Better = 'more' | 'less'

export interface Target {
  words: string
  /** Which way is better. */
  better: Better
  /** Whether the median meets it. */
  test: (median: number) => boolean
}

export interface RowResult {
  row: number
  title: string
  findings: Finding[]
  notes: string[]
}

export function finding(what: string, unit: string, rounds: number[], target?: Target): Finding {
  const sorted = [...rounds].sort((a, b) => a - b)
  const base = {
    what,
    unit,
    rounds,
    median: median(sorted),
    min: sorted[0] ?? Number.NaN,
    max: sorted.at(-1) ?? Number.NaN,
  }
  return target === undefined ? base : { ...base, target: { ...target, met: target.test(base.median) } }
}

export function atLeast(limit: number): Target {
  return { words: `>= ${limit}`, better: 'more', test: (value) => value >= limit }
}

export function atMost(limit: number): Target {
  return { words: `<= ${limit}`, better: 'less', test: (value) => value <= limit }
}

function median(sorted: number[]): number {
  const middle = sorted.length / 2
  const low = sorted[Math.ceil(middle) - 1] ?? Number.NaN
  const high = sorted[Math.floor(middle)] ?? Number.NaN
  return (low + high) / 2
}
