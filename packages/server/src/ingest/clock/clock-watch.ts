import { clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { checkTime } from '../decode.ts'
import { SenderClocks, type SenderVerdict } from './sender-clocks.ts'

/** A step of our clock against the monotonic one: somebody has set it. Smaller ones are a time server's. */
const STEP_MS = 5_000
/** The senders are looked at again after so long at the earliest. */
const LOOK_AGAIN_MS = 100
/** After a start it is waited for so long whether somebody contradicts our clock. */
const SETTLE_MS = 60_000

export interface ClockOptions {
  differenceMs: number
  /** So many machines must agree that our clock is wrong; 0 asks none. */
  machines: number
}

/** The clocks of this process. */
export interface Clocks {
  /** Unix ms. */
  wall: () => number
  /** Monotonic milliseconds. */
  monotonic: () => number
}

/** Why we do not trust our own clock. */
export interface Doubt {
  /** How far we are behind, ms; ahead where it is below zero. */
  offsetMs: number
  source: 'senders' | 'database'
  /** What is wrong and what to do. */
  words: string
  /** When it began, by the clock that is doubted, Unix ms. */
  since: number
}

/** What is to be done with records that wait for our clock. */
export type Release = 'wait' | 'take' | 'refuse'

interface Found extends Pick<Doubt, 'offsetMs' | 'source'> {
  /** The words change with the offset when our clock is set. */
  wordsFor: (offsetMs: number) => string
}

const systemClocks: Clocks = { wall: () => clock.now(), monotonic: () => clock.monotonic() }

/**
 * Compares our clock with those of the machines and of the database. While it is in doubt, nothing is refused for a time
 * that would be right if the others are (decision 0029).
 */
export class ClockWatch {
  readonly #options: ClockOptions
  readonly #log: Log
  readonly #clocks: Clocks
  readonly #senders: SenderClocks
  readonly #startedAt: number
  /** Wall clock minus monotonic clock when it was last looked at. */
  #origin: number
  #database: number | undefined
  #wasSet = false
  #doubt: (Doubt & Pick<Found, 'wordsFor'>) | undefined
  #release: Release
  #lookedAt = Number.NEGATIVE_INFINITY

  constructor(options: ClockOptions, log: Log, clocks: Clocks = systemClocks) {
    this.#options = options
    this.#log = log
    this.#clocks = clocks
    this.#senders = new SenderClocks(options.differenceMs, options.machines)
    this.#startedAt = clocks.monotonic()
    this.#origin = clocks.wall() - clocks.monotonic()
    this.#release = 'wait'
  }

  get doubt(): Doubt | undefined {
    return this.#doubt
  }

  /** Whether our clock was set since the database was asked. */
  get wasSet(): boolean {
    this.#noteStep()
    return this.#wasSet
  }

  get release(): Release {
    return this.#release
  }

  /** Takes in what a record says of the time. @param leadMs its time minus that of its arrival */
  note(machineKey: number, leadMs: number): void {
    this.#senders.note(machineKey, leadMs, this.#clocks.monotonic())
  }

  /** @param offsetMs the database's clock minus ours; undefined if it could not be asked */
  noteDatabase(offsetMs: number | undefined): void {
    // What was measured while our clock was set reports nothing.
    const wasSet = this.#noteStep()
    this.#database = wasSet ? undefined : offsetMs
    this.#wasSet = wasSet
  }

  /** Whether a time that is refused by our clock would be right by the clocks of the others. */
  explains(at: number, arrival: number, retentionDays: number): boolean {
    if (this.#clocks.monotonic() - this.#lookedAt >= LOOK_AGAIN_MS) this.check()
    const doubt = this.#doubt
    return doubt !== undefined && checkTime(at, arrival + doubt.offsetMs, retentionDays) === undefined
  }

  /** Looks at all clocks. To be called about once a second. */
  check(): void {
    const now = this.#clocks.monotonic()
    this.#lookedAt = now
    this.#noteStep()
    const verdict = this.#senders.verdict(now)
    const doubt = this.#findDoubt(verdict)
    if (doubt !== undefined) this.#begin(doubt)
    else if (this.#doubt !== undefined) this.#endIfContradicted(verdict, this.#doubt)
    else if (this.#release === 'wait' && (verdict.kind === 'agree' || now - this.#startedAt > SETTLE_MS))
      this.#release = 'take'
  }

  /** All that waited was put among the dead letters: what waits later is looked at again. */
  refused(): void {
    if (this.#release === 'refuse') this.#release = 'take'
  }

  #findDoubt(verdict: SenderVerdict): Found | undefined {
    if (verdict.kind === 'differ') {
      const { offsetMs, machines, of } = verdict
      return { offsetMs, source: 'senders', wordsFor: (ms) => wordsForSenders(ms, machines, of) }
    }
    const offsetMs = this.#database
    // Machines that agree with us count for more than a database: then its clock is the wrong one.
    if (offsetMs === undefined || Math.abs(offsetMs) <= this.#options.differenceMs || verdict.kind === 'agree') return
    return { offsetMs, source: 'database', wordsFor: wordsForDatabase }
  }

  #begin(found: Found): void {
    const words = found.wordsFor(found.offsetMs)
    if (this.#doubt === undefined) {
      this.#log.warn({ offsetSeconds: Math.round(found.offsetMs / 1_000), source: found.source }, words)
    }
    this.#doubt = { ...found, words, since: this.#doubt?.since ?? this.#clocks.wall() }
    this.#release = 'wait'
  }

  /** A doubt stays until something speaks against it: silence does not. */
  #endIfContradicted(verdict: SenderVerdict, { source }: Doubt): void {
    if (verdict.kind === 'agree') this.#end(source === 'senders' ? 'refuse' : 'take')
    else if (source === 'database' && this.#database !== undefined) this.#end('take')
  }

  #end(release: Release): void {
    this.#doubt = undefined
    this.#release = release
    const words =
      release === 'take'
        ? 'The clock of the server is no longer in doubt; records that waited for it are stored'
        : 'The machines agree with the clock of the server, which nobody has set: what waited for it are dead letters'
    this.#log.warn(words)
  }

  /** Notices when our clock was set. @returns whether it was */
  #noteStep(): boolean {
    const origin = this.#clocks.wall() - this.#clocks.monotonic()
    const step = origin - this.#origin
    this.#origin = origin
    if (Math.abs(step) < STEP_MS) return false
    this.#wasSet = true
    this.#senders.clear()
    this.#database = undefined
    const doubt = this.#doubt
    if (doubt === undefined) return true
    doubt.offsetMs -= step
    doubt.words = doubt.wordsFor(doubt.offsetMs)
    if (Math.abs(doubt.offsetMs) <= this.#options.differenceMs) this.#end('take')
    return true
  }
}

const WHAT_TO_DO =
  'Records that look as if they came from the future wait meanwhile and are stored when the clock is right. ' +
  'Set the clock of the server, and keep it right with NTP.'

function wordsForSenders(offsetMs: number, machines: number, of: number): string {
  const [they, we] = offsetMs > 0 ? ['ahead', 'behind'] : ['behind', 'ahead']
  return (
    `${machines} of ${of} machines are ${they} ${they === 'ahead' ? 'of ' : ''}the server's clock by about ${seconds(offsetMs)} s, so it is ` +
    `probably ${we} by as much. ${WHAT_TO_DO} If it is right, set the clocks of these machines; they may send local time as UTC.`
  )
}

function wordsForDatabase(offsetMs: number): string {
  const we = offsetMs > 0 ? 'behind' : 'ahead of'
  return `The server's clock is ${seconds(offsetMs)} s ${we} that of the database. ${WHAT_TO_DO}`
}

function seconds(ms: number): number {
  return Math.abs(Math.round(ms / 1_000))
}
