/** Exit code of the server where its configuration has to change first; another start would end in the same way. */
const CONFIGURATION_ERROR = 78
const PAUSE_LEAST_MS = 1_000
const PAUSE_MOST_MS = 60_000
/** A process that ran as long has not failed at the start: the pauses begin again from the shortest. */
const STEADY_MS = 60_000
/** Ends without ever having been ready, after which another start is not expected to do better. */
const ATTEMPTS = 5

/** Decides what follows when the server ends: whether it is started again, and after which pause. */
export class Supervision {
  #failures = 0
  #wasReady = false

  /**
   * @param {import('./supervision.d.mts').End} end
   * @returns {import('./supervision.d.mts').Next}
   */
  after({ code, signal, ranMs }) {
    if (code === 0 || signal === 'SIGINT' || signal === 'SIGTERM' || signal === 'SIGHUP') return { exitCode: 0 }
    if (code === CONFIGURATION_ERROR) return { exitCode: code }
    this.#wasReady ||= ranMs > 0
    this.#failures = ranMs >= STEADY_MS ? 1 : this.#failures + 1
    const how = signal ?? `exit code ${code}`
    if (!this.#wasReady && this.#failures >= ATTEMPTS) {
      const words = `Packhouse has ended (${how}). It was never ready in ${ATTEMPTS} attempts and is not started again.`
      return { exitCode: code ?? 1, words }
    }
    const pauseMs = Math.min(PAUSE_LEAST_MS * 2 ** (this.#failures - 1), PAUSE_MOST_MS)
    return { pauseMs, words: `Packhouse has ended (${how}). It is started again in ${pauseMs / 1000} s.` }
  }
}
