import { type Editor, HEARTBEAT_MS, type HeldLock, LOCK_MS, type LockStatus } from '@packhouse/contract'
import { ApiError } from '../../../lib/api-error.ts'
import type { LockCalls } from './lock-calls.ts'

/** How soon a heartbeat that failed is tried again. */
const RETRY_MS = 5_000
/** After so long without an answer the page was asleep, or its timers were slowed down. */
const OVERDUE_MS = HEARTBEAT_MS + 15_000

export type LockState = 'reading' | 'mine' | 'theirs' | 'unsure' | 'lost'

/** What a window knows of the lock of a project. */
export interface LockView {
  /** `unsure`: a heartbeat failed; `lost`: expired or taken over. */
  state: LockState
  /** Only in `mine`, and in `unsure` before the expiry. */
  token: string | undefined
  /** Who edits, last known. */
  editor: Editor | null
  /** When the holder gave a sign of life last, Unix ms by this clock, whatever that of the server says. */
  activeAt: number | undefined
  asked: LockStatus['asked']
  /** The name of whom this window has taken it over from. */
  takenFrom: string | undefined
  /** Where it is lost: who took it; null where it expired. */
  lostTo: Editor | null
  /** When the server confirmed it last, Unix ms. */
  confirmedAt: number | undefined
}

const READING: LockView = {
  state: 'reading',
  token: undefined,
  editor: null,
  activeAt: undefined,
  asked: null,
  takenFrom: undefined,
  lostTo: null,
  confirmedAt: undefined,
}

/** What this window holds. */
interface Hold {
  token: string
  /** Unix ms by this clock; counted from when the server was asked, so that it is never later than the server's. */
  until: number
}

/**
 * The lock of one project as one window holds it. Whatever is unclear is asked of the server, whose database alone decides; a failed
 * question never opens the form.
 */
export class EditLockSession {
  readonly #calls: LockCalls
  readonly #changed: () => void
  #view = READING
  #hold: Hold | undefined
  #session: string | undefined
  /** Whether this window wants to edit: an answer that comes after it has left is given back. */
  #wants = false
  /** Whether this window has asked the holder, and begins by itself when it is handed over. */
  #hasAsked = false
  #isBeating = false
  #beatsAgain = false
  #beatTimer: ReturnType<typeof setTimeout> | undefined
  #endTimer: ReturnType<typeof setTimeout> | undefined

  /** @param changed hears that there is another view */
  constructor(calls: LockCalls, changed: () => void) {
    this.#calls = calls
    this.#changed = changed
  }

  get view(): LockView {
    return this.#view
  }

  /** Begins to edit; where somebody else does, it shows who. @throws ApiError every other refusal */
  async begin({ continueHere = false } = {}): Promise<void> {
    await this.#acquire(async (session) => await this.#calls.acquire(session, continueHere), undefined)
  }

  /** Takes it over. @throws ApiError */
  async force(reason: string): Promise<void> {
    const from = this.#view.editor?.name
    await this.#acquire(async (session) => await this.#calls.force(session, reason), from)
  }

  /** Ends editing. What the server does not hear expires by itself. */
  async release(): Promise<void> {
    const token = this.#drop()
    this.#show(READING)
    if (token === undefined) return
    const status = await this.#calls.release(token).catch(() => undefined)
    if (status !== undefined) this.#see(status)
  }

  /** Asks the holder to hand it over. Where it has become free, that is shown. @throws ApiError */
  async ask(): Promise<void> {
    try {
      const status = await this.#calls.ask()
      this.#hasAsked = true
      this.#see(status)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'not_usable') throw error
      await this.check()
    }
  }

  /** Hands it over to who has asked. @throws ApiError */
  async handOver(): Promise<void> {
    const token = this.#hold?.token
    if (token === undefined) return
    const status = await this.#calls.handOver(token)
    if (this.#hold?.token === token) this.#drop()
    this.#see(status)
  }

  /** What the server says by itself. Where it is not what this window believes, the server is asked. */
  heard(status: LockStatus): void {
    const isHere = status.isMine && status.session === this.#session
    if (this.#hold === undefined) this.#see(status)
    else if (isHere) this.#show({ ...this.#view, editor: status.editor, asked: status.asked })
    else void this.#beat()
  }

  /** After a sleep, or when the network is back: asks before anything is believed. */
  async check(): Promise<void> {
    const hold = this.#hold
    if (hold === undefined) {
      // A failed question leaves what was known last.
      const status = await this.#calls.status().catch(() => undefined)
      if (status !== undefined && this.#hold === undefined) this.#see(status)
      return
    }
    if (Date.now() >= hold.until) return this.#lose(null)
    if (Date.now() - (this.#view.confirmedAt ?? 0) > OVERDUE_MS) this.#show({ ...this.#view, state: 'unsure' })
    await this.#beat()
  }

  /** The page goes away: frees the lock without waiting for an answer. */
  leave(): void {
    const token = this.#drop()
    this.#show(READING)
    if (token !== undefined) this.#calls.releaseOnLeave(token)
  }

  async #acquire(send: (session: string) => Promise<HeldLock>, takenFrom: string | undefined): Promise<void> {
    this.#wants = true
    this.#session = await this.#calls.session()
    const sentAt = Date.now()
    try {
      const held = await send(this.#session)
      if (this.#wants) this.#take(held, sentAt, takenFrom)
      else this.#calls.releaseOnLeave(held.token)
    } catch (error) {
      this.#wants = false
      if (!(error instanceof ApiError) || error.code !== 'edit_locked') throw error
      this.#show({ ...READING, state: 'theirs', editor: error.editor ?? this.#view.editor })
      await this.check()
    }
  }

  #take(held: HeldLock, sentAt: number, takenFrom: string | undefined): void {
    const { token, editor, asked } = held
    this.#hasAsked = false
    this.#hold = { token, until: sentAt + LOCK_MS }
    this.#show({ ...READING, state: 'mine', token, editor, asked, takenFrom, confirmedAt: sentAt })
    this.#beatIn(HEARTBEAT_MS)
    this.#watchEnd()
  }

  /** An answer counts only for the token that is held when it comes. */
  async #beat(): Promise<void> {
    const token = this.#hold?.token
    if (token === undefined) return
    if (this.#isBeating) {
      this.#beatsAgain = true
      return
    }
    this.#isBeating = true
    const sentAt = Date.now()
    try {
      const held = await this.#calls.heartbeat(token)
      if (this.#hold?.token === token) this.#take(held, sentAt, this.#view.takenFrom)
    } catch (error) {
      if (this.#hold?.token === token) this.#doubt(error)
    } finally {
      this.#isBeating = false
    }
    if (!this.#beatsAgain) return
    this.#beatsAgain = false
    await this.#beat()
  }

  #doubt(error: unknown): void {
    if (isRefusal(error)) this.#lose(error.editor ?? null)
    else {
      this.#show({ ...this.#view, state: 'unsure' })
      this.#beatIn(RETRY_MS)
    }
  }

  #lose(editor: Editor | null): void {
    this.#drop()
    this.#show({ ...READING, state: 'lost', editor, lostTo: editor, confirmedAt: this.#view.confirmedAt })
  }

  #see(status: LockStatus): void {
    const { editor, asked, isMine, session } = status
    const state = this.#view.state === 'lost' ? 'lost' : editor === null ? 'reading' : 'theirs'
    const { lostTo, confirmedAt } = this.#view
    this.#show({ ...READING, state, editor, activeAt: activeAtOf(status), asked, lostTo, confirmedAt })
    const isHandedOver = isMine && session === null && this.#hasAsked
    // Where that fails the bar still offers to begin.
    if (isHandedOver) this.begin().catch(() => undefined)
  }

  /** Holds nothing any more. @returns the token that was held */
  #drop(): string | undefined {
    const token = this.#hold?.token
    this.#hold = undefined
    this.#wants = false
    this.#beatsAgain = false
    clearTimeout(this.#beatTimer)
    clearTimeout(this.#endTimer)
    return token
  }

  #beatIn(afterMs: number): void {
    clearTimeout(this.#beatTimer)
    this.#beatTimer = setTimeout(() => void this.#beat(), afterMs)
  }

  #watchEnd(): void {
    clearTimeout(this.#endTimer)
    const hold = this.#hold
    if (hold === undefined) return
    this.#endTimer = setTimeout(() => {
      if (Date.now() >= hold.until) this.#lose(null)
      else this.#watchEnd()
    }, hold.until - Date.now())
  }

  #show(view: LockView): void {
    this.#view = view
    this.#changed()
  }
}

/** Each sign of life begins the time anew. */
function activeAtOf({ endsInMs }: LockStatus): number | undefined {
  return endsInMs === null ? undefined : Date.now() - (LOCK_MS - endsInMs)
}

/** A refusal that asking again will not change. A server that is busy or away says nothing of the lock. */
function isRefusal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false
  return error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429
}
