import { closeSync, openSync, writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

/** What a publisher notes of a record when it is acknowledged. */
export interface LedgerEntry {
  machineID: string
  /** Unix ms. */
  lastSeen: number
  totalCycles: number
}

/** An append-only file of what was acknowledged. It knows nothing of the server or its database. */
export class Ledger {
  readonly #file: number

  constructor(path: string) {
    this.#file = openSync(path, 'a')
  }

  note({ machineID, lastSeen, totalCycles }: LedgerEntry): void {
    writeSync(this.#file, `${machineID} ${lastSeen} ${totalCycles}\n`)
  }

  close(): void {
    closeSync(this.#file)
  }
}

export async function readLedger(path: string): Promise<LedgerEntry[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '')
  return lines.map((line) => {
    const [machineID = '', lastSeen, totalCycles] = line.split(' ')
    return { machineID, lastSeen: Number(lastSeen), totalCycles: Number(totalCycles) }
  })
}
