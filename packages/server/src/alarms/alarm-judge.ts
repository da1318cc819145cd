import { randomUUID } from 'node:crypto'
import type { ClearReason } from '@packhouse/contract'
import type { TelemetryRecord } from '../telemetry/index.ts'
import { ActiveCounts } from './active-counts.ts'
import { ChangeSet } from './change-set.ts'
import { type Condition, type Finding, isRaised, judge, type Moment, settle, type Transition } from './condition.ts'
import { conditionOf, type MachineAlarmState, type MachineCondition } from './machine-alarm-state.ts'
import { findingOf, type Rule, readingOf } from './rule.ts'

export interface AlarmJudgeOptions {
  /** So many alarms of one customer are active at once; then no further one is raised. */
  alarmLimit: number
  /** Our clock, Unix ms. */
  now: () => number
  ruleById: (id: string) => Rule | undefined
}

/** Judges one machine by one rule, raises and clears its alarm, and collects what has changed. */
export class AlarmJudge {
  readonly #counts: ActiveCounts
  readonly #ruleById: (id: string) => Rule | undefined
  readonly #now: () => number
  /** Silence and delays count by our clock from here at the earliest: before, it was us who did not listen. */
  #listeningSince: number
  #changes = new ChangeSet()

  constructor({ alarmLimit, now, ruleById }: AlarmJudgeOptions) {
    this.#counts = new ActiveCounts(alarmLimit)
    this.#ruleById = ruleById
    this.#now = now
    this.#listeningSince = now()
  }

  get changes(): ChangeSet {
    return this.#changes
  }

  /** Hands over what has changed, and begins again. */
  takeChanges(): ChangeSet {
    const changes = this.#changes
    this.#changes = new ChangeSet()
    return changes
  }

  /** Takes over active alarms that were stored. */
  restore({ machine, conditions }: MachineAlarmState): void {
    this.#counts.add(machine.customerId, [...conditions.values()].filter(isRaised).length)
  }

  restoreFlood(customerId: string | null): void {
    this.#counts.flood(customerId)
  }

  /** Says that nothing could be heard until now, such as while the database was away. */
  markIngestGap(): void {
    this.#listeningSince = this.#now()
  }

  /** Judges a record by a rule about its readings. */
  judgeReading(state: MachineAlarmState, rule: Rule, record: TelemetryRecord): void {
    const reading = readingOf(rule, record)
    const known = state.conditions.get(rule.id)
    // The newest values were judged when the rule was new, and this is older.
    if (known !== undefined && record.at < known.since) return
    if (reading === undefined) {
      // It does not speak of this, and still says how late it is.
      if (known !== undefined) this.settle(state, rule, known, record.at - known.since)
      return
    }
    const find = (condition: Condition) => findingOf(rule, reading, isRaised(condition))
    if (known === undefined && findingOf(rule, reading, false) !== 'holds') return
    const value = reading === null ? null : String(reading).slice(0, 200)
    this.#judge(state, rule, find, { at: record.at, heardAt: record.receivedAt, value })
  }

  /** Judges by a rule about silence. @param now Unix ms */
  judgeSilence(state: MachineAlarmState, rule: Rule, now: number): void {
    if (state.heardAt === 0) return
    const known = state.conditions.get(rule.id)
    const isCalm = known === undefined || known.phase === 'normal'
    // That we did not listen raises no alarm, and clears none.
    const begins = (known?.phase === 'active' ? state.heardAt : this.listenedFrom(state.heardAt)) + rule.silenceMs
    if (now >= begins) this.#judge(state, rule, () => 'holds', { at: begins, heardAt: begins, value: null })
    else if (!isCalm) {
      // Heard again by records that waited somewhere: it is over now, and not before it began.
      this.#judge(state, rule, () => 'over', { at: Math.max(state.heardAt, known.since), heardAt: now, value: null })
    }
  }

  /** @returns a time, or when we began to listen where that was later; Unix ms */
  listenedFrom(at: number): number {
    return Math.max(at, this.#listeningSince)
  }

  #judge(state: MachineAlarmState, rule: Rule, find: (condition: Condition) => Finding, moment: Moment): void {
    const condition = conditionOf(state, rule)
    const { phase, since } = condition
    const transitions = judge(condition, rule, find, moment, () => this.#mayRaise(state, rule))
    if (condition.phase !== phase || condition.since !== since) this.changes.touch(condition)
    for (const transition of transitions) this.#apply(state, rule, condition, transition)
  }

  /** Ends a delay that has passed. */
  settle(state: MachineAlarmState, rule: Rule, condition: MachineCondition, elapsedMs: number): void {
    const transition = settle(condition, rule, elapsedMs, () => this.#mayRaise(state, rule))
    if (transition !== undefined) this.#apply(state, rule, condition, transition)
  }

  #apply(state: MachineAlarmState, rule: Rule, condition: MachineCondition, transition: Transition): void {
    const { machine } = state
    this.changes.touch(condition)
    if (transition.kind === 'clear') {
      this.clear(state, condition, 'condition', transition.clearedAt)
      return
    }
    condition.alarmId = randomUUID()
    this.changes.raised.push({ id: condition.alarmId, machine, rule, ...transition })
    this.count(machine.customerId, 1)
  }

  /** Ends the alarm of a condition, where it has one. */
  clear(state: MachineAlarmState, condition: MachineCondition, reason: ClearReason, clearedAt: number): void {
    if (condition.alarmId === undefined) return
    const rule = this.#ruleById(condition.ruleId)
    this.changes.cleared.push({ id: condition.alarmId, rule, machine: state.machine, clearedAt, reason })
    condition.alarmId = undefined
    this.count(state.machine.customerId, -1)
  }

  #mayRaise({ machine: { customerId } }: MachineAlarmState, rule: Rule): boolean {
    if (!this.#counts.isFull(customerId)) return true
    if (this.#counts.flood(customerId)) this.changes.floodsBegun.push({ customerId, rule })
    return false
  }

  /** Counts active alarms. */
  count(customerId: string | null, change: number): void {
    if (this.#counts.add(customerId, change)) this.changes.floodsEnded.push(customerId)
  }
}
