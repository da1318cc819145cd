import { sendRequest } from '../http-request.ts'
import type { Ledger, LedgerEntry } from './ledger.ts'
import { MachineStory, payloadOf } from './machine-story.ts'
import type { Address } from './publisher.ts'

const MACHINES = 4
/** Records of a batch. */
const BATCH = 60

/** Sends batches over HTTP, one after the other, each again and again until it is answered as stored. */
export class HttpSender {
  readonly #stories: MachineStory[]
  readonly #random: () => number
  readonly #ledger: Ledger
  #address: Address['http']
  #batch: LedgerEntry[] = []
  #sending = false

  constructor(random: () => number, ledger: Ledger) {
    this.#random = random
    this.#ledger = ledger
    this.#stories = Array.from({ length: MACHINES }, (_, i) => new MachineStory(`CRASH-HTTP-${i}`, random))
  }

  /** Whether everything has been acknowledged. */
  get idle(): boolean {
    return this.#batch.length === 0
  }

  connect({ http }: Address): void {
    this.#address = http
  }

  pump(draining: boolean): void {
    const address = this.#address
    if (address === undefined || this.#sending) return
    if (this.#batch.length === 0 && !draining)
      this.#batch = Array.from({ length: address.batch ?? BATCH }, () => this.#next())
    if (this.#batch.length === 0) return
    this.#sending = true
    this.#send(address)
      .catch(() => undefined)
      .finally(() => {
        this.#sending = false
      })
  }

  end(): void {
    this.#address = undefined
  }

  #next(): LedgerEntry {
    const story = this.#stories[Math.floor(this.#random() * MACHINES)] as MachineStory
    return story.next()
  }

  async #send({ port, key }: NonNullable<Address['http']>): Promise<void> {
    const records = this.#batch.map((entry) => ({ machineID: entry.machineID, ...payloadOf(entry) }))
    const headers = { authorization: `Bearer ${key}` }
    const { status, body } = await sendRequest(port, '/v1/ignition/records', {
      method: 'POST',
      headers,
      body: { records },
    })
    if (status !== 200) return
    if ((body as { accepted: number }).accepted !== records.length)
      throw new Error(`A good record was refused: ${JSON.stringify(body)}`)
    for (const entry of this.#batch.splice(0)) this.#ledger.note(entry)
  }
}
