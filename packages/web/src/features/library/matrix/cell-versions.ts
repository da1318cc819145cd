import type { compatibilities, Row } from '@packhouse/contract'
import { callApi } from '../../../lib/api-client.ts'
import { behind, FIRST_POSITION } from '../../../lib/list-walk.ts'
import { declaredAs } from '../../../resource/registry.ts'
import { keyOf, type Pair } from './answer-steps.ts'

export type Cell = Row<typeof compatibilities>

/** Ids of one request: more would make its address too long. */
const IDS = 50
const PAGE_SIZE = 200

/** The cells of pairs as they are now, by their key; pairs without a cell are absent. */
export async function readCells(pairs: readonly Pair[]): Promise<Map<string, Cell>> {
  const wanted = new Set(pairs.map(keyOf))
  const machines = [...new Set(pairs.map(({ machineId }) => machineId))]
  const styles = [...new Set(pairs.map(({ styleId }) => styleId))]
  const found = new Map<string, Cell>()
  for (const machineIds of portions(machines)) {
    for (const styleIds of portions(styles)) {
      for (const cell of await readAll(machineIds, styleIds)) if (wanted.has(keyOf(cell))) found.set(keyOf(cell), cell)
    }
  }
  return found
}

async function readAll(machineIds: readonly string[], styleIds: readonly string[]): Promise<Cell[]> {
  const cells: Cell[] = []
  const { list } = declaredAs<typeof compatibilities>('compatibility').calls
  const query = { machineId: machineIds.join(','), styleId: styleIds.join(','), pageSize: String(PAGE_SIZE) }
  let position = FIRST_POSITION
  do {
    const { items, next } = await callApi(list, { query: { ...query, ...behind(position) } })
    cells.push(...(items as Cell[]))
    position = next
  } while (position !== null)
  return cells
}

function portions(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / IDS) }, (_, place) => ids.slice(place * IDS, (place + 1) * IDS))
}
