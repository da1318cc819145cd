import { clock } from '../clock.ts'

/** What keeps a process from doing its work, in words, by its part. */
export type Hindrances = Readonly<Record<string, string | undefined>>

/** Whoever asks again within this time gets the same answer: everybody may ask, and no limit counts it. */
const REMEMBERED_MS = 500

/** Whether this process can do its work: proxies and supervisors ask. */
export class Readiness {
  #find: (() => Promise<Hindrances>) | undefined
  #isDraining = false
  #last: { until: number; answer: Promise<Hindrances> } | undefined

  get isDraining(): boolean {
    return this.#isDraining
  }

  /** @param find asked from now on; the process is not ready before */
  start(find: () => Promise<Hindrances>): void {
    this.#find = find
  }

  /** From now on it is not ready, whatever else holds. */
  drain(): void {
    this.#isDraining = true
  }

  /** @returns what keeps it from its work; nothing where it is ready */
  async findFaults(): Promise<Record<string, string>> {
    if (this.#isDraining) return { node: 'This process is ending.' }
    if (this.#find === undefined) return { node: 'This process is starting.' }
    const now = clock.monotonic()
    if (this.#last === undefined || now >= this.#last.until)
      this.#last = { until: now + REMEMBERED_MS, answer: this.#find() }
    const found = Object.entries(await this.#last.answer)
    return Object.fromEntries(found.filter((entry): entry is [string, string] => entry[1] !== undefined))
  }
}

/** What `/livez` answers as long as the process lives. */
export const LIVE_ANSWER = { status: 'ok' } as const

/** What `/readyz` answers. */
export async function readyAnswer(
  readiness: Readiness,
): Promise<{ code: 200 | 503; body: { status: 'ok' | 'away'; faults: Record<string, string> } }> {
  const faults = await readiness.findFaults()
  return Object.keys(faults).length === 0
    ? { code: 200, body: { status: 'ok', faults } }
    : { code: 503, body: { status: 'away', faults } }
}
