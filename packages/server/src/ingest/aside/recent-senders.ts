import { clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'

/** What is shown to staff and by the health call. */
export const RECENT_MINUTES = 10
const MINUTE_MS = 60_000
/** Beyond so many senders further ones are not distinguished. */
const MAX_SENDERS = 5_000

export interface RefusedSender {
  device: string
  /** Null if the machine is unknown. */
  machineID: string | null
  code: string
  /** Why the newest was refused. */
  reason: string
  /** Within the last minutes. */
  count: number
  notStored: number
  lastAt: number
}

interface Entry extends Omit<RefusedSender, 'count' | 'notStored'> {
  minutes: { minute: number; count: number; notStored: number }[]
}

type Noted = Pick<RefusedSender, 'device' | 'machineID' | 'code' | 'reason'>

/** Whose messages were refused in the last minutes, and why. */
export class RecentSenders {
  readonly #threshold: () => number
  readonly #log: Log
  readonly #entries = new Map<string, Entry>()
  #isMany = false

  /** @param threshold from how many machines on staff have to look */
  constructor(threshold: () => number, log: Log) {
    this.#threshold = threshold
    this.#log = log
  }

  note(noted: Noted, isStored: boolean, now = clock.now()): void {
    const id = JSON.stringify([noted.device, noted.machineID, noted.code])
    let entry = this.#entries.get(id)
    if (entry === undefined) {
      if (this.#entries.size >= MAX_SENDERS) this.#forget()
      if (this.#entries.size >= MAX_SENDERS) return
      entry = { ...noted, lastAt: now, minutes: [] }
      this.#entries.set(id, entry)
    }
    entry.reason = noted.reason
    entry.lastAt = now
    const current = minuteOf(entry, Math.floor(clock.monotonic() / MINUTE_MS))
    current.count += 1
    if (isStored) return
    if (entry.minutes.every(({ notStored }) => notStored === 0)) {
      const { device, machineID, code } = noted
      this.#log.warn({ device, machineID, code }, 'The share of a sender of refused messages is full')
    }
    current.notStored += 1
  }

  /** Those of the last minutes, most messages first. */
  list(): RefusedSender[] {
    this.#forget()
    return [...this.#entries.values()]
      .map(({ minutes, ...entry }) => ({
        ...entry,
        count: sumOf(minutes, 'count'),
        notStored: sumOf(minutes, 'notStored'),
      }))
      .sort((a, b) => b.count - a.count)
  }

  /** What staff have to look after, in words without names; undefined if it is little. Logs it when it begins. */
  issue(): string | undefined {
    const senders = this.list()
    const machines = machinesOf(senders)
    const notStored = senders.reduce((sum, sender) => sum + sender.notStored, 0)
    const isMany = machines >= this.#threshold() || notStored > 0
    if (!isMany) {
      this.#isMany = false
      return undefined
    }
    const words = wordsFor(senders, machines, notStored)
    if (!this.#isMany) this.#log.warn(words)
    this.#isMany = true
    return words
  }

  #forget(): void {
    const oldest = Math.floor(clock.monotonic() / MINUTE_MS) - RECENT_MINUTES
    for (const [id, entry] of this.#entries) {
      entry.minutes = entry.minutes.filter(({ minute }) => minute > oldest)
      if (entry.minutes.length === 0) this.#entries.delete(id)
    }
  }
}

/** How many machines there are among senders; a device of which no machine is known counts as one. */
export function machinesOf(senders: readonly RefusedSender[]): number {
  return new Set(senders.map(({ machineID, device }) => machineID ?? `device ${device}`)).size
}

function wordsFor(senders: readonly RefusedSender[], machines: number, notStored: number): string {
  const codes = [...Map.groupBy(senders, ({ code }) => code)]
    .map(([code, of]) => `${code} ${machinesOf(of)}`)
    .sort()
    .join(', ')
  const who = machines === 1 ? '1 machine was' : `${machines} machines were`
  const beyond = notStored === 0 ? '' : ` ${notStored} refused messages found their share full and were not kept.`
  return `${who} refused in the last ${RECENT_MINUTES} minutes (${codes}).${beyond} See Telemetry, Dead letters.`
}

function minuteOf(entry: Entry, minute: number): Entry['minutes'][number] {
  const last = entry.minutes.at(-1)
  if (last?.minute === minute) return last
  const current = { minute, count: 0, notStored: 0 }
  entry.minutes = [...entry.minutes.filter((one) => one.minute > minute - RECENT_MINUTES), current]
  return current
}

function sumOf(minutes: Entry['minutes'], field: 'count' | 'notStored'): number {
  return minutes.reduce((sum, minute) => sum + minute[field], 0)
}
