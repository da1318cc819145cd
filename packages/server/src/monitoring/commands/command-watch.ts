import { CONFIRMED_WITHIN_SECONDS, type TagMapEntry } from '@packhouse/contract'
import { isSameValue, type RawValue } from '../../connect/index.ts'
import type { Ingest } from '../../ingest/index.ts'
import { clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { TelemetryRecord } from '../../telemetry/index.ts'
import { reportedValue } from './reported-value.ts'

const PATIENCE_MS = CONFIRMED_WITHIN_SECONDS * 1_000

/** A value that was sent and that the machine has not reported yet. */
export interface SentCommand {
  id: string
  machineKey: number
  entry: TagMapEntry
  value: RawValue
  /** Unix ms; what came before does not confirm it. */
  sentAt: number
}

export interface CommandWatchParts {
  ingest: Pick<Ingest, 'onCommitted'>
  log: Log
  /** Stores that a machine has reported the value. @param at Unix ms */
  confirm: (id: string, at: number) => Promise<void>
}

/** Follows what machines report until they have reported what was written to them, or have had time enough. */
export class CommandWatch {
  readonly #parts: CommandWatchParts
  readonly #sent = new Map<number, SentCommand[]>()
  #unsubscribe: (() => void) | undefined

  constructor(parts: CommandWatchParts) {
    this.#parts = parts
  }

  async start(): Promise<void> {
    this.#unsubscribe = this.#parts.ingest.onCommitted((records) => {
      if (this.#sent.size === 0) return
      for (const record of records) this.#look(record)
    })
  }

  async stop(): Promise<void> {
    this.#unsubscribe?.()
    this.#sent.clear()
  }

  /** How many are followed. */
  get size(): number {
    return [...this.#sent.values()].reduce((sum, commands) => sum + commands.length, 0)
  }

  watch(command: SentCommand): void {
    for (const [key, commands] of this.#sent) this.#keep(key, commands.filter(isInTime))
    this.#keep(command.machineKey, [...(this.#sent.get(command.machineKey) ?? []), command])
  }

  #look(record: TelemetryRecord): void {
    const commands = this.#sent.get(record.machineKey)
    if (commands === undefined) return
    const confirmed = commands.filter((command) => confirms(record, command))
    this.#keep(
      record.machineKey,
      commands.filter((command) => isInTime(command) && !confirmed.includes(command)),
    )
    for (const { id } of confirmed) {
      this.#parts.confirm(id, clock.now()).catch((error: Error) => {
        this.#parts.log.warn({ error: error.message, command: id }, 'That a machine took a value was not stored')
      })
    }
  }

  #keep(machineKey: number, commands: SentCommand[]): void {
    if (commands.length === 0) this.#sent.delete(machineKey)
    else this.#sent.set(machineKey, commands)
  }
}

function isInTime({ sentAt }: SentCommand): boolean {
  return clock.now() - sentAt <= PATIENCE_MS
}

function confirms(record: TelemetryRecord, { entry, value, sentAt }: SentCommand): boolean {
  return record.receivedAt >= sentAt && isSameValue(value, reportedValue(entry, record))
}
