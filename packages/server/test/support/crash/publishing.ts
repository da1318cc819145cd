import { type ChildProcess, fork } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { SAMPLE_DEVICE_PASSWORD } from '../databases.ts'
import { Looks } from '../looks.ts'
import { until } from '../until.ts'
import { type LedgerEntry, readLedger } from './ledger.ts'
import type { Address, Order } from './publisher.ts'

const PUBLISHER = join(import.meta.dirname, 'publisher.ts')

/** Devices in a process of their own, which outlive whatever is killed, and the ledger of what they were acknowledged. */
export class Publishing {
  readonly #child: ChildProcess
  readonly #ledgerPath: string
  #drained = false

  private constructor(child: ChildProcess, ledgerPath: string) {
    this.#child = child
    this.#ledgerPath = ledgerPath
    child.on('message', () => {
      this.#drained = true
    })
  }

  static async start(ledgerPath: string, seed: number): Promise<Publishing> {
    const child = fork(PUBLISHER, [ledgerPath, SAMPLE_DEVICE_PASSWORD, String(seed)], { execArgv: [] })
    const exists = async () => {
      if (child.exitCode !== null) throw new Error(`The publisher has ended with ${child.exitCode}.`)
      return await stat(ledgerPath).then(
        () => true,
        () => false,
      )
    }
    await until('the publisher', exists, Looks.unlimited())
    return new Publishing(child, ledgerPath)
  }

  /** Sends it to a server. */
  goTo(address: Address): void {
    this.#child.send(address satisfies Order)
  }

  /** Resolves when more records have been acknowledged. */
  async underLoad(): Promise<void> {
    const size = async () => (await stat(this.#ledgerPath)).size
    const before = await size()
    await until('records being acknowledged', async () => (await size()) > before)
  }

  /** Resolves when everything that was sent has been acknowledged. */
  async drain(): Promise<void> {
    this.#child.send({ drain: true } satisfies Order)
    await until('every record acknowledged', () => this.#drained)
  }

  async ledger(): Promise<LedgerEntry[]> {
    return await readLedger(this.#ledgerPath)
  }

  end(): void {
    this.#child.kill('SIGKILL')
  }
}
