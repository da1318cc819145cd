import type { CompatibilityPair } from '@packhouse/contract'
import { callApi } from '../../../lib/api-client.ts'
import { declared } from '../../../resource/registry.ts'
import type { Step } from './answer-steps.ts'
import type { Cell } from './cell-versions.ts'
import { changedOptions, hasOwnCondition, type PairDraft, toDraft, toFields } from './pair-draft.ts'

/**
 * Saves all that is said of a pair. Options are attached to a cell that is there, and a conditional answer needs a condition first:
 * where options are the only one they come before the answer.
 * @param rowVersion of the cell that the draft was made from, or that whoever saves has seen since
 * @returns what can be taken back: the cell with its fields, not its options and materials
 * @throws ApiError `stale` with the cell as it is, where somebody else has changed it
 */
export async function savePair(
  pair: CompatibilityPair,
  draft: PairDraft,
  rowVersion: number | undefined,
): Promise<Step> {
  const ids = { machineId: pair.machine.id, styleId: pair.style.id }
  const isLate = draft.result === 'conditional' && !hasOwnCondition(draft)
  const options = changedOptions(toDraft(pair), draft)
  const fields = { ...toFields(draft), result: draft.result }
  let cell = pair.cell ?? (await create({ ...ids, ...fields, ...(isLate ? { result: 'unknown' } : {}) }))
  const isThere = pair.cell !== null
  const update = async () => {
    cell = await change(cell.id, { ...fields, rowVersion: isThere ? (rowVersion ?? cell.rowVersion) : cell.rowVersion })
  }
  if (isThere && !isLate) await update()
  for (const name of options) await setOptions(cell.id, name, draft[name])
  if (isLate) await update()
  const before = { cell: pair.cell, material: null }
  return { cells: [{ ...ids, before, after: { cell, material: null } }], materialId: undefined }
}

// What was typed goes as it is: the server says what is wrong with it.
const calls = () => declared('compatibility').calls

async function create(body: Record<string, unknown>): Promise<Cell> {
  return (await callApi(calls().create, { body })) as Cell
}

async function change(id: string, body: Record<string, unknown> & { rowVersion: number }): Promise<Cell> {
  return (await callApi(calls().update, { params: { id }, body })) as Cell
}

async function setOptions(id: string, name: 'required' | 'excluded', ids: readonly string[]): Promise<void> {
  const sync = calls().relations['/v1/machine-library/compatibility']?.[`${name}-options`]?.sync
  if (sync === undefined) throw new TypeError('Options of a cell are not declared')
  await callApi(sync, { params: { id }, body: { ids: [...ids] } })
}
