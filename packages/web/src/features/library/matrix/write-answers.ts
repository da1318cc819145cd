import { api, type CellBlock, type CompatibilityResult } from '@packhouse/contract'
import { callApi } from '../../../lib/api-client.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { type CellChange, type Conflict, keyOf, readConflicts } from './answer-steps.ts'
import { answerOf } from './cell-code.ts'
import { readCells } from './cell-versions.ts'
import type { MatrixPair } from './strip-cells.ts'

/** What became of a change: done, or refused because somebody else has changed some of the cells. */
export type Written = { kind: 'done'; cells: CellBlock['cells'] } | { kind: 'conflict'; cells: Conflict[] }

/** Sends changes in one call. @throws ApiError for every refusal but that of cells which somebody else has changed */
export async function sendChanges(changes: readonly CellChange[], materialId: string | undefined): Promise<Written> {
  try {
    const body = { cells: [...changes] }
    const { cells } =
      materialId === undefined
        ? await callApi(api.setCompatibilityCells, { body })
        : await callApi(api.setMaterialCells, { params: { id: materialId }, body })
    return { kind: 'done', cells }
  } catch (error) {
    const conflicts = error instanceof ApiError && error.code === 'stale' ? readConflicts(error.current) : undefined
    if (conflicts === undefined) throw error
    return { kind: 'conflict', cells: conflicts }
  }
}

export interface GivenAnswer {
  pairs: readonly MatrixPair[]
  result: CompatibilityResult
  /** The material whose answers are given; undefined for those of the cells. */
  materialId: string | undefined
}

/**
 * Gives pairs an answer. Cells that say something else than what is shown here were changed by somebody else: nothing is sent then,
 * unless whoever answers has seen that.
 * @throws ApiError
 */
export async function giveAnswer(given: GivenAnswer, hasSeen: 'shown' | 'others'): Promise<Written> {
  const { pairs, result, materialId } = given
  const cells = await readCells(pairs.map(idsOf))
  const cellOf = (pair: MatrixPair) => cells.get(keyOf(idsOf(pair))) ?? null
  if (materialId === undefined && hasSeen === 'shown') {
    const conflicts = pairs
      .filter((pair) => (cellOf(pair)?.result ?? 'unknown') !== answerOf(pair.code))
      .map((pair) => ({ ...idsOf(pair), wanted: result, current: { cell: cellOf(pair), material: null } }))
    if (conflicts.length > 0) return { kind: 'conflict', cells: conflicts }
  }
  const changes = pairs.map((pair) => ({ ...idsOf(pair), rowVersion: cellOf(pair)?.rowVersion ?? null, result }))
  return await sendChanges(changes, materialId)
}

export function idsOf({ machine, style }: MatrixPair): { machineId: string; styleId: string } {
  return { machineId: machine.id, styleId: style.id }
}
