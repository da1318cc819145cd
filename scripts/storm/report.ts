import type { Watched } from './watch.ts'

const MIB = 1024 * 1024
const HEALTH_P99_MS = 100
const OVERVIEW_MS = 1_000
const RESIDENT_BYTES = 1024 * MIB

/** What a part of a flood sent. One that could not run proves nothing. */
export interface Outcome {
  words: string
  hasFailed: boolean
}

export interface FloodReport {
  name: string
  outcomes: Outcome[]
  watched: Watched
  /** What the server counted in the meantime, by door and reason. */
  refused: Record<string, number>
  isWithinTarget: boolean
}

export function reportOf(parts: Omit<FloodReport, 'isWithinTarget'>): FloodReport {
  const { health, overview, failures, resident } = parts.watched
  const isFast = share(health, 0.99) < HEALTH_P99_MS && share(overview, 1) < OVERVIEW_MS
  const hasRun = parts.outcomes.every(({ hasFailed }) => !hasFailed)
  return { ...parts, isWithinTarget: hasRun && isFast && failures.length === 0 && resident < RESIDENT_BYTES }
}

export function printReport(reports: readonly FloodReport[], say: (line: string) => void): void {
  for (const { name, outcomes, watched, refused, isWithinTarget } of reports) {
    const { health, overview, failures, resident, processor } = watched
    say(`\n${name}: ${isWithinTarget ? 'within the target' : 'NOT within the target'}`)
    say(`  health    p50 ${ms(health, 0.5)}, p99 ${ms(health, 0.99)}, worst ${ms(health, 1)} of ${health.length}`)
    say(
      `  overview  p50 ${ms(overview, 0.5)}, p99 ${ms(overview, 0.99)}, worst ${ms(overview, 1)} of ${overview.length}`,
    )
    say(`  memory    ${resident === 0 ? 'unknown' : `${Math.round(resident / MIB)} MiB at most`}`)
    if (processor !== undefined) {
      const { ran, waited } = processor
      say(
        `  loop      ran ${ran.toFixed(0)} ms, and waited ${waited.toFixed(0)} ms for a processor that other work had`,
      )
    }
    for (const [failure, count] of counted(failures)) say(`  failed    ${count} x ${failure}`)
    for (const [reason, count] of Object.entries(refused)) say(`  refused   ${count} x ${reason}`)
    for (const { words } of outcomes) say(`  flood     ${words}`)
  }
}

function ms(values: readonly number[], part: number): string {
  return `${share(values, part).toFixed(0)} ms`
}

/** The value below which so large a part lies. */
function share(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.POSITIVE_INFINITY
}

function counted(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
