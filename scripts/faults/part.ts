/** What a part of the fault suite is started with. */
export interface PartOptions {
  rounds: number
  seed: number
  /** Folder of its ledger: what was acknowledged, and what a query found afterwards. It stays. */
  ledgerFolder: string
  report: (line: string) => void
}

/** What came of a part. */
export interface PartResult {
  passed: boolean
  /** A line for the summary, with its figures. */
  summary: string
}

/** Faults of one kind, against products that the part starts itself. */
export interface FaultPart {
  name: string
  /** What is done how often, for the usage. */
  about: string
  rounds: number
  run: (options: PartOptions) => Promise<PartResult>
}
