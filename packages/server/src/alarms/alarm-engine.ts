import { setImmediate as breathe } from 'node:timers/promises'
import { CLOCK_AHEAD_LIMIT_MS } from '@packhouse/contract'
import { readRecordsOfMany } from '../history/index.ts'
import type { Telemetry } from '../monitoring/area.ts'
import { clock, type Timer } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import { BEHIND_SIGNALS_MS } from '../platform/database-signals.ts'
import { IssueLog } from '../platform/issue-log.ts'
import { LeaseLost } from '../platform/leases/lease-keeper.ts'
import type { Log } from '../platform/log.ts'
import { sentence } from '../platform/sentence.ts'
import type { TelemetryRecord } from '../telemetry/index.ts'
import type { AlarmStore } from './alarm-store.ts'
import { Evaluator } from './evaluator.ts'
import { newestOf } from './newest-values.ts'
import { recordsAfter } from './replay.queries.ts'
import { restoreAlarms } from './restore-alarms.ts'
import type { Rule } from './rule.ts'
import { readRules } from './rules.queries.ts'

const TICK_MS = 1_000
/** How often it is written how far the records were judged, where nothing else is to be written. */
const MARK_MS = 5_000
const RETRY_MS = 1_000
/** So many records are judged before others have their turn. */
const SLICE = 250
/** How far back a machine is judged of which nothing was written yet. */
const FIRST_LOOK_MS = 3_600_000
/** What other nodes have stored is read for many machines at once, as far as it is not older than this. */
const TOGETHER_MS = 60_000
const NEXT_READ_MS = 100

export interface AlarmEngineOptions {
  database: Database
  telemetry: Pick<Telemetry, 'live' | 'ingest' | 'names' | 'feed'>
  /** Whether other nodes store records too, which are read from the database then. */
  isShared: boolean
  store: AlarmStore
  log: Log
  alarmLimit: number
}

/** Judges every committed record, in one process at a time, and stores the result. */
export class AlarmEngine {
  readonly #options: AlarmEngineOptions
  readonly #evaluator: Evaluator
  readonly #ruleIssues: IssueLog
  readonly #saveIssues: IssueLog
  #queue: (readonly TelemetryRecord[])[] = []
  #drain: Promise<void> = Promise.resolve()
  #isDraining = false
  #saving: Promise<void> = Promise.resolve()
  #isSaving = false
  #notBefore = 0
  #markedAt = 0
  #isStarted = false
  #isReading = false
  /** Whether the rules may have changed since the last reading began. */
  #areRulesAwaited = false
  #reading: Promise<void> = Promise.resolve()
  /** The rules as text, to see whether they have changed. */
  #rulesText = ''
  #unsubscribe: (() => void)[] = []
  /** Machines of which other nodes may have stored records that were not judged yet, with the begin of the first minute of these. */
  readonly #changed = new Map<number, number>()
  #readBehind: Promise<void> = Promise.resolve()
  #isReadingBehind = false
  #isStopped = false
  #timers: Timer[] = []

  constructor(options: AlarmEngineOptions) {
    this.#options = options
    this.#ruleIssues = new IssueLog(options.log, 'The alarm rules can be read again')
    this.#saveIssues = new IssueLog(options.log, 'Alarms are stored again')
    const machineOf = (key: number) => options.telemetry.live.byKey(key)?.entry
    this.#evaluator = new Evaluator({ alarmLimit: options.alarmLimit, machineOf, now: () => clock.now() })
  }

  /** Takes up where it was left: what was stored, then the records since, then those that come in in the meantime. */
  async start(): Promise<void> {
    const { database, telemetry, store } = this.#options
    // First of all: what is committed from now on is in the queue, whatever the reading below has seen.
    this.#isDraining = true
    this.#unsubscribe.push(
      telemetry.ingest.onCommitted((records) => {
        this.#queue.push(records)
        this.#wake()
      }),
    )
    if (this.#options.isShared) {
      this.#unsubscribe.push(
        telemetry.feed.follow((changes) => {
          for (const { machineKey, added } of changes) this.#noteChanged(machineKey, added[0]?.at ?? clock.now())
        }),
      )
    }
    const rules = await readRules(database)
    restoreAlarms(this.#evaluator, await store.load(), rules, (key) => telemetry.live.byKey(key)?.entry)
    this.#evaluator.setRules(rules)
    this.#evaluator.reviewMachines()
    await this.#catchUp()
    this.#isDraining = false
    this.#timers = [clock.every(TICK_MS, () => this.#tick()), clock.every(BEHIND_SIGNALS_MS, () => this.readRules())]
    this.#isStarted = true
    // For what was changed since they were read above.
    this.readRules()
    if (this.#options.isShared) this.#timers.push(clock.every(NEXT_READ_MS, () => this.#readChangedSoon()))
    this.#wake()
  }

  /** Takes over what was changed of the rules, once more where they are just being read. */
  readRules(): void {
    if (!this.#isStarted || this.#isStopped) return
    this.#areRulesAwaited = true
    if (!this.#isReading) this.#reading = this.#readRules()
  }

  /** What keeps alarms from being stored, in words; undefined while they are. */
  healthIssue(): string | undefined {
    return this.#saveIssues.isLasting ? sentence`Alarms cannot be stored: see the log of the server.` : undefined
  }

  /** Judges what has come and writes it down. */
  async stop(): Promise<void> {
    await this.#end()
    if (!this.#evaluator.changes.isEmpty) await this.#save()
  }

  /** Ends where another process judges by now: what was not written yet is judged there. */
  async abandon(): Promise<void> {
    this.#isStopped = true
    this.#queue = []
    await this.#end()
  }

  async #end(): Promise<void> {
    this.#isStarted = false
    for (const timer of this.#timers) timer.stop()
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    await this.#reading
    await this.#readBehind
    await this.#drain
    await this.#saving
  }

  /** Judges what other nodes have stored. What this one has is judged when it is committed, and found to be judged here. */
  #readChangedSoon(): void {
    if (this.#isReadingBehind || this.#isDraining || this.#changed.size === 0) return
    this.#isReadingBehind = true
    const changed = [...this.#changed]
    this.#changed.clear()
    this.#readBehind = this.#judgeStored(new Map(changed))
      .catch((error) => {
        for (const [key, from] of changed) this.#noteChanged(key, from)
        this.#saveIssues.meet('Records of other nodes could not be judged; they wait', { error: String(error) })
      })
      .finally(() => {
        this.#isReadingBehind = false
        this.#saveSoon()
      })
  }

  #noteChanged(key: number, from: number): void {
    this.#changed.set(key, Math.min(from, this.#changed.get(key) ?? from))
  }

  /** @param firstMinutes by machine */
  async #judgeStored(firstMinutes: ReadonlyMap<number, number>): Promise<void> {
    const { database, telemetry } = this.#options
    const since = clock.now() - TOGETHER_MS
    const together = new Map<number, number>()
    for (const { key, mark } of this.#behind([...firstMinutes.keys()], firstMinutes)) {
      if (mark >= since) together.set(key, mark)
      else {
        for await (const records of recordsAfter(database, telemetry.names, key, mark)) this.#evaluator.take(records)
      }
    }
    if (together.size === 0) return
    const from = Math.min(...together.values())
    const found = await readRecordsOfMany(
      database.pool,
      [...together.keys()],
      [from, clock.now() + CLOCK_AHEAD_LIMIT_MS],
      telemetry.names,
    )
    for (const [key, records] of found) {
      const mark = together.get(key) ?? 0
      this.#evaluator.take(records.filter(({ at }) => at > mark))
      await breathe()
    }
  }

  /** Machines that a rule is about and whose newest values were not judged yet, with how far they were. */
  #behind(
    keys: readonly number[],
    firstMinutes: ReadonlyMap<number, number> = new Map(),
  ): { key: number; mark: number }[] {
    return keys.flatMap((key) => {
      const machine = this.#options.telemetry.live.byKey(key)
      if (machine?.values === undefined || this.#evaluator.rulesFor(machine.entry).length === 0) return []
      const first = clock.now() - FIRST_LOOK_MS
      const mark = this.#evaluator.states.get(key)?.at ?? Math.min(first, (firstMinutes.get(key) ?? first) - 1)
      return machine.values.at > mark ? [{ key, mark }] : []
    })
  }

  /** Judges what was committed and not judged any more when the product ended. */
  async #catchUp(): Promise<void> {
    const { database, telemetry } = this.#options
    for (const { key, mark } of this.#behind(telemetry.live.machines().map(({ entry }) => entry.key))) {
      for await (const records of recordsAfter(database, telemetry.names, key, mark)) this.#evaluator.take(records)
    }
  }

  #wake(): void {
    if (this.#isDraining) return
    this.#isDraining = true
    this.#drain = this.#judgeQueue().finally(() => {
      this.#isDraining = false
    })
  }

  async #judgeQueue(): Promise<void> {
    for (let batch = this.#queue.shift(); batch !== undefined; batch = this.#queue.shift()) {
      const records = [...batch].sort((a, b) => a.at - b.at)
      for (let from = 0; from < records.length; from += SLICE) {
        if (from > 0) await breathe()
        this.#evaluator.take(records.slice(from, from + SLICE))
      }
      this.#saveSoon()
    }
  }

  #tick(): void {
    // Records that could not be stored were not heard: no machine is silent because of that.
    if (this.#options.telemetry.ingest.healthIssue() !== undefined) this.#evaluator.markIngestGap()
    this.#evaluator.reviewMachines()
    this.#evaluator.tick()
    this.#saveSoon()
    if (this.#isSaving || clock.now() < this.#notBefore) return
    this.#isSaving = true
    this.#saving = this.#notifyWithheld().finally(() => {
      this.#isSaving = false
      this.#saveSoon()
    })
  }

  async #notifyWithheld(): Promise<void> {
    const { store, telemetry } = this.#options
    try {
      await store.notifyWithheld(({ ruleId, machineKey }) => {
        const rule = this.#evaluator.ruleById(ruleId)
        const machine = telemetry.live.byKey(machineKey)?.entry
        return rule && machine && { rule, machine }
      })
    } catch (error) {
      this.#saveIssues.meet('Alarms that are shelved no more could not be told; they wait', {
        error: (error as Error).message,
      })
      this.#notBefore = clock.now() + RETRY_MS
    }
  }

  async #readRules(): Promise<void> {
    this.#isReading = true
    try {
      while (this.#areRulesAwaited) {
        this.#areRulesAwaited = false
        const rules = await readRules(this.#options.database)
        this.#ruleIssues.end()
        if (JSON.stringify(rules) !== this.#rulesText) this.#takeRules(rules)
      }
    } catch (error) {
      this.#ruleIssues.meet('The alarm rules could not be read', { error: (error as Error).message })
    } finally {
      this.#isReading = false
    }
  }

  #takeRules(rules: readonly Rule[]): void {
    this.#rulesText = JSON.stringify(rules)
    const fresh = this.#evaluator.setRules(rules)
    for (const machine of fresh.size === 0 ? [] : this.#options.telemetry.live.machines()) {
      const values = newestOf(machine)
      if (values !== undefined) this.#evaluator.introduce(machine.entry, values, fresh)
    }
    this.#saveSoon()
  }

  #saveSoon(): void {
    const { changes } = this.#evaluator
    const now = clock.now()
    if (this.#isStopped || this.#isSaving || now < this.#notBefore || changes.isEmpty) return
    if (!changes.isUrgent && now - this.#markedAt < MARK_MS) return
    this.#isSaving = true
    this.#saving = this.#save().finally(() => {
      this.#isSaving = false
      this.#saveSoon()
    })
  }

  async #save(): Promise<void> {
    const changes = this.#evaluator.takeChanges()
    this.#markedAt = clock.now()
    try {
      await this.#options.store.save(changes)
      this.#saveIssues.end()
    } catch (error) {
      // They are judged by the process that judges now.
      if (error instanceof LeaseLost) return
      this.#saveIssues.meet('Alarms could not be stored; they wait', { error: (error as Error).message })
      this.#evaluator.changes.prepend(changes)
      this.#notBefore = clock.now() + RETRY_MS
    }
  }
}
