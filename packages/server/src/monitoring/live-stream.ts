import { type OpenStream, OpenStreams } from '../engine/open-streams.ts'
import { asOwned, isOwned, type LiveMachine, type LiveStore } from '../live/index.ts'
import { clock, type Timer } from '../platform/clock.ts'
import { type ShownStates, StreamedChange } from './streamed-change.ts'

/** A change goes out at once, and what comes so soon behind it together: seldom enough to share the work of many viewers. */
const LONGEST_REST_MS = 50
/** Where sending costs little, it rests no longer than a frame of a screen lasts, so that each batch that was stored is seen at once. */
const SHORTEST_REST_MS = 16
/** It rests this many times as long as it has worked. */
const REST_TO_WORK = 10
/** A reader that is this far behind gets nothing until it has caught up; then it gets what is new by then. */
const BACKLOG_LIMIT = 1024 * 1024
/**
 * Versions are times by the clock of the process. Where there are several, a viewer may come with the version of another one, which has shown the
 * same change some moments earlier or later: what is that close is sent again.
 */
export const OTHERS_US = 10_000_000

interface Viewer extends OpenStream {
  /** The same for all who see the same machines: they share their events. */
  audience: string
  sees: (machine: LiveMachine) => boolean
  /** Whether machines are shown without what they did for another customer than the present one. */
  isHeldToOwner: boolean
  /** Whether of a machine that it was sent before it gets only what has changed. */
  differences: boolean
  /** Everything up to this version was sent. */
  version: number
  /** What was shown later was sent to this viewer too, so that it can apply differences from it. */
  knowsSince: number
}

/**
 * Pushes changed machines to the open streams. Each change is encoded once and shared by all who see the machine, and so is
 * the event by all who see the same machines (and, where they read differences, know the same of them).
 */
export class LiveStream {
  readonly #live: LiveStore
  readonly #viewers = new OpenStreams<Viewer>()
  #changed = new Set<LiveMachine>()
  readonly #shown: ShownStates = new Map()
  #flushed = 0
  /** Until when it rests, by clock.monotonic(). */
  #restsUntil = Number.NEGATIVE_INFINITY
  #timer: Timer | undefined
  #unsubscribe: (() => void) | undefined
  readonly #overlap: number

  /** @param hasOthers whether other processes have streams of the same machines */
  constructor(live: LiveStore, hasOthers: boolean) {
    this.#live = live
    this.#overlap = hasOthers ? OTHERS_US : 0
  }

  get viewers(): number {
    return this.#viewers.size
  }

  start(): void {
    this.#flushed = this.#live.version
    this.#unsubscribe = this.#live.onChange((machine) => this.#note(machine))
    this.#viewers.start()
  }

  stop(): void {
    this.#timer?.stop()
    this.#unsubscribe?.()
    this.#viewers.stop()
  }

  /**
   * Adds a stream. @param lastEventId of the last event the viewer has; undefined to start with now
   */
  open(viewer: Omit<Viewer, 'version' | 'knowsSince'>, lastEventId: number | undefined): void {
    const { version } = this.#live
    // Without viewers nothing was noted.
    if (this.#viewers.size === 0) this.#flushed = version
    const since = lastEventId === undefined ? undefined : Math.max(0, lastEventId - this.#overlap)
    // An id from before a restart with the server's clock set back: what the viewer has missed cannot be reported, so all is sent.
    const from = since !== undefined && since > version ? 0 : (since ?? version)
    const entered: Viewer = { ...viewer, version: from, knowsSince: version }
    this.#viewers.add(entered)
    this.#catchUp(entered)
  }

  #note(machine: LiveMachine): void {
    if (this.#viewers.size === 0) return
    this.#changed.add(machine)
    this.#timer ??= clock.timeout(Math.max(0, this.#restsUntil - clock.monotonic()), () => this.#work())
  }

  #work(): void {
    this.#timer = undefined
    const start = clock.monotonic()
    this.#flush()
    const rest = REST_TO_WORK * (clock.monotonic() - start)
    this.#restsUntil = start + Math.min(LONGEST_REST_MS, Math.max(SHORTEST_REST_MS, rest))
  }

  #flush(): void {
    const since = this.#flushed
    const now = clock.now()
    const shown = new Set([...this.#changed].flatMap((machine) => [machine, asOwned(machine)]))
    const changes = [...shown].map((machine) => new StreamedChange(machine, since, now, this.#shown.get(machine)))
    this.#changed = new Set()
    this.#flushed = this.#live.version
    const oldest = changes.reduce((least, { base }) => Math.min(least, base), Number.POSITIVE_INFINITY)
    const events = new Map<string, Buffer | undefined>()
    let differences = false
    for (const viewer of this.#viewers) {
      differences ||= viewer.differences
      if (viewer.response.writableLength > BACKLOG_LIMIT) continue
      if (viewer.version < since) this.#catchUp(viewer)
      else {
        // What a later viewer knows an earlier one knows too, so that their number says which ones they are.
        const known = oldest > viewer.knowsSince ? changes.length : knownTo(viewer, changes).length
        const key = `${viewer.differences ? known : 0} ${viewer.audience}`
        if (!events.has(key)) events.set(key, this.#eventFor(viewer, changes))
        const event = events.get(key)
        if (event !== undefined) viewer.response.write(event)
        viewer.version = this.#flushed
      }
    }
    this.#remember(changes, differences)
  }

  /** @returns undefined if the viewer sees none of what has changed */
  #eventFor(viewer: Viewer, changes: readonly StreamedChange[]): Buffer | undefined {
    const seen = changes.filter(({ machine }) => viewer.sees(machine) && isForm(viewer, machine))
    if (seen.length === 0) return undefined
    const known = new Set(viewer.differences ? knownTo(viewer, seen) : [])
    const texts = seen.map((change) => (known.has(change) ? change.difference : change.whole))
    return encodeEvent(texts, this.#flushed)
  }

  /** @param differences whether anybody reads them: otherwise nothing need be remembered */
  #remember(changes: readonly StreamedChange[], differences: boolean): void {
    if (!differences) this.#shown.clear()
    else {
      for (const change of changes) {
        const shown = change.shownAt(this.#flushed)
        if (shown === undefined) this.#shown.delete(change.machine)
        else this.#shown.set(change.machine, shown)
      }
    }
  }

  /** Sends whatever the viewer has missed, whole, and at least the id from which it can resume. */
  #catchUp(viewer: Viewer): void {
    const { version } = viewer
    const missed = this.#live.machines().filter((machine) => machine.version > version && viewer.sees(machine))
    const shown = viewer.isHeldToOwner ? missed.map(asOwned) : missed
    const now = clock.now()
    const changes = shown.map((machine) => new StreamedChange(machine, version, now).whole)
    viewer.version = this.#live.version
    viewer.knowsSince = viewer.version
    viewer.response.write(encodeEvent(changes, viewer.version))
  }
}

/** Whether a machine has the form in which the viewer is shown machines. */
function isForm({ isHeldToOwner }: Viewer, machine: LiveMachine): boolean {
  return isHeldToOwner ? asOwned(machine) === machine : !isOwned(machine)
}

/** Those whose differences the viewer can apply. */
function knownTo({ knowsSince }: Viewer, changes: readonly StreamedChange[]): StreamedChange[] {
  return changes.filter(({ base }) => base > knowsSince)
}

function encodeEvent(changes: readonly string[], version: number): Buffer {
  return Buffer.from(`event: machines\nid: ${version}\ndata: {"machines":[${changes.join(',')}]}\n\n`)
}
