import type { Refusals } from '../refusals.ts'
import type { TableLimits } from '../table-limits.ts'
import { type PoolFault, WorkerPool, WorkerPoolError } from '../worker-pool.ts'
import { WorkbookError, type WorkbookFault } from './unpacked-size.ts'
import type { WorkbookOutcome, WorkbookTask } from './workbook-worker.ts'

/** Why there is no text of a workbook: it is refused, or could not be read in time. */
export type ReadingFault = WorkbookFault | PoolFault

/** Reads workbooks in threads with limits of size, cells, time and memory. What reaches one is counted. */
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
   * The first sheet as comma-separated values, each line after the number of its row and the kinds of its cells: `n` of a number, `t` of any other.
   * @param owner whom it is read for
   * @throws WorkbookError, WorkerPoolError
   */
  async read(bytes: Buffer, owner: string): Promise<string> {
    const { unpackedBytes, cells } = this.limits
    try {
      const outcome = (await this.#pool.run(
        { bytes, unpackedBytes, cells } satisfies WorkbookTask,
        owner,
      )) as WorkbookOutcome
      if ('fault' in outcome) throw new WorkbookError(outcome.fault)
      return outcome.text
    } catch (error) {
      const isLimit = error instanceof WorkbookError || error instanceof WorkerPoolError
      if (isLimit) this.#refusals.count('workbook', error.fault)
      throw error
    }
  }

  async stop(): Promise<void> {
    await this.#pool.stop()
  }
}
