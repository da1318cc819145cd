import { clock } from '../clock.ts'
import { withoutSecrets } from './redaction.ts'
import { shortenLine } from './shorten-line.ts'

/** pino's levels. */
export const LEVELS = { debug: 20, info: 30, warn: 40, error: 50 } as const

/** A line as it is stored and shown, without secrets. */
export interface LogLine {
  level: number
  /** Unix ms. */
  time: number
  /** JSON without its end. */
  text: string
}

export type LogListener = (line: LogLine) => void

/** Lines from before anybody stores any. */
const MOST_HELD = 1_000

/** Where the lines of all loggers of a process go: to standard error from one level on, and to the files from another. */
export class LogOutput {
  readonly #emit: (text: string) => void
  readonly #emitFrom: number
  readonly #listeners = new Set<LogListener>()
  #storeFrom: number
  #held: LogLine[] | undefined = []

  /** @param emit writes to standard error @param emitFrom pino's number of a level */
  constructor(emit: (text: string) => void, emitFrom: number) {
    this.#emit = emit
    this.#emitFrom = emitFrom
    this.#storeFrom = this.#storedLevel
  }

  /** The files have `info` whatever LOG_LEVEL says, and more where it says so. */
  get #storedLevel(): number {
    return Math.min(LEVELS.info, this.#emitFrom)
  }

  /** Whether lines of the level `debug` go to the files too. */
  set debug(isOn: boolean) {
    this.#storeFrom = isOn ? Math.min(LEVELS.debug, this.#storedLevel) : this.#storedLevel
  }

  /** Called by pino with a line and its end. */
  write(written: string): void {
    const [, level, time] = /^\{"level":(\d+),"time":(\d+)/.exec(written) ?? []
    const number = Number(level ?? LEVELS.error)
    const isEmitted = number >= this.#emitFrom
    if (!isEmitted && number < this.#storeFrom) return
    // What is long is cut first: looking for secrets must not take longer than the line is worth.
    const text = withoutSecrets(shortenLine(written.trimEnd()))
    if (isEmitted) this.#emit(`${text}\n`)
    if (number < this.#storeFrom) return
    const line = { level: number, time: Number(time ?? clock.now()), text }
    if (this.#held !== undefined && this.#held.length < MOST_HELD) this.#held.push(line)
    for (const listener of this.#listeners) listener(line)
  }

  /** The first one hears of what was logged before it came as well. @returns ends it */
  listen(listener: LogListener): () => void {
    this.#listeners.add(listener)
    const held = this.#held ?? []
    this.#held = undefined
    for (const line of held) listener(line)
    return () => void this.#listeners.delete(listener)
  }
}
