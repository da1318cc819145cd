import { type ConnectionState, noteFailure, plainLine } from '../supervisor/connection-states.ts'

/** What can be wrong with a connection; one thing of each kind at a time. */
export type ComplaintKind =
  | 'unmonitored'
  | 'missing'
  | 'unread'
  | 'state'
  | 'parts'
  | 'values'
  | 'clock'
  | 'serverClock'
  | 'overflow'
  | 'mapping'
  | 'refused'
  | 'storing'

/** What is wrong with a connection now: counted once when it begins, and shown until it is over. */
export class Complaints {
  readonly #state: ConnectionState
  readonly #onChange: (words: readonly string[]) => void
  readonly #current = new Map<ComplaintKind, string>()

  /** @param onChange called with what is wrong now, the newest last */
  constructor(state: ConnectionState, onChange: (words: readonly string[]) => void) {
    this.#state = state
    this.#onChange = onChange
  }

  get words(): string[] {
    return [...this.#current.values()]
  }

  /** @param words what is wrong; undefined where it is over */
  set(kind: ComplaintKind, words: string | undefined): void {
    const before = this.#current.get(kind)
    if (before === words) return
    this.#current.delete(kind)
    if (words === undefined) this.#showAnother(before)
    else {
      this.#current.set(kind, words)
      noteFailure(this.#state, words)
    }
    this.#onChange(this.words)
  }

  /** Nothing is known to be wrong any more, as after the end of a session. */
  clear(): void {
    if (this.#current.size === 0) return
    this.#current.clear()
    this.#onChange([])
  }

  /** The last error stays as it was; what is still wrong must not be hidden behind one that is over. */
  #showAnother(over: string | undefined): void {
    const newest = this.words.at(-1)
    if (newest === undefined || over === undefined || this.#state.lastError !== plainLine(over).slice(0, 1000)) return
    this.#state.lastError = plainLine(newest).slice(0, 1000)
  }
}
