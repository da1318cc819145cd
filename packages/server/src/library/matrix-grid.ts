import type { CompatibilityResult, TableFormat } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type Cell, textCell } from '../engine/resource/csv/cell.ts'
import type { Transaction } from '../platform/database.ts'
import { readMachines, readRevision, readRows, readStyles } from './matrix.queries.ts'

/** Machines of an export that are held at a time. */
const PORTION = 200

/** The answers by their letters. */
export const results: Readonly<Record<string, CompatibilityResult>> = {
  Y: 'yes',
  C: 'conditional',
  N: 'no',
  U: 'unknown',
}

/**
 * The whole matrix as a grid, portion by portion: codes of styles in the first row, models and names in the first two columns. CSV has
 * words, a workbook letters with a legend below them. Its transaction is a snapshot.
 */
export async function* matrixGrid(
  db: Transaction,
  material: string | null,
  format: TableFormat,
): AsyncGenerator<Cell[][]> {
  const { oldest } = await readRevision(db)
  const styles = await readStyles(db, 0, null)
  yield [['model', 'name', ...styles.map(({ code }) => code)].map(textCell)]
  for (let from = 0; ; from += PORTION) {
    const machines = await readMachines(db, from, PORTION)
    if (machines.length === 0) break
    const rows = await readRows(db, { machines, styles }, material, oldest)
    yield machines.map(({ model, name }, place) => {
      const letters = [...(rows[place] ?? '').toUpperCase()]
      const answers = format === 'csv' ? letters.map((letter) => results[letter] ?? 'unknown') : letters
      return [model, name, ...answers].map(textCell)
    })
  }
  if (format === 'xlsx') yield legend().map((line) => ['', line].map(textCell))
}

/** Lines without a model, which an import passes over. */
function legend(): string[] {
  return ['', t('library.legendYes'), t('library.legendConditional'), t('library.legendNo'), t('library.legendUnknown')]
}
