import { setImmediate as breathe } from 'node:timers/promises'
import type { Telemetry } from '../monitoring/area.ts'
import type { Database } from '../platform/database.ts'
import { IssueLog } from '../platform/issue-log.ts'
import type { Log } from '../platform/log.ts'
import type { TelemetryRecord } from '../telemetry/index.ts'
import type { AlarmStore } from './alarm-store.ts'
import { Evaluator } from './evaluator.ts'
import { newestOf } from './newest-values.ts'
import { recordsAfter } from './replay.queries.ts'
import { restoreAlarms } from './restore-alarms.ts'
import type { Rule } from './rule.ts'
import { readRules } from './rules.queries.ts'

const TICK_MS = 1_000
/** How soon a change of the rules is seen. */
const RULES_CHECK_MS = 1_000
/** How often it is written how far the records were judged, where nothing else is to be written. */
const MARK_MS = 5_000
const RETRY_MS = 1_000
/** So many records are judged before others have their turn. */
const SLICE = 250
/** How far back a machine is judged of which nothing was written yet. */
const FIRST_LOOK_MS = 3_600_000

export interface AlarmEngineOptions {
  database: Database
  telemetry: Pick<Telemetry, 'live' | 'ingest' | 'names'>
  store: AlarmStore
  log: Log
  alarmLimit: number
}

/** Judges every committed record, in the process that holds the ingest and in no other, and stores the result. */
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
  #isReading = false
  #reading: Promise<void> = Promise.resolve()
  /** The rules as text, to see whether they have changed. */
  #rulesText = ''
  #unsubscribe: (() => void) | undefined
  #timers: NodeJS.Timeout[] = []

  constructor(options: AlarmEngineOptions) {
    this.#options = options
    this.#ruleIssues = new IssueLog(options.log, 'The alarm rules can be read again')
    this.#saveIssues = new IssueLog(options.log, 'Alarms are stored again')
    const machineOf = (key: number) => options.telemetry.live.byKey(key)?.entry
    this.#evaluator = new Evaluator({ alarmLimit: options.alarmLimit, machineOf, now: Date.now })
  }

  /** Takes up where it was left: what was stored, then the records since, then those that come in in the meantime. */
  async start(): Promise<void> {
    const { database, telemetry, store } = this.#options
    // First of all: what is committed from now on is in the queue, whatever the reading below has seen.
    this.#isDraining = true
    this.#unsubscribe = telemetry.ingest.onCommitted((records) => {
      this.#queue.push(records)
      this.#wake()
    })
    const rules = await readRules(database)
    restoreAlarms(this.#evaluator, await store.load(), rules, (key) => telemetry.live.byKey(key)?.entry)
    this.#evaluator.setRules(rules)
    this.#evaluator.reviewMachines()
    await this.#catchUp()
    this.#isDraining = false
    const readRulesAgain = () => {
      if (!this.#isReading) this.#reading = this.#readRules()
    }
    this.#timers = [setInterval(() => this.#tick(), TICK_MS), setInterval(readRulesAgain, RULES_CHECK_MS)]
    this.#wake()
  }

  /** Judges what has come and writes it down. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    this.#unsubscribe?.()
    await this.#reading
    await this.#drain
    await this.#saving
    if (!this.#evaluator.changes.isEmpty) await this.#save()
  }

  /** Judges what was committed and not judged any more when the product ended. */
  async #catchUp(): Promise<void> {
    const { database, telemetry } = this.#options
    for (const machine of telemetry.live.machines()) {
      const { entry, values } = machine
      const mark = this.#evaluator.states.get(entry.key)?.at ?? Date.now() - FIRST_LOOK_MS
      if (values === undefined || values.at <= mark || this.#evaluator.rulesFor(entry).length === 0) continue
      for await (const records of recordsAfter(database, telemetry.names, entry.key, mark))
        this.#evaluator.take(records)
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
    if (this.#isSaving || Date.now() < this.#notBefore) return
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
      this.#notBefore = Date.now() + RETRY_MS
    }
  }

  async #readRules(): Promise<void> {
    this.#isReading = true
    try {
      const rules = await readRules(this.#options.database)
      this.#ruleIssues.end()
      if (JSON.stringify(rules) !== this.#rulesText) this.#takeRules(rules)
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
    const now = Date.now()
    if (this.#isSaving || now < this.#notBefore || changes.isEmpty) return
    if (!changes.isUrgent && now - this.#markedAt < MARK_MS) return
    this.#isSaving = true
    this.#saving = this.#save().finally(() => {
      this.#isSaving = false
      this.#saveSoon()
    })
  }

  async #save(): Promise<void> {
    const changes = this.#evaluator.takeChanges()
    this.#markedAt = Date.now()
    try {
      await this.#options.store.save(changes)
      this.#saveIssues.end()
    } catch (error) {
      this.#saveIssues.meet('Alarms could not be stored; they wait', { error: (error as Error).message })
      this.#evaluator.changes.prepend(changes)
      this.#notBefore = Date.now() + RETRY_MS
    }
  }
}
