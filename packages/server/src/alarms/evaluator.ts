import { randomUUID } from 'node:crypto'
import type { ClearReason } from '@packhouse/contract'
import type { MachineEntry } from '../live/index.ts'
import type { TelemetryRecord } from '../telemetry/index.ts'
import { ActiveCounts } from './active-counts.ts'
import { ChangeSet } from './change-set.ts'
import { type Condition, type Finding, isRaised, judge, type Moment, settle, type Transition } from './condition.ts'
import { findingOf, type Rule, readingOf } from './rule.ts'
import { RuleBook } from './rule-book.ts'
import { conditionOf, newTrack, type Track, type TrackedCondition } from './track.ts'

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
  readonly tracks = new Map<number, Track>()
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
  restore(track: Track): void {
    this.tracks.set(track.machine.key, track)
    this.#counts.add(track.machine.customerId, [...track.conditions.values()].filter(isRaised).length)
  }

  restoreFlood(customerId: string | null): void {
    this.#counts.flood(customerId)
  }

  /** Says that nothing could be heard until now, such as while the database was away. */
  wasDeaf(): void {
    this.#listeningSince = this.#options.now()
  }

  /** Takes over the rules as they are now, and clears the alarms of those that changed. @returns those that are new */
  setRules(rules: readonly Rule[]): ReadonlySet<string> {
    const fresh = this.#book.replace(rules)
    for (const track of this.tracks.values()) this.#review(track)
    return fresh
  }

  /** Takes over what was changed of the machines' registration. */
  reviewMachines(): void {
    for (const track of this.tracks.values()) {
      const machine = this.#options.machineOf(track.machine.key)
      if (machine === undefined || machine === track.machine) continue
      this.#moveTo(track, machine)
      this.#review(track)
    }
  }

  /** @param records of any machines, committed */
  take(records: readonly TelemetryRecord[]): void {
    for (const record of [...records].sort((a, b) => a.at - b.at)) {
      const machine = this.#options.machineOf(record.machineKey)
      const rules = machine === undefined ? [] : this.rulesFor(machine)
      if (machine === undefined || rules.length === 0) continue
      const track = this.#trackOf(machine)
      if (record.at > track.at) this.#takeOne(track, rules, record)
    }
  }

  /** Judges the newest known values of a machine by some of its rules, such as those that are new. */
  introduce(machine: MachineEntry, values: TelemetryRecord, ruleIds: ReadonlySet<string>): void {
    const all = this.rulesFor(machine)
    const rules = all.filter(({ id }) => ruleIds.has(id))
    if (rules.length === 0) return
    const track = this.#trackOf(machine)
    const { at } = track
    this.#takeOne(track, rules, values)
    // The other rules have yet to judge what is on its way: for them the values are still to come.
    if (rules.length < all.length) track.at = at
  }

  /** Judges by the clock: delays that end while nothing comes, and silence. */
  tick(): void {
    const now = this.#options.now()
    for (const track of this.tracks.values()) {
      for (const rule of this.rulesFor(track.machine)) {
        if (rule.kind === 'silence') this.#judgeSilence(track, rule, now)
        const condition = track.conditions.get(rule.id)
        if (condition !== undefined) this.#settle(track, rule, condition, now - this.#listenedFrom(condition.heardAt))
      }
    }
  }

  #takeOne(track: Track, rules: readonly Rule[], record: TelemetryRecord): void {
    track.at = Math.max(track.at, record.at)
    // A clock that is ahead keeps nobody from falling silent, and records of long ago are no sign of life.
    track.heardAt = Math.max(track.heardAt, Math.min(record.at, record.receivedAt))
    this.#changes.tracks.add(track)
    for (const rule of rules) {
      if (rule.kind === 'silence') this.#judgeSilence(track, rule, this.#options.now())
      else this.#judgeReading(track, rule, record)
    }
  }

  #judgeReading(track: Track, rule: Rule, record: TelemetryRecord): void {
    const reading = readingOf(rule, record)
    const known = track.conditions.get(rule.id)
    // The newest values were judged when the rule was new, and this is older.
    if (known !== undefined && record.at < known.since) return
    if (reading === undefined) {
      // It does not speak of this, and still says how late it is.
      if (known !== undefined) this.#settle(track, rule, known, record.at - known.since)
      return
    }
    const find = (condition: Condition) => findingOf(rule, reading, isRaised(condition))
    if (known === undefined && findingOf(rule, reading, false) !== 'holds') return
    const value = reading === null ? null : String(reading).slice(0, 200)
    this.#judge(track, rule, find, { at: record.at, heardAt: record.receivedAt, value })
  }

  #judgeSilence(track: Track, rule: Rule, now: number): void {
    if (track.heardAt === 0) return
    const known = track.conditions.get(rule.id)
    const isCalm = known === undefined || known.phase === 'normal'
    // That we did not listen raises no alarm, and clears none.
    const begins = (known?.phase === 'active' ? track.heardAt : this.#listenedFrom(track.heardAt)) + rule.silenceMs
    if (now >= begins) this.#judge(track, rule, () => 'holds', { at: begins, heardAt: begins, value: null })
    else if (!isCalm) {
      // Heard again by records that waited somewhere: it is over now, and not before it began.
      this.#judge(track, rule, () => 'over', { at: Math.max(track.heardAt, known.since), heardAt: now, value: null })
    }
  }

  /** @returns a time, or when we began to listen where that was later; Unix ms */
  #listenedFrom(at: number): number {
    return Math.max(at, this.#listeningSince)
  }

  #judge(track: Track, rule: Rule, find: (condition: Condition) => Finding, moment: Moment): void {
    const condition = conditionOf(track, rule)
    const { phase, since } = condition
    const transitions = judge(condition, rule, find, moment, () => this.#mayRaise(track, rule))
    if (condition.phase !== phase || condition.since !== since) this.#changes.touch(condition)
    for (const transition of transitions) this.#apply(track, rule, condition, transition)
  }

  #settle(track: Track, rule: Rule, condition: TrackedCondition, elapsedMs: number): void {
    const transition = settle(condition, rule, elapsedMs, () => this.#mayRaise(track, rule))
    if (transition !== undefined) this.#apply(track, rule, condition, transition)
  }

  #apply(track: Track, rule: Rule, condition: TrackedCondition, transition: Transition): void {
    const { machine } = track
    this.#changes.touch(condition)
    if (transition.kind === 'clear') {
      this.#clear(track, condition, 'condition', transition.clearedAt)
      return
    }
    condition.alarmId = randomUUID()
    this.#changes.raised.push({ id: condition.alarmId, machine, rule, ...transition })
    this.#count(machine.customerId, 1)
  }

  #clear(track: Track, condition: TrackedCondition, reason: ClearReason, clearedAt: number): void {
    if (condition.alarmId === undefined) return
    const rule = this.#book.byId(condition.ruleId)
    this.#changes.cleared.push({ id: condition.alarmId, rule, machine: track.machine, clearedAt, reason })
    condition.alarmId = undefined
    this.#count(track.machine.customerId, -1)
  }

  /** Ends what no rule gives a reason for any more, and what a changed rule has to judge anew. */
  #review(track: Track): void {
    const rules = new Map(this.rulesFor(track.machine).map((rule) => [rule.id, rule]))
    for (const [ruleId, condition] of track.conditions) {
      if (rules.get(ruleId)?.fingerprint === condition.fingerprint) continue
      this.#clear(track, condition, this.#book.reasonAgainst(ruleId, track.machine), this.#options.now())
      condition.phase = 'normal'
      track.conditions.delete(ruleId)
      this.#changes.touch(condition)
    }
  }

  /** A machine that changes hands takes its alarms along. */
  #moveTo(track: Track, machine: MachineEntry): void {
    const active = [...track.conditions.values()].filter(isRaised).length
    this.#count(track.machine.customerId, -active)
    this.#count(machine.customerId, active)
    track.machine = machine
  }

  #mayRaise({ machine: { customerId } }: Track, rule: Rule): boolean {
    if (!this.#counts.isFull(customerId)) return true
    if (this.#counts.flood(customerId)) this.#changes.floodsBegun.push({ customerId, rule })
    return false
  }

  #count(customerId: string | null, change: number): void {
    if (this.#counts.add(customerId, change)) this.#changes.floodsEnded.push(customerId)
  }

  #trackOf(machine: MachineEntry): Track {
    const known = this.tracks.get(machine.key)
    if (known !== undefined) return known
    const track = newTrack(machine)
    this.tracks.set(machine.key, track)
    return track
  }
}
