import type { Facts } from './facts.ts'
import type { Finding, RowResult } from './finding.ts'

/** The report on the terminal. */
export function printRow({ row, title, findings, notes }: RowResult): void {
  console.log(`\nRow ${row}: ${title}`)
  const measured = findings.filter((entry) => entry.rounds.length > 0)
  for (const line of measured.map(toLine)) console.log(`  ${line}`)
  for (const note of notes) console.log(`  note: ${note}`)
}

export function printFacts(facts: Facts): void {
  console.log(
    `\nOn ${facts.cores} cores (${facts.processor}), ${facts.memoryGiB} GiB, ${facts.system}; seed ${facts.seed}`,
  )
  const shared = facts.loadBefore > facts.cores / 2 ? ': OTHERS ARE AT WORK HERE, expect low rates and wide ranges' : ''
  if (facts.commit !== undefined)
    console.log(`Commit ${facts.commit}; ${facts.parsesPerMs} records parsed in a millisecond`)
  console.log(`Load before ${facts.loadBefore.toFixed(1)}${shared}`)
  const versions = Object.entries(facts.versions).map(([name, version]) => `${name} ${version}`)
  console.log(`With ${versions.join(', ')}`)
}

function toLine({ what, unit, rounds, median, min, max, target }: Finding): string {
  const range = rounds.length > 1 ? ` (${format(min)} to ${format(max)}, ${rounds.length} rounds)` : ''
  const verdict = target === undefined ? '' : `  target ${target.words}: ${target.met ? 'met' : 'NOT MET'}`
  return `${what.padEnd(62)} ${format(median)} ${unit}${range}${verdict}`
}

function format(value: number): string {
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en')
  return Number.isInteger(value) ? String(value) : value.toPrecision(3)
}
