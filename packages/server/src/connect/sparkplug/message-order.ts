/**
 * The places in a millisecond: 0 is for the death of a node, which names no number and is before all that comes of its next life; then come the
 * messages by their numbers, and last what we report ourselves of a live machine, behind which there is room for an end.
 */
const FIRST_MESSAGE = 1
export const PULSE_ORDER = 998
/** How many numbers there are: a message goes so many places on where another one has its place, or is behind it. */
export const ROUND = 256

/** Of how many milliseconds of devices the order is remembered; a burst has few, and history is sent in few messages for each. */
const REMEMBERED = 256

/**
 * The order of messages of an edge node that are of the same device and millisecond: by their sequence numbers, so that a message that is delivered
 * again after a restart meets what it has brought before, and behind all that was heard of that millisecond, in whichever life of the node.
 */
export class MessageOrder {
  /** The newest order by device and millisecond. */
  readonly #seen = new Map<string, number>()

  /** Whether anything of the device was seen of that millisecond. */
  isSeen(device: string, ms: number): boolean {
    return this.#seen.has(`${ms} ${device}`)
  }

  /**
   * @param device '' for the node itself; @param ms Unix ms, whole
   * @param seq 0 to 255 and on from 0; undefined if the message has none
   */
  orderOf(device: string, ms: number, seq: number | undefined): number {
    const place = `${ms} ${device}`
    const known = this.#seen.get(place) ?? 0
    const own = FIRST_MESSAGE + (seq ?? known)
    const order = own + Math.max(0, Math.floor((known - own) / ROUND) + 1) * ROUND
    this.#seen.delete(place)
    this.#seen.set(place, order)
    for (const oldest of this.#seen.keys()) {
      if (this.#seen.size <= REMEMBERED) break
      this.#seen.delete(oldest)
    }
    return order
  }
}
