import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Facts } from './facts.ts'
import type { Better, Finding, RowResult } from './finding.ts'

/** What is stored of a finding: enough to compare it with that of another run. */
export interface StoredFinding {
  what: string
  unit: string
  median: number
  min: number
  max: number
  /** Absent where nothing says which way is better. */
  better?: Better
  target?: { words: string; met: boolean }
}

export interface StoredRow {
  row: number
  findings: StoredFinding[]
  /** Why it was not measured. */
  failure?: string
}

/** A run of all rows. */
export interface StoredRun {
  facts: Facts
  rounds: number
  /** Machines of row 5. */
  machines: number
  quick: boolean
  rows: StoredRow[]
}

/** Quantities of which less is better. */
const LESS = new Set(['s', 'ms', 'µs', 'µs/record', 'B', 'kB', 'MB', 'bytes'])

export function toStored({ row, findings }: RowResult): StoredRow {
  return { row, findings: findings.filter(({ rounds }) => rounds.length > 0).map(shorten) }
}

function shorten({ what, unit, median, min, max, target }: Finding): StoredFinding {
  const better = target?.better ?? (LESS.has(unit) ? 'less' : undefined)
  return {
    ...{ what, unit, median: rounded(median), min: rounded(min), max: rounded(max) },
    ...(better && { better }),
    ...(target && { target: { words: target.words, met: target.met } }),
  }
}

/** Five digits say more than the machine can repeat. */
function rounded(value: number): number {
  return Number.isFinite(value) ? Number(value.toPrecision(5)) : value
}

/** The newest of the stored runs of this kind on as many cores; a quick run says nothing about a full one. */
export async function lastRun(
  folder: string,
  { quick, cores }: { quick: boolean; cores: number },
): Promise<StoredRun | undefined> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names
    .filter((one) => one.endsWith('.json'))
    .sort()
    .reverse()) {
    const run = JSON.parse(await readFile(join(folder, name), 'utf8')) as StoredRun
    if (run.quick === quick && run.facts.cores === cores) return run
  }
  return undefined
}

/** @returns the path of the file, whose name begins with the time, so that names are in the order of the runs */
export async function storeRun(folder: string, run: StoredRun): Promise<string> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${run.facts.at.slice(0, 19).replaceAll(':', '-')}Z${run.quick ? '-quick' : ''}.json`)
  await writeFile(path, `${JSON.stringify(run, null, 1)}\n`)
  return path
}
