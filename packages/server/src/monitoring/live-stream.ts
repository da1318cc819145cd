import { HOME_HISTORY_HOURS } from '@packhouse/contract'
import { type OpenStream, OpenStreams } from '../engine/open-streams.ts'
import type { LiveMachine, LiveStore } from '../live/index.ts'
import { MINUTE_MS, startOf } from '../telemetry/index.ts'
import { countedEntries, machineFields, stateOf, toPoint, windowStart } from './machine-json.ts'
import { utilization } from './utilization.ts'

/** Changes of one moment go out together: often enough for the eye, seldom enough to share the work. */
const FLUSH_MS = 50
/** A reader that is this far behind gets nothing until it has caught up; then it gets what is new by then. */
const BACKLOG_LIMIT = 1024 * 1024

interface Viewer extends OpenStream {
  /** The same for all who see the same machines: they share their events. */
  audience: string
  sees: (machine: LiveMachine) => boolean
  /** Everything up to this version was sent. */
  version: number
}

interface Change {
  machine: LiveMachine
  json: string
}

/**
 * Pushes changed machines to the open streams. Each change is encoded once and shared by all who see the machine, and so is
 * the event by all who see the same machines.
 */
export class LiveStream {
  readonly #live: LiveStore
  readonly #viewers = new OpenStreams<Viewer>()
  #changed = new Set<LiveMachine>()
  #flushed = 0
  #timer: NodeJS.Timeout | undefined
  #unsubscribe: (() => void) | undefined

  constructor(live: LiveStore) {
    this.#live = live
  }

  get viewers(): number {
    return this.#viewers.size
  }

  start(): void {
    this.#flushed = this.#live.version
    this.#unsubscribe = this.#live.onChange((machine) => this.#changed.add(machine))
    this.#timer = setInterval(() => this.#flush(), FLUSH_MS)
    this.#viewers.start()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#unsubscribe?.()
    this.#viewers.stop()
  }

  /**
   * Adds a stream. @param since the id of the last event the viewer has; undefined to start with now
   */
  open(viewer: Omit<Viewer, 'version'>, since: number | undefined): void {
    const { version } = this.#live
    // An id from before a restart with the server's clock set back: what the viewer has missed cannot be reported, so all is sent.
    const entered: Viewer = { ...viewer, version: since !== undefined && since > version ? 0 : (since ?? version) }
    this.#viewers.add(entered)
    this.#catchUp(entered)
  }

  #flush(): void {
    if (this.#changed.size === 0) return
    const since = this.#flushed
    // Without viewers there is nothing to encode.
    const watched = this.#viewers.size > 0 ? [...this.#changed] : []
    const changes = watched.map((machine) => ({ machine, json: encodeChange(machine, since) }))
    this.#changed = new Set()
    this.#flushed = this.#live.version
    const events = new Map<string, Buffer | undefined>()
    for (const viewer of this.#viewers) {
      if (viewer.response.writableLength > BACKLOG_LIMIT) continue
      if (viewer.version < since) this.#catchUp(viewer)
      else {
        if (!events.has(viewer.audience)) events.set(viewer.audience, this.#eventFor(viewer, changes))
        const event = events.get(viewer.audience)
        if (event !== undefined) viewer.response.write(event)
        viewer.version = this.#flushed
      }
    }
  }

  /** @returns undefined if the viewer sees none of what has changed */
  #eventFor({ sees }: Viewer, changes: readonly Change[]): Buffer | undefined {
    const seen = changes.filter(({ machine }) => sees(machine)).map(({ json }) => json)
    return seen.length === 0 ? undefined : encodeEvent(seen, this.#flushed)
  }

  /** Sends whatever the viewer has missed, and at least the id from which it can resume. */
  #catchUp(viewer: Viewer): void {
    const { version } = viewer
    const missed = this.#live.machines().filter((machine) => machine.version > version && viewer.sees(machine))
    const changes = missed.map((machine) => encodeChange(machine, version))
    viewer.version = this.#live.version
    viewer.response.write(encodeEvent(changes, viewer.version))
  }
}

function encodeEvent(changes: readonly string[], version: number): Buffer {
  return Buffer.from(`event: machines\nid: ${version}\ndata: {"machines":[${changes.join(',')}]}\n\n`)
}

/** A machine as the stream sends it, with the entries that may have changed since a version. */
function encodeChange(machine: LiveMachine, since: number): string {
  const now = Date.now()
  const window = countedEntries(machine, windowStart(HOME_HISTORY_HOURS, now), now)
  // The version is a time: entries before its minute are known unless a late record has rewritten the past.
  const from = machine.historyVersion > since ? 0 : startOf(since / 1000, MINUTE_MS) - MINUTE_MS
  return JSON.stringify({
    ...machineFields(machine),
    utilization: utilization(machine, now),
    machineState: stateOf(machine),
    totalCycles: machine.values?.totalCycles ?? null,
    cycleCounts: {
      total: window.reduce((sum, { cycles }) => sum + cycles, 0),
      hours: HOME_HISTORY_HOURS,
      entries: window.filter(({ at }) => at >= from).map(toPoint),
    },
  })
}
