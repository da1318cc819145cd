/**
 * What is selected in a list, and where the keyboard is. `anchor` and `base` serve the extension with Shift: from the
 * anchor to the cursor everything is selected, beside what was selected before the extension began.
 */
export interface Selection {
  ids: ReadonlySet<string>
  cursor: string | undefined
  anchor: string | undefined
  base: ReadonlySet<string>
}

const nothing: ReadonlySet<string> = new Set()

export const emptySelection: Selection = { ids: nothing, cursor: undefined, anchor: undefined, base: nothing }

/** Moves the cursor by so many rows, and never beyond the ends. */
export function moveCursor(selection: Selection, order: readonly string[], by: number): Selection {
  return { ...selection, cursor: rowAt(selection, order, by), anchor: undefined, base: selection.ids }
}

export function placeCursor(selection: Selection, cursor: string): Selection {
  return selection.cursor === cursor ? selection : { ...selection, cursor }
}

/** Selects a row or lets go of it; an extension starts from here. */
export function toggleRow(selection: Selection, id: string): Selection {
  const ids = new Set(selection.ids)
  if (!ids.delete(id)) ids.add(id)
  return { ids, cursor: id, anchor: id, base: ids }
}

/** Moves the cursor and selects every row from the anchor to it. */
export function extendBy(selection: Selection, order: readonly string[], by: number): Selection {
  const target = rowAt(selection, order, by)
  return target === undefined ? selection : extendTo(selection, order, target)
}

/** Selects every row from the anchor to `target`, as a press with Shift does. */
export function extendTo(selection: Selection, order: readonly string[], target: string): Selection {
  const anchor = selection.anchor ?? selection.cursor ?? target
  const [from, to] = [order.indexOf(anchor), order.indexOf(target)].sort((a, b) => a - b) as [number, number]
  const range = from < 0 ? [target] : order.slice(from, to + 1)
  return { ids: new Set([...selection.base, ...range]), cursor: target, anchor, base: selection.base }
}

/** Selects every row in sight, or lets go of all when they are selected already. */
export function toggleAll(selection: Selection, order: readonly string[]): Selection {
  const ids = isAllSelected(selection, order) ? nothing : new Set(order)
  return { ...selection, ids, anchor: undefined, base: ids }
}

export function isAllSelected({ ids }: Selection, order: readonly string[]): boolean {
  return order.length > 0 && order.every((id) => ids.has(id))
}

export function clearSelection(selection: Selection): Selection {
  return { ...emptySelection, cursor: selection.cursor }
}

/** Drops what is not visible: a row that is not shown must not be deleted. */
export function keepVisible(selection: Selection, order: readonly string[]): Selection {
  const visible = new Set(order)
  const ids = new Set([...selection.ids].filter((id) => visible.has(id)))
  const cursor = selection.cursor !== undefined && visible.has(selection.cursor) ? selection.cursor : undefined
  if (ids.size === selection.ids.size && cursor === selection.cursor) return selection
  return { ids, cursor, anchor: undefined, base: ids }
}

function rowAt({ cursor }: Selection, order: readonly string[], by: number): string | undefined {
  const index = cursor === undefined ? -1 : order.indexOf(cursor)
  if (index < 0) return by > 0 ? order[0] : order.at(-1)
  return order[Math.min(Math.max(index + by, 0), order.length - 1)]
}
