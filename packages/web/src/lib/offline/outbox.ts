import { ApiError } from '../api-error.ts'
import type { StoredValue } from '../device-store.ts'
import type { Locks } from '../token-refresh.ts'
import { isPassing, isUnreachable } from './unreachable.ts'

/**
 * `draft`: somebody is still entering it. `waiting`: it will be sent. `conflict`: somebody else has changed what it is about. `refused`: the server does not take
 * it as it is. Of the last two somebody has to decide.
 */
export type EntryState = 'draft' | 'waiting' | 'conflict' | 'refused'

/** Something that was entered on this device and that the server does not have yet. */
export interface OutboxEntry<Value = unknown> {
  /** Made here, and kept by the server: an entry that is sent again is not entered twice. */
  id: string
  /** What sends it, by the name that a feature gives it. */
  kind: string
  /** What it is about, such as a machineID: there is one draft of a kind for each. */
  about: string
  state: EntryState
  value: Value
  begunAt: number
  changedAt: number
  /** Whether it was sent without an answer: the server may have it. */
  isAttempted?: boolean
  /** The server's id of what it has become, while files are still on their way. */
  becomes?: string
  /** Why it was refused. */
  reason?: string
  /** What is there now, where that is another version. */
  current?: unknown
}

/** A picture of an entry. */
export interface OutboxFile {
  /** Made here, as that of the entry. */
  id: string
  name: string
  content: Blob
}

/** How entries of a kind reach the server. */
export interface Sender {
  /** Sends the entry itself. @returns the server's id of what it has become. @throws ApiError `stale` with what is there now */
  send: (entry: OutboxEntry) => Promise<string>
  /** Sends a file of it. */
  sendFile: (becomes: string, file: OutboxFile) => Promise<void>
}

/** Where entries are kept: the store of this device. */
export interface OutboxStore {
  read: (start: string) => Promise<StoredValue[]>
  write: (path: string, value: unknown) => Promise<void>
  remove: (paths: readonly string[]) => Promise<void>
}

export interface OutboxParts {
  /** Whose entries these are. Those of others are neither read nor sent. */
  owner: string
  store: OutboxStore
  /** Over all tabs; absent where the browser has none, and the server alone sees to it that nothing is entered twice. */
  locks: Locks | undefined
  senderOf: (kind: string) => Promise<Sender | undefined>
  now: () => number
  newId: () => string
}

/** So much one account keeps on a device. */
export const MOST_ENTRIES = 50
export const MOST_FILES = 12
export const MOST_FILE_BYTES = 2_000_000
/** What nobody has touched for so long is removed, whatever became of it. */
const MAX_AGE_MS = 90 * 86_400_000
const LOCK = 'packhouse-outbox'

/** What became of an entry that was to be sent. */
export type Outcome = { state: 'sent'; becomes: string } | { state: EntryState; reason?: string | undefined }

/** What was entered on this device by one account until the server has it. Every step is stored before anything is said of it. */
export class Outbox {
  readonly #parts: OutboxParts
  readonly #listeners = new Set<() => void>()
  #entries: readonly OutboxEntry[] = []

  constructor(parts: OutboxParts) {
    this.#parts = parts
  }

  /** As they were read last, the newest first. */
  get entries(): readonly OutboxEntry[] {
    return this.#entries
  }

  /** @returns what ends it */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Reads what is stored: another tab may have changed it. Never rejects. */
  async read(): Promise<readonly OutboxEntry[]> {
    const { store, now } = this.#parts
    const stored = await store.read(this.#pathOf('')).catch(() => [])
    const all = stored.map(({ value }) => value as OutboxEntry)
    const old = all.filter(({ changedAt }) => now() - changedAt > MAX_AGE_MS)
    for (const { id } of old) await this.#erase(id).catch(() => undefined)
    this.#entries = all.filter((entry) => !old.includes(entry)).sort((one, other) => other.changedAt - one.changedAt)
    for (const listener of this.#listeners) listener()
    return this.#entries
  }

  /** Stores an entry, new or changed. @throws Error where there are too many, or the device has no room */
  async keep(entry: OutboxEntry): Promise<void> {
    // Written before anything is read: the page may be going away.
    const known = this.#entries.find(({ id }) => id === entry.id)
    const areMany = known === undefined && this.#entries.length >= MOST_ENTRIES
    if (areMany && (await this.read()).length >= MOST_ENTRIES) throw new Error('Too many entries')
    const kept = { ...entry, changedAt: this.#parts.now() }
    // Only its own form shows what is entered in a draft: nobody else has to be told.
    if (known?.state === kept.state) await this.#parts.store.write(this.#pathOf(kept.id), kept)
    else await this.#store(kept)
  }

  async filesOf(id: string): Promise<OutboxFile[]> {
    const stored = await this.#parts.store.read(this.#fileOf(id, '')).catch(() => [])
    return stored.map(({ value }) => value as OutboxFile)
  }

  /** @throws Error where there are too many, one is too large, or the device has no room */
  async keepFile(id: string, file: OutboxFile): Promise<void> {
    const known = await this.filesOf(id)
    if (known.length >= MOST_FILES || file.content.size > MOST_FILE_BYTES) throw new Error('Too many or too large')
    await this.#parts.store.write(this.#fileOf(id, file.id), file)
  }

  async removeFile(id: string, fileId: string): Promise<void> {
    await this.#parts.store.remove([this.#fileOf(id, fileId)])
  }

  /** Removes an entry with its files, sent or not. */
  async remove(id: string): Promise<void> {
    await this.#erase(id)
    await this.read()
  }

  /**
   * Makes an entry a draft again, so that somebody can change it. One that the server may have gets another id: what is changed of it must not pass for the same.
   * @returns undefined where it was sent meanwhile
   */
  async reopen(id: string): Promise<OutboxEntry | undefined> {
    return await this.#alone(async () => {
      const entry = (await this.read()).find((one) => one.id === id)
      if (entry === undefined || entry.becomes !== undefined) return undefined
      const { reason: _reason, current: _current, isAttempted, ...rest } = entry
      const draft: OutboxEntry = { ...rest, state: 'draft', id: isAttempted ? this.#parts.newId() : id }
      if (draft.id !== id) {
        for (const file of await this.filesOf(id)) await this.keepFile(draft.id, file)
      }
      await this.#store({ ...draft, changedAt: this.#parts.now() })
      if (draft.id !== id) await this.remove(id)
      return draft
    })
  }

  /** Sends what waits, the oldest first, while there is an answer. @returns what became of each by its id */
  async flush(): Promise<ReadonlyMap<string, Outcome>> {
    return await this.#alone(async () => {
      const outcomes = new Map<string, Outcome>()
      const waiting = (await this.read()).filter(({ state }) => state === 'waiting')
      for (const entry of [...waiting].reverse()) {
        const { outcome, isOver } = await this.#send(entry)
        outcomes.set(entry.id, outcome)
        if (isOver) break
      }
      if (outcomes.size > 0) await this.read()
      return outcomes
    })
  }

  /** @returns what became of it, and whether there is no connection for others either */
  async #send(entry: OutboxEntry): Promise<{ outcome: Outcome; isOver: boolean }> {
    let at = entry
    try {
      const sender = await this.#parts.senderOf(entry.kind)
      // A version of the page that does not know the kind leaves it to one that does.
      if (sender === undefined) return { outcome: { state: 'waiting' }, isOver: false }
      if (at.becomes === undefined) {
        at = await this.#store({ ...at, isAttempted: true })
        at = await this.#store({ ...at, becomes: await sender.send(at) })
      }
      const becomes = at.becomes ?? ''
      for (const file of await this.filesOf(at.id)) {
        await sender.sendFile(becomes, file)
        await this.removeFile(at.id, file.id)
      }
      await this.#erase(at.id)
      return { outcome: { state: 'sent', becomes }, isOver: false }
    } catch (error) {
      if (isPassing(error)) return { outcome: { state: 'waiting' }, isOver: isUnreachable(error) }
      return { outcome: await this.#refuse(at, error), isOver: false }
    }
  }

  async #refuse({ isAttempted: _, ...entry }: OutboxEntry, error: unknown): Promise<Outcome> {
    const reason = error instanceof Error ? error.message : ''
    const isStale = error instanceof ApiError && error.code === 'stale'
    const state = isStale ? 'conflict' : 'refused'
    await this.#store({ ...entry, state, reason, ...(isStale && { current: error.current }) })
    return { state, reason }
  }

  async #store(entry: OutboxEntry): Promise<OutboxEntry> {
    await this.#parts.store.write(this.#pathOf(entry.id), entry)
    await this.read()
    return entry
  }

  async #erase(id: string): Promise<void> {
    const files = await this.filesOf(id)
    await this.#parts.store.remove([this.#pathOf(id), ...files.map((file) => this.#fileOf(id, file.id))])
  }

  /** One tab after the other. */
  async #alone<T>(work: () => Promise<T>): Promise<T> {
    const { locks } = this.#parts
    return locks === undefined ? await work() : await locks.request(LOCK, work)
  }

  #pathOf(id: string): string {
    return `outbox/${this.#parts.owner}/${id}`
  }

  #fileOf(id: string, fileId: string): string {
    return `outbox-file/${this.#parts.owner}/${id}/${fileId}`
  }
}
