import { packagingFamilies } from '@packhouse/contract'
import { compareNames } from '../../../lib/format/order.ts'
import type { Measures } from './grid-measures.ts'
import type { MachineCategory, MatrixData, PackagingFamily } from './matrix-data.ts'

/** Machines of one type, side by side: from a column up to, but without, another. */
export interface ColumnGroup {
  typeId: string
  name: string
  category: MachineCategory
  from: number
  end: number
  /** What the models of the group begin with; it is not repeated above every column. */
  prefix: string
}

/** A line of the grid: the name of a family, or a style with its row among the styles. */
export type Line =
  | { kind: 'family'; family: PackagingFamily; row: number }
  | { kind: 'style'; style: number; row: number }

/** What of the matrix is shown, and in which order. Columns and rows hold places in the data. */
export interface Sheet {
  columns: readonly number[]
  groups: readonly ColumnGroup[]
  rows: readonly number[]
  lines: readonly Line[]
  /** The line of each row. */
  lineOfRow: readonly number[]
}

/** Puts machines together by their type, and styles by their family. */
export function toSheet(data: MatrixData, machines: readonly number[], styles: readonly number[]): Sheet {
  const columns = sortedColumns(data, machines)
  const rows = sortedRows(data, styles)
  const lines: Line[] = []
  const lineOfRow: number[] = []
  for (const [row, style] of rows.entries()) {
    const family = data.styles[style]?.family
    const before = data.styles[rows[row - 1] ?? -1]?.family
    if (family !== undefined && family !== before) lines.push({ kind: 'family', family, row })
    lineOfRow.push(lines.length)
    lines.push({ kind: 'style', style, row })
  }
  return { columns, groups: groupsOf(data, columns), rows, lines, lineOfRow }
}

/** Where each line begins, px from the first; one more says where the last ends. */
export function topsOf({ lines }: Sheet, { line, familyLine }: Measures): number[] {
  const tops = [0]
  for (const { kind } of lines) tops.push((tops.at(-1) ?? 0) + (kind === 'family' ? familyLine : line))
  return tops
}

function sortedColumns({ machines }: MatrixData, shown: readonly number[]): number[] {
  const types = [...new Map(machines.map((machine) => [machine.typeId, machine])).values()]
  types.sort((one, other) => compareNames(one.typeName, other.typeName) || (one.typeId < other.typeId ? -1 : 1))
  const order = new Map(types.map(({ typeId }, place) => [typeId, place]))
  const placeOf = (machine: number) => order.get(machines[machine]?.typeId ?? '') ?? 0
  // The matrix comes in the order of models, and sorting does not change the order of equals.
  return shown.toSorted((one, other) => placeOf(one) - placeOf(other))
}

function sortedRows({ styles }: MatrixData, shown: readonly number[]): number[] {
  const placeOf = (style: number) => packagingFamilies.indexOf(styles[style]?.family ?? 'bag')
  return shown.toSorted((one, other) => placeOf(one) - placeOf(other))
}

function groupsOf({ machines }: MatrixData, columns: readonly number[]): ColumnGroup[] {
  const groups: ColumnGroup[] = []
  for (const [column, place] of columns.entries()) {
    const machine = machines[place]
    if (machine === undefined) continue
    const last = groups.at(-1)
    if (last?.typeId === machine.typeId) last.end = column + 1
    else {
      const { typeId, typeName: name, category } = machine
      groups.push({ typeId, name, category, from: column, end: column + 1, prefix: '' })
    }
  }
  for (const group of groups) {
    group.prefix = sharedPrefix(columns.slice(group.from, group.end).map((place) => machines[place]?.model ?? ''))
  }
  return groups
}

/** What all models begin with, up to a hyphen or a space: `FLW-` of FLW-0870 and FLW-0930. */
export function sharedPrefix(models: readonly string[]): string {
  const [first = ''] = models
  const cut = Math.max(first.lastIndexOf('-'), first.lastIndexOf(' ')) + 1
  const prefix = first.slice(0, cut)
  return cut < first.length && models.every((model) => model.startsWith(prefix) && model.length > cut) ? prefix : ''
}
