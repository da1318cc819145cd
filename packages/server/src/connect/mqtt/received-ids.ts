const IDS = 65_536
/** Of each identifier: 0 free, 1 under way, 2 acknowledged by PUBREC. */
const BITS = 2
const PER_BYTE = 8 / BITS

export type ReceivedState = 'free' | 'under way' | 'acknowledged'
const states: readonly ReceivedState[] = ['free', 'under way', 'acknowledged']

/**
 * The identifiers of QoS 2 that a client has not released yet: the same message comes again under the same one and must not count twice
 * (MQTT 5, 4.3.3). At most 16 KiB, whatever the client does, and nothing while none is in use.
 */
export class ReceivedIds {
  #states: Uint8Array | undefined
  #used = 0

  of(id: number): ReceivedState {
    const byte = this.#states?.[Math.floor(id / PER_BYTE)] ?? 0
    return states[(byte >> shiftOf(id)) & 3] ?? 'free'
  }

  set(id: number, state: ReceivedState): void {
    const before = this.of(id)
    if (before === state) return
    if (before === 'free') this.#used += 1
    if (state === 'free') this.#used -= 1
    const all = this.#states ?? new Uint8Array(IDS / PER_BYTE)
    const place = Math.floor(id / PER_BYTE)
    all[place] = ((all[place] ?? 0) & ~(3 << shiftOf(id))) | (states.indexOf(state) << shiftOf(id))
    this.#states = this.#used === 0 ? undefined : all
  }
}

function shiftOf(id: number): number {
  return (id % PER_BYTE) * BITS
}
