import { randomUUID } from 'node:crypto'
import type { ClearReason } from '@packhouse/contract'
import type { MachineEntry } from '../live/index.ts'
import type { TelemetryRecord } from '../telemetry/index.ts'
import { ActiveCounts } from './active-counts.ts'
import { ChangeSet } from './change-set.ts'
import { type Condition, type Finding, isRaised, judge, type Moment, settle, type Transition } from './condition.ts'
import {
  conditionOf,
  type MachineAlarmState,
  type MachineCondition,
  newMachineAlarmState,
} from './machine-alarm-state.ts'
import { findingOf, type Rule, readingOf } from './rule.ts'
import { RuleBook } from './rule-book.ts'

export interface EvaluatorOptions {
  /** So many alarms of one customer are active at once; then no further one is raised. */
  alarmLimit: number
  machineOf: (key: number) => MachineEntry | undefined
  /** Our clock, Unix ms. */
  now: () => number
}

/**
 * Judges records by the rules, in memory alone. What has changed is collected in `changes`, for whoever stores it.
 * Records of a machine are judged in the order of their own time; one that comes late says nothing about now.
 */
export class Evaluator {
  readonly states = new Map<number, MachineAlarmState>()
  readonly #options: EvaluatorOptions
  readonly #book = new RuleBook()
  readonly #counts: ActiveCounts
  /** Silence and delays count by our clock from here at the earliest: before, it was us who did not listen. */
  #listeningSince: number
  #changes = new ChangeSet()

  constructor(options: EvaluatorOptions) {
    this.#options = options
    this.#counts = new ActiveCounts(options.alarmLimit)
    this.#listeningSince = options.now()
  }

  get changes(): ChangeSet {
    return this.#changes
  }

  /** Hands over what has changed, and begins anew. */
  takeChanges(): ChangeSet {
    const changes = this.#changes
    this.#changes = new ChangeSet()
    return changes
  }

  rulesFor(machine: MachineEntry): readonly Rule[] {
    return this.#book.rulesFor(machine)
  }

  ruleById(id: string): Rule | undefined {
    return this.#book.byId(id)
  }

  /** Takes over what was stored of a machine. */
  restore(state: MachineAlarmState): void {
    this.states.set(state.machine.key, state)
    this.#counts.add(state.machine.customerId, [...state.conditions.values()].filter(isRaised).length)
  }

  restoreFlood(customerId: string | null): void {
    this.#counts.flood(customerId)
  }

  /** Says that nothing could be heard until now, such as while the database was away. */
  markIngestGap(): void {
    this.#listeningSince = this.#options.now()
  }

  /** Takes over the rules as they are now, and clears the alarms of those that changed. @returns those that are new */
  setRules(rules: readonly Rule[]): ReadonlySet<string> {
    const fresh = this.#book.replace(rules)
    for (const state of this.states.values()) this.#review(state)
    return fresh
  }

  /** Takes over what was changed of the machines' registration. */
  reviewMachines(): void {
    for (const state of this.states.values()) {
      const machine = this.#options.machineOf(state.machine.key)
      if (machine === undefined || machine === state.machine) continue
      this.#moveTo(state, machine)
      this.#review(state)
    }
  }

  /** @param records of any machines, committed */
  take(records: readonly TelemetryRecord[]): void {
    for (const record of [...records].sort((a, b) => a.at - b.at)) {
      const machine = this.#options.machineOf(record.machineKey)
      const rules = machine === undefined ? [] : this.rulesFor(machine)
      if (machine === undefined || rules.length === 0) continue
      const state = this.#stateOf(machine)
      if (record.at > state.at) this.#takeOne(state, rules, record)
    }
  }

  /** Judges the newest known values of a machine by some of its rules, such as those that are new. */
  introduce(machine: MachineEntry, values: TelemetryRecord, ruleIds: ReadonlySet<string>): void {
    const all = this.rulesFor(machine)
    const rules = all.filter(({ id }) => ruleIds.has(id))
    if (rules.length === 0) return
    const state = this.#stateOf(machine)
    const { at } = state
    this.#takeOne(state, rules, values)
    // The other rules have yet to judge what is on its way: for them the values are still to come.
    if (rules.length < all.length) state.at = at
  }

  /** Judges by the clock: delays that end while nothing comes, and silence. */
  tick(): void {
    const now = this.#options.now()
    for (const state of this.states.values()) {
      for (const rule of this.rulesFor(state.machine)) {
        if (rule.kind === 'silence') this.#judgeSilence(state, rule, now)
        const condition = state.conditions.get(rule.id)
        if (condition !== undefined) this.#settle(state, rule, condition, now - this.#listenedFrom(condition.heardAt))
      }
    }
  }

  #takeOne(state: MachineAlarmState, rules: readonly Rule[], record: TelemetryRecord): void {
    state.at = Math.max(state.at, record.at)
    // A clock that is ahead keeps nobody from falling silent, and records of long ago are no sign of life.
    state.heardAt = Math.max(state.heardAt, Math.min(record.at, record.receivedAt))
    this.#changes.states.add(state)
    for (const rule of rules) {
      if (rule.kind === 'silence') this.#judgeSilence(state, rule, this.#options.now())
      else this.#judgeReading(state, rule, record)
    }
  }

  #judgeReading(state: MachineAlarmState, rule: Rule, record: TelemetryRecord): void {
    const reading = readingOf(rule, record)
    const known = state.conditions.get(rule.id)
    // The newest values were judged when the rule was new, and this is older.
    if (known !== undefined && record.at < known.since) return
    if (reading === undefined) {
      // It does not speak of this, and still says how late it is.
      if (known !== undefined) this.#settle(state, rule, known, record.at - known.since)
      return
    }
    const find = (condition: Condition) => findingOf(rule, reading, isRaised(condition))
    if (known === undefined && findingOf(rule, reading, false) !== 'holds') return
    const value = reading === null ? null : String(reading).slice(0, 200)
    this.#judge(state, rule, find, { at: record.at, heardAt: record.receivedAt, value })
  }

  #judgeSilence(state: MachineAlarmState, rule: Rule, now: number): void {
    if (state.heardAt === 0) return
    const known = state.conditions.get(rule.id)
    const isCalm = known === undefined || known.phase === 'normal'
    // That we did not listen raises no alarm, and clears none.
    const begins = (known?.phase === 'active' ? state.heardAt : this.#listenedFrom(state.heardAt)) + rule.silenceMs
    if (now >= begins) this.#judge(state, rule, () => 'holds', { at: begins, heardAt: begins, value: null })
    else if (!isCalm) {
      // Heard again by records that waited somewhere: it is over now, and not before it began.
      this.#judge(state, rule, () => 'over', { at: Math.max(state.heardAt, known.since), heardAt: now, value: null })
    }
  }

  /** @returns a time, or when we began to listen where that was later; Unix ms */
  #listenedFrom(at: number): number {
    return Math.max(at, this.#listeningSince)
  }

  #judge(state: MachineAlarmState, rule: Rule, find: (condition: Condition) => Finding, moment: Moment): void {
    const condition = conditionOf(state, rule)
    const { phase, since } = condition
    const transitions = judge(condition, rule, find, moment, () => this.#mayRaise(state, rule))
    if (condition.phase !== phase || condition.since !== since) this.#changes.touch(condition)
    for (const transition of transitions) this.#apply(state, rule, condition, transition)
  }

  #settle(state: MachineAlarmState, rule: Rule, condition: MachineCondition, elapsedMs: number): void {
    const transition = settle(condition, rule, elapsedMs, () => this.#mayRaise(state, rule))
    if (transition !== undefined) this.#apply(state, rule, condition, transition)
  }

  #apply(state: MachineAlarmState, rule: Rule, condition: MachineCondition, transition: Transition): void {
    const { machine } = state
    this.#changes.touch(condition)
    if (transition.kind === 'clear') {
      this.#clear(state, condition, 'condition', transition.clearedAt)
      return
    }
    condition.alarmId = randomUUID()
    this.#changes.raised.push({ id: condition.alarmId, machine, rule, ...transition })
    this.#count(machine.customerId, 1)
  }

  #clear(state: MachineAlarmState, condition: MachineCondition, reason: ClearReason, clearedAt: number): void {
    if (condition.alarmId === undefined) return
    const rule = this.#book.byId(condition.ruleId)
    this.#changes.cleared.push({ id: condition.alarmId, rule, machine: state.machine, clearedAt, reason })
    condition.alarmId = undefined
    this.#count(state.machine.customerId, -1)
  }

  /** Ends what no rule gives a reason for any more, and what a changed rule has to judge anew. */
  #review(state: MachineAlarmState): void {
    const rules = new Map(this.rulesFor(state.machine).map((rule) => [rule.id, rule]))
    for (const [ruleId, condition] of state.conditions) {
      if (rules.get(ruleId)?.fingerprint === condition.fingerprint) continue
      this.#clear(state, condition, this.#book.reasonAgainst(ruleId, state.machine), this.#options.now())
      condition.phase = 'normal'
      state.conditions.delete(ruleId)
      this.#changes.touch(condition)
    }
  }

  /** A machine that changes hands takes its alarms along. */
  #moveTo(state: MachineAlarmState, machine: MachineEntry): void {
    const active = [...state.conditions.values()].filter(isRaised).length
    this.#count(state.machine.customerId, -active)
    this.#count(machine.customerId, active)
    state.machine = machine
  }

  #mayRaise({ machine: { customerId } }: MachineAlarmState, rule: Rule): boolean {
    if (!this.#counts.isFull(customerId)) return true
    if (this.#counts.flood(customerId)) this.#changes.floodsBegun.push({ customerId, rule })
    return false
  }

  #count(customerId: string | null, change: number): void {
    if (this.#counts.add(customerId, change)) this.#changes.floodsEnded.push(customerId)
  }

  #stateOf(machine: MachineEntry): MachineAlarmState {
    const known = this.states.get(machine.key)
    if (known !== undefined) return known
    const state = newMachineAlarmState(machine)
    this.states.set(machine.key, state)
    return state
  }
}
