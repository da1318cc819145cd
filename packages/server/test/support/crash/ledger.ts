import { closeSync, openSync, writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { StoredRecord } from '../recount.ts'

/** What a publisher notes of a record when it is acknowledged. */
export interface LedgerEntry extends StoredRecord {
  machineID: string
  totalRejects: number | null
}

/** An append-only file of what was acknowledged. It knows nothing of the server or its database. */
export class Ledger {
  readonly #file: number

  constructor(path: string) {
    this.#file = openSync(path, 'a')
  }

  note(entry: LedgerEntry): void {
    writeSync(this.#file, `${JSON.stringify(entry)}\n`)
  }

  close(): void {
    closeSync(this.#file)
  }
}

export async function readLedger(path: string): Promise<LedgerEntry[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as LedgerEntry)
}
