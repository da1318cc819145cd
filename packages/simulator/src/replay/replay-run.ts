import { recordTopic } from '@packhouse/contract'
import { type Clock, systemClock } from '../clock.ts'
import { createBrokerNews } from '../link/broker-news.ts'
import { type LinkEvents, type LinkTarget, MachineLink } from '../link/machine-link.ts'
import { log } from '../log.ts'
import { type Pace, pace } from './pace.ts'
import { type Recording, readRecording } from './recording.ts'

/** The broker never took a record. Somebody waits for a replay to end, so it does not try for ever. */
export class ReplayFailed extends Error {}

const ATTEMPTS = 4

/**
 * Replays a recording over MQTT, one connection per machine, until its end or `stop`.
 * @throws UsageError for a recording that cannot be read, ReplayFailed for a broker that takes nothing
 */
export async function runReplay(
  recording: Recording,
  how: Pace,
  target: LinkTarget,
  stop: AbortSignal,
  clock: Clock = systemClock,
): Promise<void> {
  const links = new ReplayLinks(target, stop)
  let sent = 0
  let skipped = 0
  const rows = readRecording(recording, (line, reason) => {
    skipped += 1
    log(`${recording.file}, line ${line}: ${reason}; skipped`)
  })
  try {
    for await (const row of pace(rows, how, clock, links.ended)) {
      const link = links.of(row.machineID)
      await link.room()
      if (links.ended.aborted) break
      link.offer({ time: row.time, payload: JSON.stringify(row.record) })
      sent += 1
    }
    const left = await links.finish()
    log(`replayed ${sent - left} records, skipped ${skipped} rows`)
  } finally {
    await links.close()
  }
}

class ReplayLinks {
  /** Aborts when the replay is stopped or the broker takes nothing. */
  readonly ended: AbortSignal
  readonly #failed = new AbortController()
  readonly #links = new Map<string, MachineLink>()
  readonly #target: LinkTarget
  readonly #events: LinkEvents

  constructor(target: LinkTarget, stop: AbortSignal) {
    const news = createBrokerNews(target.url)
    this.#target = target
    this.ended = AbortSignal.any([stop, this.#failed.signal])
    this.ended.addEventListener('abort', () => void this.close(), { once: true })
    this.#events = {
      ...news,
      failed: (reason, inRow) => {
        news.failed(reason, inRow)
        if (inRow >= ATTEMPTS) this.#failed.abort(new ReplayFailed(`The broker takes no records: ${reason}`))
      },
    }
  }

  of(machineID: string): MachineLink {
    const known = this.#links.get(machineID)
    if (known !== undefined) return known
    // Not the client id of the fleet: the broker would end one of the two.
    const link = new MachineLink(this.#target, `replay-${machineID}`, recordTopic(machineID), this.#events)
    this.#links.set(machineID, link)
    link.open()
    return link
  }

  /** Waits until everything is acknowledged. @returns how many records are not, after a stop */
  async finish(): Promise<number> {
    await Promise.all([...this.#links.values()].map((link) => link.drained()))
    this.#failed.signal.throwIfAborted()
    return [...this.#links.values()].reduce((sum, link) => sum + link.unacknowledged, 0)
  }

  async close(): Promise<void> {
    await Promise.all([...this.#links.values()].map((link) => link.close()))
  }
}
