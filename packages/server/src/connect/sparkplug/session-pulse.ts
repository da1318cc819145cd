import { clock, type Timer } from '../../platform/clock.ts'

const ROUND_MS = 1_000

/** Somebody whose devices live as long as a session, whether they say anything or not. */
export interface Pulsing {
  /** Reports what is alive and has been silent. @param now Unix ms */
  pulse: (now: number) => void
}

/**
 * Reports the machines of live edge nodes as alive: they send what has changed, so that their silence says that nothing has
 * (Sparkplug 3.0.0, 'report by exception').
 */
export class SessionPulse {
  readonly #pulsing = new Set<Pulsing>()
  #timer: Timer | undefined

  add(one: Pulsing): void {
    this.#pulsing.add(one)
    this.#timer ??= clock.every(ROUND_MS, () => this.#round()).unref()
  }

  remove(one: Pulsing): void {
    this.#pulsing.delete(one)
    if (this.#pulsing.size > 0) return
    this.#timer?.stop()
    this.#timer = undefined
  }

  #round(): void {
    const now = clock.now()
    for (const one of this.#pulsing) one.pulse(now)
  }
}
