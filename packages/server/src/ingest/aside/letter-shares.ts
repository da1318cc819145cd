import type { StorageLimits } from '../../platform/storage-limits.ts'

/** Of each share the bytes are bounded too: by so many for each letter that it may have. */
const BYTES_PER_LETTER = 16 * 1024
/** A device that was hardly ever refused has room whatever the others send. */
const RESERVED_PER_DEVICE = 20

/** Who takes up room among the dead letters. */
export interface Sender {
  device: string
  machineKey: number | null
  /** Whose machine it is, or else whose device. */
  ownerId: string | null
}

export type FullShare = 'share_of_sender' | 'share_of_customer' | 'share_of_all'

interface Used {
  letters: number
  bytes: number
}

/** How much room the dead letters of each sender, each customer and all take up. */
export class LetterShares {
  readonly #limits: StorageLimits
  readonly #used = new Map<string, Used>()

  constructor(limits: StorageLimits) {
    this.#limits = limits
  }

  /** Begins again with what there is. */
  fill(rows: readonly (Sender & Used)[]): void {
    this.#used.clear()
    for (const row of rows) this.#add(row, row.letters, row.bytes)
  }

  /** Takes room for one more letter. @returns which share is full; undefined if there was room */
  take(sender: Sender, bytes: number): FullShare | undefined {
    const { own, device, customer } = namesOf(sender)
    const { lettersPerSender, lettersPerCustomer, letters } = this.#limits
    if (this.#isFull(own, lettersPerSender, bytes)) return 'share_of_sender'
    if (this.#isFull(device, RESERVED_PER_DEVICE, bytes)) {
      if (this.#isFull(customer, lettersPerCustomer, bytes)) return 'share_of_customer'
      if (this.#isFull(ALL, letters, bytes)) return 'share_of_all'
    }
    this.#add(sender, 1, bytes)
    return undefined
  }

  #isFull(name: string, letters: number, bytes: number): boolean {
    const used = this.#used.get(name)
    if (used === undefined) return false
    return used.letters >= letters || used.bytes + bytes > letters * BYTES_PER_LETTER
  }

  #add(sender: Sender, letters: number, bytes: number): void {
    const { own, device, customer } = namesOf(sender)
    for (const name of [own, device, customer, ALL]) {
      const used = this.#used.get(name) ?? { letters: 0, bytes: 0 }
      used.letters += letters
      used.bytes += bytes
      this.#used.set(name, used)
    }
  }
}

const ALL = 'all'

function namesOf({ device, machineKey, ownerId }: Sender) {
  return {
    own: `sender ${machineKey ?? ''} ${device}`,
    device: `device ${device}`,
    customer: `customer ${ownerId ?? ''}`,
  }
}
