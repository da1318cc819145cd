/** A record as the table has it. Times are Unix ms. */
export interface StoredRecord {
  at: number
  totalCycles: number | null
  cyclesPerMin: number | null
  temperature: number | null
  humidity: number | null
  machineState: string | null
}

/** What a span amounts to, by the names of the roll-ups' columns. */
export type Amounts = Record<string, number>

const DAY_MS = 24 * 3_600_000

/**
 * Counts the records of one machine in the plainest way there is: in time order, each step of the counter into the span
 * of the later reading, as decision record 0007 says.
 * @param span length in ms
 * @returns the amounts by the start of their span, Unix ms
 */
export function recount(records: readonly StoredRecord[], span: number): Map<number, Amounts> {
  const spans = new Map<number, Amounts>()
  let previous: { at: number; cycles: number } | undefined
  for (const record of records.toSorted((a, b) => a.at - b.at)) {
    const start = record.at - (record.at % span)
    const amounts = spans.get(start) ?? emptyAmounts()
    spans.set(start, amounts)
    tally(amounts, 'records', 1)
    measure(amounts, 'speed', record.cyclesPerMin)
    measure(amounts, 'temperature', record.temperature)
    measure(amounts, 'humidity', record.humidity)
    if (record.machineState !== null) tally(amounts, record.machineState.toLowerCase(), 1)
    if (record.totalCycles === null) continue
    tally(amounts, 'cycles', stepBetween(previous, { at: record.at, cycles: record.totalCycles }))
    previous = { at: record.at, cycles: record.totalCycles }
  }
  return spans
}

function stepBetween(before: { at: number; cycles: number } | undefined, now: { at: number; cycles: number }): number {
  if (before === undefined || now.at - before.at > DAY_MS) return 0
  const step = now.cycles - before.cycles
  return step < 0 ? now.cycles : step
}

function measure(amounts: Amounts, name: string, value: number | null): void {
  if (value === null) return
  tally(amounts, `${name}_sum`, value)
  tally(amounts, `${name}_count`, 1)
}

function tally(amounts: Amounts, name: string, by: number): void {
  amounts[name] = (amounts[name] ?? 0) + by
}

function emptyAmounts(): Amounts {
  const measured = ['speed', 'temperature', 'humidity'].flatMap((name) => [`${name}_sum`, `${name}_count`])
  const names = ['records', 'cycles', ...measured, 'running', 'idle', 'stopped', 'faulted']
  return Object.fromEntries(names.map((name) => [name, 0]))
}
