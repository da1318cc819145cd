import { api, type ProjectViewer } from '@packhouse/contract'
import { isDemoMode } from '../../../lib/demo-mode.ts'
import { streamApi } from '../../../lib/event-stream.ts'
import type { StreamState } from '../../../lib/live-events.ts'
import { beforeSignOut } from '../../../lib/session.ts'
import { EditLockSession, type LockView } from './edit-lock-session.ts'
import { lockCallsOf } from './lock-calls.ts'
import { ProjectChanges } from './project-changes.ts'

/** How often it is asked who edits while the stream is away. */
const POLL_MS = 15_000
/** When a tab that nobody looks at gives up its stream: a browser has only six connections to a server without HTTP/2. */
const HIDDEN_MS = 60_000

export interface OpenProjectView extends LockView {
  /** Who has the project open, the reader included. */
  people: readonly ProjectViewer[]
}

/** A project that is open in this window: its lock and its live events, once for all parts of the page. */
class OpenProject {
  readonly lock: EditLockSession
  readonly #id: string
  readonly #changes = new ProjectChanges()
  readonly #listeners = new Set<() => void>()
  #view: OpenProjectView
  #closing: AbortController | undefined
  #stream: AbortController | undefined
  #hiding: ReturnType<typeof setTimeout> | undefined
  #poll: ReturnType<typeof setInterval> | undefined

  constructor(id: string) {
    this.#id = id
    this.lock = new EditLockSession(lockCallsOf(id), () => this.#show(this.#view.people))
    this.#view = { ...this.lock.view, people: [] }
  }

  readonly snapshot = (): OpenProjectView => this.#view

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    this.#closing ??= this.#open()
    return () => {
      this.#listeners.delete(listener)
      // A part of the page that takes the place of another comes in the same moment.
      setTimeout(() => this.#closeUnused())
    }
  }

  #open(): AbortController {
    const closing = new AbortController()
    const { signal } = closing
    addEventListener('pagehide', () => this.lock.leave(), { signal })
    addEventListener('online', this.#wake, { signal })
    addEventListener('pageshow', ({ persisted }) => persisted && this.#wake(), { signal })
    document.addEventListener('visibilitychange', this.#turn, { signal })
    this.#listen()
    return closing
  }

  #closeUnused(): void {
    if (this.#listeners.size > 0 || this.#closing === undefined) return
    this.#closing.abort()
    this.#closing = undefined
    this.#rest()
    this.lock.leave()
    this.#changes.forget()
    this.#view = { ...this.lock.view, people: [] }
  }

  readonly #turn = (): void => {
    clearTimeout(this.#hiding)
    if (document.visibilityState === 'hidden') this.#hiding = setTimeout(() => this.#rest(), HIDDEN_MS)
    else {
      this.#listen()
      this.#wake()
    }
  }

  #listen(): void {
    if (this.#stream !== undefined) return
    const stream = new AbortController()
    this.#stream = stream
    this.#follow('waiting')
    this.#read(stream.signal).catch((error: unknown) => {
      if (stream.signal.aborted) return
      // biome-ignore lint/suspicious/noConsole: the lock is still asked for, but somebody should know why nothing is live
      console.warn('The stream of the project has ended', error)
    })
  }

  /** Nothing is heard and nothing asked, but heartbeats go on. */
  #rest(): void {
    clearTimeout(this.#hiding)
    this.#stream?.abort()
    this.#stream = undefined
    clearInterval(this.#poll)
  }

  readonly #wake = () => void this.lock.check()

  async #read(signal: AbortSignal): Promise<void> {
    // The demo has no stream.
    if (isDemoMode()) return
    const options = { signal, onStateChange: (state: StreamState) => this.#follow(state) }
    try {
      for await (const { data } of streamApi(api.projectStream, { params: { id: this.#id } }, options)) {
        if (data.lock) this.lock.heard(data.lock)
        if (data.people) this.#show(data.people)
        // What this window may change nobody else does, and its own changes were answered.
        if (data.changed && this.lock.view.token === undefined) this.#changes.add(data.changed.kinds)
      }
    } finally {
      if (!signal.aborted) this.#follow('waiting')
    }
  }

  /** Without events it asks. */
  #follow(state: StreamState): void {
    clearInterval(this.#poll)
    if (state === 'waiting') this.#poll = setInterval(this.#wake, POLL_MS)
  }

  #show(people: readonly ProjectViewer[]): void {
    const heldBefore = this.#view.token
    this.#view = { ...this.lock.view, people }
    if (heldBefore !== undefined && this.#view.token === undefined) this.#changes.add(null)
    for (const listener of this.#listeners) listener()
  }
}

const known = new Map<string, OpenProject>()

// The lock of who signs out need not expire first.
beforeSignOut(async () => {
  await Promise.all([...known.values()].map(({ lock }) => lock.release()))
})

/** The project as this window has it open; it is followed as long as somebody is subscribed. */
export function openProject(id: string): OpenProject {
  const open = known.get(id) ?? new OpenProject(id)
  known.set(id, open)
  return open
}
