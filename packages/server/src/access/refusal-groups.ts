import { createHash } from 'node:crypto'
import { networkOf } from '../platform/network.ts'
import type { LogEntry } from './security-events.ts'

const MINUTE_MS = 60_000
/** Rows of kinds and minutes that wait beyond the groups: an hour of about twenty kinds. */
const MOST_COLLAPSED = 1_200

/** Refusals of the same actor from the same address for the same reason within one minute: one row of the log. */
interface Group {
  hash: string
  minute: number
  /** The first of them. */
  entry: LogEntry
  isStranger: boolean
  firstAt: string
  lastAt: string
  /** Those that are not written yet. */
  waiting: number
}

/** What the database adds to a row, or makes one of. */
export type CountedEntry = LogEntry & { group_hash: string; first_at: string; times: number }

/** What became of a refusal: it has a row with its actor, it has one with its kind alone, or it was not counted. */
export type Placed = 'group' | 'collapsed' | 'lost'

/**
 * Collapses refusals. The memory is bounded: of so many groups, and of those without a known actor half as many, so that strangers leave
 * room for people, keys and devices. Beyond them the refusals of one kind and minute are one row.
 */
export class RefusalGroups {
  readonly #most: number
  readonly #groups = new Map<string, Group>()
  readonly #collapsed = new Map<string, Group>()
  #minute = 0
  #strangers = 0

  /** @param most groups that are remembered at once */
  constructor(most: number) {
    this.#most = most
  }

  /** How many rows wait to be written. */
  get waiting(): number {
    let count = 0
    for (const group of this.#all()) if (group.waiting > 0) count += 1
    return count
  }

  add(entry: LogEntry): Placed {
    const at = String(entry.at)
    const minute = Math.floor(Date.parse(at) / MINUTE_MS)
    if (minute > this.#minute) this.#forgetBefore(minute)
    const { action, type, code, user_id, actor_id, api_key_id, device_id, address, target, details } = entry
    const who = [user_id, actor_id, api_key_id, device_id]
    const isStranger = who.every((id) => id === undefined)
    // A stranger has as many addresses of IPv6 as they like; the row has the first one.
    const from = isStranger && typeof address === 'string' ? networkOf(address) : address
    const about = { ...(details as object), address: undefined }
    const parts = [...who.map((id) => id ?? null), from ?? null, action, code ?? null, target ?? null, about]
    const hash = hashOf(parts)
    const known = this.#groups.get(`${minute} ${hash}`)
    if (known !== undefined) return count(known, at, 'group')
    if (this.#groups.size < this.#most && !(isStranger && this.#strangers >= this.#most / 2)) {
      this.#put(this.#groups, { hash, minute, entry, isStranger, firstAt: at, lastAt: at, waiting: 1 })
      return 'group'
    }
    const kind = hashOf(['many', action])
    const collapsed = this.#collapsed.get(`${minute} ${kind}`)
    if (collapsed !== undefined) return count(collapsed, at, 'collapsed')
    if (this.#collapsed.size >= MOST_COLLAPSED) return 'lost'
    const many: LogEntry = { at, action, type, code: 'many', details: {} }
    const given = { hash: kind, minute, entry: many, isStranger: false, firstAt: at, lastAt: at, waiting: 1 }
    this.#put(this.#collapsed, given)
    return 'collapsed'
  }

  /** Takes what waits, at most so many rows. What cannot be written is given back. */
  take(most: number): CountedEntry[] {
    const taken: CountedEntry[] = []
    for (const group of this.#all()) {
      if (taken.length >= most) break
      if (group.waiting === 0) continue
      const { entry, hash, firstAt, lastAt, waiting } = group
      taken.push({ ...entry, group_hash: hash, first_at: firstAt, at: lastAt, times: waiting })
      group.waiting = 0
    }
    return taken
  }

  giveBack(taken: readonly CountedEntry[]): void {
    for (const { group_hash: hash, first_at: firstAt, times, ...entry } of taken) {
      const minute = Math.floor(Date.parse(firstAt) / MINUTE_MS)
      const key = `${minute} ${hash}`
      const group = this.#groups.get(key) ?? this.#collapsed.get(key)
      if (group !== undefined) group.waiting += times
      // Its minute is over, and it was forgotten while it was being written.
      else {
        const lastAt = String(entry.at)
        this.#put(this.#collapsed, { hash, minute, entry, isStranger: false, firstAt, lastAt, waiting: times })
      }
    }
  }

  #put(groups: Map<string, Group>, group: Group): void {
    groups.set(`${group.minute} ${group.hash}`, group)
    if (group.isStranger) this.#strangers += 1
  }

  /** What is written and of a minute that is over is counted no more. */
  #forgetBefore(minute: number): void {
    this.#minute = minute
    for (const groups of [this.#groups, this.#collapsed]) {
      for (const [key, group] of groups) {
        if (group.waiting > 0 || group.minute === minute) continue
        groups.delete(key)
        if (group.isStranger) this.#strangers -= 1
      }
    }
  }

  *#all(): Iterable<Group> {
    yield* this.#groups.values()
    yield* this.#collapsed.values()
  }
}

function hashOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

function count(group: Group, at: string, placed: Placed): Placed {
  group.waiting += 1
  if (at < group.firstAt) group.firstAt = at
  if (at > group.lastAt) group.lastAt = at
  return placed
}
