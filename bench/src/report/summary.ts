import type { StoredFinding, StoredRun } from './stored-run.ts'

/** By so much a median may be worse than that of the last run. */
const TOLERANCE = 0.1

type Verdict = 'lost' | 'lost within range' | 'gained' | 'same' | 'new' | 'not compared'

export interface Line {
  row: number
  finding: StoredFinding
  /** Its median in the last run. */
  before: number | undefined
  /** How much more it is than then; 0.1 is a tenth. */
  change: number | undefined
  verdict: Verdict
}

/** Holds every finding of a run against that of the last one. */
export function compareRuns(run: StoredRun, last: StoredRun | undefined): Line[] {
  return run.rows.flatMap(({ row, findings }) => {
    const known = last?.rows.find((one) => one.row === row)?.findings ?? []
    return findings.map((finding) => toLine(row, finding, known.find(isLike(finding))))
  })
}

/** Words may name a count that differs from run to run, such as that of samples. */
function isLike({ what, unit }: StoredFinding): (other: StoredFinding) => boolean {
  const plain = (words: string) => words.replaceAll(/\d[\d.,]*/g, '#')
  return (other) =>
    other.what === what || (plain(other.what) === plain(what) && other.unit === unit && what.includes('samples'))
}

function toLine(row: number, finding: StoredFinding, last: StoredFinding | undefined): Line {
  const change = last === undefined || last.median === 0 ? undefined : finding.median / last.median - 1
  return { row, finding, before: last?.median, change, verdict: verdictOf(finding, last, change) }
}

function verdictOf(finding: StoredFinding, last: StoredFinding | undefined, change: number | undefined): Verdict {
  if (last === undefined) return 'new'
  if (finding.better === undefined || change === undefined || !Number.isFinite(change)) return 'not compared'
  const gain = finding.better === 'more' ? change : -change
  if (gain > TOLERANCE) return 'gained'
  if (gain >= -TOLERANCE) return 'same'
  // The worst round of then against the best one of now: where they meet, it may be chance.
  const meets = finding.better === 'more' ? finding.max >= last.min : finding.min <= last.max
  return meets ? 'lost within range' : 'lost'
}

const MARKS: Record<Verdict, string> = {
  lost: '<< LOST MORE THAN 10 %',
  'lost within range': '< lost more than 10 %, ranges meet',
  gained: '> gained',
  same: '',
  new: 'new',
  'not compared': '',
}

/** The table of a run, a line for each finding, with what has changed since the last one. */
export function summaryOf(run: StoredRun, last: StoredRun | undefined): string {
  const lines = compareRuns(run, last)
  const cells = lines.map(({ row, finding, before, change, verdict }) => [
    String(row),
    finding.what,
    `${short(finding.median)} ${finding.unit}`.trim(),
    `${short(finding.min)} to ${short(finding.max)}`,
    finding.target === undefined ? '' : `${finding.target.words} ${finding.target.met ? 'met' : 'MISSED'}`,
    before === undefined ? '' : short(before),
    change === undefined ? '' : `${change > 0 ? '+' : ''}${(100 * change).toFixed(0)} %`,
    MARKS[verdict],
  ])
  const failed = run.rows.flatMap(({ row, failure }) =>
    failure === undefined ? [] : [`Row ${row} FAILED: ${failure}`],
  )
  const count = (verdict: Verdict) => lines.filter((line) => line.verdict === verdict).length
  const missed = lines.filter(({ finding }) => finding.target?.met === false).length
  return [
    ...toColumns([['row', 'what', 'median', 'range', 'target', 'before', 'change', ''], ...cells]),
    ...failed,
    last === undefined
      ? 'There is no stored run to compare with.'
      : `Compared with the run of ${last.facts.at}, load ${last.facts.loadBefore.toFixed(1)} before it.${speedWords(run, last)}`,
    `${count('lost')} lost more than 10 %, ${count('lost within range')} more with ranges that meet; ${count('gained')} gained; ${missed} targets missed; ${failed.length} rows failed.`,
  ].join('\n')
}

/** Times and rates of a machine that is slower are no loss of the product. */
function speedWords({ facts: { parsesPerMs: now } }: StoredRun, { facts: { parsesPerMs: then } }: StoredRun): string {
  if (now === undefined || then === undefined) return ' How fast that machine was is not known.'
  return ` This machine is ${(now / then).toFixed(2)} times as fast: judge times and rates by that.`
}

function toColumns(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, place) => Math.max(...rows.map((cells) => cells[place]?.length ?? 0)))
  return rows.map((cells) =>
    cells
      .map((cell, place) => cell.padEnd(widths[place] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function short(value: number): string {
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en')
  return Number.isInteger(value) ? String(value) : value.toPrecision(3)
}
