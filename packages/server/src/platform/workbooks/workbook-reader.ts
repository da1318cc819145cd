import type { Refusals } from '../refusals.ts'
import type { TableLimits } from '../table-limits.ts'
import { type PoolFault, WorkerPool, WorkerPoolError } from '../worker-pool.ts'
import { TableError, type TableFault } from './table-error.ts'
import type { TableOutcome, TableTask, WrittenTable } from './workbook-worker.ts'

/** Why there are no rows of a file: it is refused, or could not be read in time. */
export type ReadingFault = TableFault | PoolFault

/** Reads tables, CSV and workbooks, in threads with limits of size, cells, time and memory. What reaches one is counted. */
export class WorkbookReader {
  readonly limits: TableLimits
  readonly #refusals: Refusals
  readonly #pool: WorkerPool

  constructor(limits: TableLimits, refusals: Refusals) {
    const { workers, queue, perUser: perOwner, timeoutMs, memoryMb } = limits
    const script = new URL('./workbook-worker.ts', import.meta.url)
    this.limits = limits
    this.#refusals = refusals
    this.#pool = new WorkerPool({ script, workers, queue, perOwner, timeoutMs, memoryMb })
  }

  /**
   * The rows of a CSV file or of the first sheet of a workbook.
   * @param owner whom they are read for
   * @throws TableError, WorkerPoolError
   */
  async read(kind: TableTask['kind'], bytes: Buffer, owner: string): Promise<WrittenTable> {
    const { unpackedBytes, cells } = this.limits
    try {
      const task = { kind, bytes, unpackedBytes, cells } satisfies TableTask
      const outcome = (await this.#pool.run(task, owner)) as TableOutcome
      if ('fault' in outcome) throw new TableError(outcome.fault, outcome.line)
      return outcome
    } catch (error) {
      const isLimit = error instanceof TableError || error instanceof WorkerPoolError
      if (isLimit) this.#refusals.count(kind, error.fault)
      throw error
    }
  }

  async stop(): Promise<void> {
    await this.#pool.stop()
  }
}
