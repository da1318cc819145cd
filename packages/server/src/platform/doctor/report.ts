import type { Examined } from './run-checks.ts'

const LABELS = { ok: 'ok', warning: 'WARNING', fault: 'FAULT', skipped: 'not examined' }
const WIDTH = 14

/** The result for people: a line for each check, and below it what is wrong and what to do. */
export function reportLines(examined: readonly Examined[]): string[] {
  const lines = examined.flatMap(({ title, state, findings, reason }) => [
    `${LABELS[state].padEnd(WIDTH)}${title}${reason === undefined ? '' : `: ${reason}`}`,
    ...findings.flatMap(({ severity, what, remedy }) => [
      ...indented(findings.length > 1 ? `${LABELS[severity]}: ${what}` : what),
      ...indented(`What to do: ${remedy}`),
    ]),
  ])
  return [...lines, '', summaryOf(examined)]
}

function indented(text: string): string[] {
  return text.split('\n').map((line) => `${' '.repeat(WIDTH)}${line}`)
}

function summaryOf(examined: readonly Examined[]): string {
  const findings = examined.flatMap((one) => one.findings)
  const faults = findings.filter(({ severity }) => severity === 'fault').length
  const skipped = examined.filter(({ state }) => state === 'skipped').length
  return `Faults: ${faults}. Warnings: ${findings.length - faults}. Checks not examined: ${skipped} of ${examined.length}.`
}
