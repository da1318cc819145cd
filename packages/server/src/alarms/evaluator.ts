import type { MachineEntry } from '../live/index.ts'
import type { TelemetryRecord } from '../telemetry/index.ts'
import { AlarmJudge } from './alarm-judge.ts'
import type { ChangeSet } from './change-set.ts'
import { isRaised } from './condition.ts'
import { type MachineAlarmState, newMachineAlarmState } from './machine-alarm-state.ts'
import { type Rule, readingOf } from './rule.ts'
import { RuleBook } from './rule-book.ts'

export interface EvaluatorOptions {
  /** So many alarms of one customer are active at once; then no further one is raised. */
  alarmLimit: number
  machineOf: (key: number) => MachineEntry | undefined
  /** Our clock, Unix ms. */
  now: () => number
}

/**
 * Judges records by the rules, in memory alone. What has changed is collected in `changes`, for anyone who stores it.
 * Records of a machine are judged in the order of their own time. One that comes late is judged by the rules whose reading has not been
 * reported since; of anything else it says nothing about now.
 */
export class Evaluator {
  readonly states = new Map<number, MachineAlarmState>()
  readonly #options: EvaluatorOptions
  readonly #book = new RuleBook()
  readonly #judge: AlarmJudge

  constructor(options: EvaluatorOptions) {
    this.#options = options
    this.#judge = new AlarmJudge({ ...options, ruleById: (id) => this.#book.byId(id) })
  }

  get changes(): ChangeSet {
    return this.#judge.changes
  }

  /** Hands over what has changed, and begins again. */
  takeChanges(): ChangeSet {
    return this.#judge.takeChanges()
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
    this.#judge.restore(state)
  }

  restoreFlood(customerId: string | null): void {
    this.#judge.restoreFlood(customerId)
  }

  /** Says that nothing could be heard until now, such as while the database was away. */
  markIngestGap(): void {
    this.#judge.markIngestGap()
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
      else this.#takeLate(state, rules, record)
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
        if (rule.kind === 'silence') this.#judge.judgeSilence(state, rule, now)
        const condition = state.conditions.get(rule.id)
        if (condition !== undefined)
          this.#judge.settle(state, rule, condition, now - this.#judge.listenedFrom(condition.heardAt))
      }
    }
  }

  #takeOne(state: MachineAlarmState, rules: readonly Rule[], record: TelemetryRecord): void {
    state.at = Math.max(state.at, record.at)
    // A clock that is ahead does not hide silence, and records of long ago are no sign of life.
    // Whoever says that a source is gone is not heard of it.
    if (record.ends !== true) state.heardAt = Math.max(state.heardAt, Math.min(record.at, record.receivedAt))
    this.#judge.changes.states.add(state)
    for (const rule of rules) {
      if (rule.kind === 'silence') this.#judge.judgeSilence(state, rule, this.#options.now())
      else this.#judgeReading(state, rule, record)
    }
  }

  #takeLate(state: MachineAlarmState, rules: readonly Rule[], record: TelemetryRecord): void {
    for (const rule of rules) {
      if (rule.kind === 'silence' || readingOf(rule, record) === undefined) continue
      if (record.at > (state.judged.get(rule.id) ?? state.judgedUntil)) this.#judgeReading(state, rule, record)
    }
  }

  #judgeReading(state: MachineAlarmState, rule: Rule, record: TelemetryRecord): void {
    if (readingOf(rule, record) !== undefined) state.judged.set(rule.id, record.at)
    this.#judge.judgeReading(state, rule, record)
  }

  /** Ends what no rule gives a reason for any more, and what a changed rule has to judge again. */
  #review(state: MachineAlarmState): void {
    const rules = new Map(this.rulesFor(state.machine).map((rule) => [rule.id, rule]))
    for (const [ruleId, condition] of state.conditions) {
      if (rules.get(ruleId)?.fingerprint === condition.fingerprint) continue
      this.#judge.clear(state, condition, this.#book.reasonAgainst(ruleId, state.machine), this.#options.now())
      condition.phase = 'normal'
      state.conditions.delete(ruleId)
      state.judged.delete(ruleId)
      this.#judge.changes.touch(condition)
    }
    for (const id of state.judged.keys()) if (!rules.has(id)) state.judged.delete(id)
  }

  /** A machine that changes hands takes its alarms along. */
  #moveTo(state: MachineAlarmState, machine: MachineEntry): void {
    const active = [...state.conditions.values()].filter(isRaised).length
    this.#judge.count(state.machine.customerId, -active)
    this.#judge.count(machine.customerId, active)
    state.machine = machine
  }

  #stateOf(machine: MachineEntry): MachineAlarmState {
    const known = this.states.get(machine.key)
    if (known !== undefined) return known
    const state = newMachineAlarmState(machine)
    this.states.set(machine.key, state)
    return state
  }
}
