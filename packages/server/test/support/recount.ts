import { type ReportedState, stateGroup } from '@packhouse/contract'

/** A record as the table has it. Times are Unix ms. */
export interface StoredRecord {
  at: number
  totalCycles: number | null
  totalRejects?: number | null
  cyclesPerMin: number | null
  temperature: number | null
  humidity: number | null
  machineState: string | null
}

/** What a span amounts to, by the names of the roll-ups' columns. */
export type Amounts = Record<string, number>

const DAY_MS = 24 * 3_600_000

/** How long a record speaks for a machine with no other setting. */
const STALE_MS = 60_000

/** A time in one state, Unix ms. */
export interface Stay {
  from: number
  to: number
  state: string
}

/**
 * Counts the records of one machine in the plainest way there is: in time order, each step of the counter into the span
 * of the later reading, and the time from a record to the next into the state, as decision records 0007 and 0020 say.
 * @param span length in ms
 * @param now what the newest record speaks for counts up to it; left out of roll-ups, which do not have it yet
 * @returns the amounts by the start of their span, Unix ms
 */
export function recount(records: readonly StoredRecord[], span: number, now?: number): Map<number, Amounts> {
  const spans = new Map<number, Amounts>()
  const at = (time: number) => {
    const start = time - (time % span)
    const amounts = spans.get(start) ?? emptyAmounts()
    spans.set(start, amounts)
    return amounts
  }
  let previous: { at: number; cycles: number } | undefined
  let rejected: { at: number; cycles: number } | undefined
  for (const record of records.toSorted((a, b) => a.at - b.at)) {
    const amounts = at(record.at)
    tally(amounts, 'records', 1)
    measure(amounts, 'speed', record.cyclesPerMin)
    measure(amounts, 'temperature', record.temperature)
    measure(amounts, 'humidity', record.humidity)
    if (record.totalRejects !== null && record.totalRejects !== undefined) {
      tally(amounts, 'rejects', stepBetween(rejected, { at: record.at, cycles: record.totalRejects }))
      rejected = { at: record.at, cycles: record.totalRejects }
      tally(amounts, 'rejects_count', 1)
    }
    if (record.totalCycles === null) continue
    tally(amounts, 'cycles', stepBetween(previous, { at: record.at, cycles: record.totalCycles }))
    previous = { at: record.at, cycles: record.totalCycles }
  }
  for (const { from, to, state } of held(records, now)) {
    for (let time = from; time < to; ) {
      const end = Math.min(to, time - (time % span) + span)
      tally(at(time), `${stateGroup(state as ReportedState).toLowerCase()}_ms`, end - time)
      time = end
    }
  }
  return spans
}

/** The times in each state of one machine that have ended, in order. */
export function stays(records: readonly StoredRecord[]): Stay[] {
  const found: Stay[] = []
  for (const stay of held(records)) {
    const last = found.at(-1)
    if (last !== undefined && last.to === stay.from && last.state === stay.state) last.to = stay.to
    else found.push({ ...stay })
  }
  const newest = records.reduce((most, { at }) => Math.max(most, at), 0)
  const open = newestState(records)
  return found.filter(({ to, state }) => to < newest || state !== open)
}

/** From each record to the next, at most as long as it speaks for the machine, in the state that was reported last. */
export function held(records: readonly StoredRecord[], now?: number): Stay[] {
  const sorted = records.toSorted((a, b) => a.at - b.at)
  let state: string | null = null
  return sorted.flatMap((record, index) => {
    state = record.machineState ?? state
    const next = sorted[index + 1]
    const end = next?.at ?? now
    return end === undefined || end <= record.at || state === null
      ? []
      : [{ from: record.at, to: Math.min(end, record.at + STALE_MS), state }]
  })
}

function newestState(records: readonly StoredRecord[]): string | undefined {
  const withState = records.filter(({ machineState }) => machineState !== null)
  return withState.toSorted((a, b) => b.at - a.at)[0]?.machineState ?? undefined
}

/** What a counter went on by: docs/counting.md, rules 5 to 7. */
export function stepBetween(
  before: { at: number; cycles: number } | undefined,
  now: { at: number; cycles: number },
): number {
  if (before === undefined || now.at - before.at > DAY_MS) return 0
  const seconds = Math.max(1, (now.at - before.at) / 1_000)
  const difference = now.cycles - before.cycles
  const isReset = now.cycles < before.cycles / 8
  const made = isReset ? now.cycles : Math.max(0, difference)
  const isSure = !isReset && made <= before.cycles / 8
  const most = (100_000 * seconds) / 60
  const mostUnsure = 2_000 * Math.max(1, seconds / 60)
  return made > most || (made > mostUnsure && !isSure) ? 0 : made
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
  const states = ['running_ms', 'idle_ms', 'stopped_ms', 'faulted_ms']
  const names = ['records', 'cycles', 'rejects', 'rejects_count', ...measured, ...states]
  return Object.fromEntries(names.map((name) => [name, 0]))
}
