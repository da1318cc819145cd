import type { MachineEntry } from '../../live/index.ts'
import type { TelemetryRecord } from '../../telemetry/index.ts'
import { Evaluator } from '../evaluator.ts'
import { type Rule, readingOf } from '../rule.ts'

/** An alarm that a rule would have raised. Times are Unix ms. */
export interface TrialAlarm {
  startedAt: number
  raisedAt: number
  clearedAt: number | null
  value: string | null
}

/** A chart of the numbers of a tag: the least and the greatest in each of equal parts of the time. */
type Points = ([number, number] | null)[]

/** The clock runs with the records, so no flood is held back. */
const NO_LIMIT = Number.POSITIVE_INFINITY

/** Judges past records of one machine by one rule, with the evaluator of the live ones, as if each had come in time. */
export class RuleTrial {
  readonly alarms: TrialAlarm[] = []
  readonly points: Points
  records = 0
  readonly #rule: Rule
  readonly #evaluator: Evaluator
  readonly #span: { from: number; to: number }
  readonly #byId = new Map<string, TrialAlarm>()
  #now: number

  /** @param span Unix ms; @param parts of the chart */
  constructor(rule: Rule, machine: MachineEntry, span: { from: number; to: number }, parts: number) {
    this.#rule = rule
    this.#span = span
    this.#now = span.from
    const compares = rule.kind === 'value' && (rule.comparison === 'above' || rule.comparison === 'below')
    this.points = compares ? new Array(parts).fill(null) : []
    this.#evaluator = new Evaluator({ alarmLimit: NO_LIMIT, machineOf: () => machine, now: () => this.#now })
    this.#evaluator.setRules([rule])
  }

  /** @param records later than those before, in their order */
  take(records: readonly TelemetryRecord[]): void {
    for (const record of records) {
      if (record.at >= this.#span.to) return
      // What the clock says between two records: silence. Delays that ended are known from the next record.
      if (this.#rule.kind === 'silence') this.#settleAt(record.at - 1)
      this.#now = record.at
      this.#evaluator.take([{ ...record, receivedAt: record.at }])
      this.#draw(record)
      this.#collect()
      this.records += 1
    }
  }

  /** Lets the clock run to the end. */
  end(): void {
    this.#settleAt(this.#span.to)
  }

  #settleAt(now: number): void {
    if (now <= this.#now) return
    this.#now = now
    this.#evaluator.tick()
    this.#collect()
  }

  #collect(): void {
    if (!this.#evaluator.changes.isUrgent) return
    const { raised, cleared } = this.#evaluator.takeChanges()
    for (const { id, startedAt, raisedAt, value } of raised) {
      const alarm = { startedAt, raisedAt, clearedAt: null, value }
      this.#byId.set(id, alarm)
      this.alarms.push(alarm)
    }
    for (const { id, clearedAt } of cleared) {
      const alarm = this.#byId.get(id)
      if (alarm !== undefined) alarm.clearedAt = clearedAt
      this.#byId.delete(id)
    }
  }

  #draw(record: TelemetryRecord): void {
    if (this.points.length === 0) return
    const reading = readingOf(this.#rule, record)
    const value = typeof reading === 'string' && reading.trim() === '' ? Number.NaN : Number(reading ?? Number.NaN)
    if (!Number.isFinite(value)) return
    const { from, to } = this.#span
    const place = Math.floor(((record.at - from) / (to - from)) * this.points.length)
    const point = this.points[place]
    if (point === undefined) return
    this.points[place] = point === null ? [value, value] : [Math.min(point[0], value), Math.max(point[1], value)]
  }
}
