import { sendRequest } from '../http-request.ts'
import { randomNumbers } from '../seed.ts'
import { Ledger, type LedgerEntry } from './ledger.ts'
import { MachineStory, payloadOf } from './machine-story.ts'

const MACHINES = 3
const BATCH = 30

/** Publishes batch by batch over HTTP, and notes each in a ledger when it is acknowledged. */
export class Batches {
  readonly #ledger: Ledger
  readonly #stories: MachineStory[]
  acknowledged = 0

  constructor(ledgerPath: string, seed: number) {
    const random = randomNumbers(seed)
    this.#ledger = new Ledger(ledgerPath)
    this.#stories = Array.from({ length: MACHINES }, (_, n) => new MachineStory(`CRASH-FAULT-${n}`, random))
  }

  /** @throws Error if the product does not acknowledge all of them */
  async send(httpPort: number, key: string): Promise<void> {
    const batch = this.#stories.flatMap((story) => Array.from({ length: BATCH / MACHINES }, () => story.next()))
    const { status, text, body } = await sendRequest(httpPort, '/v1/ignition/records', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: { records: batch.map((entry: LedgerEntry) => ({ machineID: entry.machineID, ...payloadOf(entry) })) },
    })
    if (status !== 200 || (body as { accepted: number }).accepted !== BATCH)
      throw new Error(`A batch was not acknowledged (${status}): ${text}`)
    for (const entry of batch) this.#ledger.note(entry)
    this.acknowledged += BATCH
  }

  end(): void {
    this.#ledger.close()
  }
}
