import { type GridReport, MAX_GRID_CHANGES } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { Principal } from '../engine/principal.ts'
import { assertThat, ProblemError } from '../engine/problem-error.ts'
import type { TableLine } from '../engine/resource/csv/parse-lines.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'
import { columnName, type GridFaults, type GridFile, readGrid } from './grid-file.ts'
import { type GridPlan, planGrid } from './grid-plan.ts'
import { GridWriter, portionsOf } from './grid-writer.ts'
import { findMaterial } from './materials.ts'
import { readRevision } from './matrix.queries.ts'

export interface GridImport {
  principal: Principal
  dryRun: boolean
  /** Of the preview; undefined where there was none. */
  revision: number | undefined
  /** Code of a material. */
  material: string | undefined
  /** Signals that the client has left; then nothing is stored. */
  signal: AbortSignal
}

/** Changes that one import stores at most: it is one transaction, which others wait for. */
const MOST_CHANGES = 100_000

/**
 * Sets answers of the matrix as a grid says: all of them or, where one is wrong, none. A dry run stores nothing.
 * @throws ProblemError `stale` where the matrix has changed since the preview, `invalid_request` with every fault; a dry run reports these
 */
export async function importGrid(
  cells: ResourceStore,
  lines: TableLine[],
  { principal, dryRun, revision, material: code, signal }: GridImport,
): Promise<GridReport> {
  // Before the transaction, which others wait for.
  const grid = await readGrid(lines, MAX_GRID_CHANGES)
  return await cells.write(principal, async (db) => {
    const { number } = await readRevision(db)
    const isFresh = revision === undefined || revision === number
    if (!isFresh) throw new ProblemError('stale', t('library.gridIsOld'), undefined, { current: { revision: number } })
    const material = await findMaterial(db, code)
    const plan = await planGrid(db, grid, material, MOST_CHANGES)
    const writer = new GridWriter(db, cells, principal, material)
    const { created } = await writer.check(plan.changes, grid.faults)
    if (!dryRun) {
      assertFaultless(grid.faults)
      for (const portion of portionsOf(plan.changes)) {
        assertThat(!signal.aborted, 'unavailable', t('server.importStopped'))
        await writer.write(portion)
      }
    }
    return toReport(grid, plan, { dryRun, revision: number, created })
  })
}

function assertFaultless({ count, listed }: GridFaults): void {
  if (count === 0) return
  const [first] = listed
  const detail = t('library.gridHasFaults', { count, path: first?.path ?? '', message: first?.message ?? '' })
  throw new ProblemError('invalid_request', detail, listed)
}

function toReport(
  { machines, styles, faults }: GridFile,
  { changes, unchanged, empty, emptyCells }: GridPlan,
  { dryRun, revision, created }: { dryRun: boolean; revision: number; created: number },
): GridReport {
  return {
    dryRun,
    revision,
    machines: machines.length,
    styles: styles.length,
    created,
    updated: changes.length - created,
    unchanged,
    empty,
    failed: faults.count,
    changes: changes.slice(0, MAX_GRID_CHANGES).map(({ row, column, model, code, before, after }) => {
      return { row, column: columnName(column), model, code, before, after }
    }),
    emptyCells,
    errors: faults.listed,
  }
}
