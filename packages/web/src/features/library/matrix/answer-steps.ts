import { type CellBlock, type CellConflicts, type CompatibilityResult, compatibilityResults } from '@packhouse/contract'

/** A pair of a machine and a style. */
export interface Pair {
  machineId: string
  styleId: string
}

export const keyOf = ({ machineId, styleId }: Pair): string => `${machineId} ${styleId}`

/** What was changed at once, so that it can be taken back at once. */
export interface Step {
  cells: CellBlock['cells']
  /** The material whose answers it changed; undefined for those of the cells. */
  materialId: string | undefined
}

export interface CellChange extends Pair {
  rowVersion: number | null
  result: CompatibilityResult | null
  fields?: Record<string, unknown>
}

/** Fields that a block puts back, as `setCompatibilityCells` and `setMaterialCells` take them. */
const CELL_FIELDS = [
  ...['speedMin', 'speedMax', 'lengthMin', 'lengthMax', 'widthMin', 'widthMax', 'heightMin', 'heightMax'],
  ...['toolingCost', 'evidence', 'documentId', 'verifiedById', 'verifiedOn', 'notes'],
]
const MATERIAL_FIELDS = ['evidence', 'trialOn', 'documentId', 'notes']

/**
 * The change that takes a step back.
 * @param versionOf the version of a cell after what was last changed here; undefined where nothing was
 */
export function takenBack(
  { cells, materialId }: Step,
  versionOf: (pair: Pair) => number | null | undefined,
): CellChange[] {
  return cells.map(({ machineId, styleId, before, after }) => {
    const known = versionOf({ machineId, styleId })
    const rowVersion = known === undefined ? (after.cell?.rowVersion ?? null) : known
    const row = materialId === undefined ? before.cell : before.material
    if (row === null) return { machineId, styleId, rowVersion, result: null }
    const fields = pick(row, materialId === undefined ? CELL_FIELDS : MATERIAL_FIELDS)
    return { machineId, styleId, rowVersion, result: row.result, fields }
  })
}

function pick(row: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)))
}

/** A cell that two people have changed: what was wanted here, and what somebody else has made of it. */
export type Conflict = CellConflicts['cells'][number]

/** Reads what a refused block has in `current`. Undefined for a refusal of another kind. */
export function readConflicts(current: unknown): Conflict[] | undefined {
  if (typeof current !== 'object' || current === null || !('cells' in current)) return undefined
  return Array.isArray(current.cells) ? (current.cells as Conflict[]) : undefined
}

/** The changes of a refused block again, from the cells as they are now. */
export function insisted(changes: readonly CellChange[], conflicts: readonly Conflict[]): CellChange[] {
  const current = new Map(conflicts.map((one) => [keyOf(one), one.current.cell?.rowVersion ?? null]))
  return changes.map((change) => {
    const rowVersion = current.get(keyOf(change))
    return rowVersion === undefined ? change : { ...change, rowVersion }
  })
}

export const isResult = (value: unknown): value is CompatibilityResult =>
  compatibilityResults.some((result) => result === value)
