import type { Extra, Item } from './project-sheet.ts'

/** A row of the grid. */
export type GridRow =
  | { kind: 'section'; key: string; name: string; number: number; count: number }
  | { kind: 'items'; key: string; id: string; row: Item }
  | { kind: 'add'; key: string; section: string }
  | { kind: 'extras-head'; key: string; count: number; selected: number }
  | { kind: 'extras'; key: string; id: string; row: Extra }
  | { kind: 'add-extra'; key: string }

export interface Section {
  name: string
  /** Each main line with its alternatives behind it. */
  lines: readonly Item[]
}

/** The lines section by section, in the order in which sections come first. */
export function sectionsOf(items: readonly Item[]): Section[] {
  const alternatives = Map.groupBy(
    items.filter(({ alternativeToId }) => alternativeToId !== null),
    ({ alternativeToId }) => alternativeToId,
  )
  const mains = items.filter(({ alternativeToId }) => alternativeToId === null)
  const sections = Map.groupBy(mains, ({ section }) => section)
  return [...sections].map(([name, lines]) => {
    return { name, lines: lines.flatMap((line) => [line, ...(alternatives.get(line.id) ?? [])]) }
  })
}

export interface GridView {
  folded: ReadonlySet<string>
  /** Whether lines can be added. */
  editing: boolean
  /** Sections that have no line yet. */
  empty: readonly string[]
}

/** The name under which the extras are folded; no section is called so. */
export const EXTRAS_KEY = '/extras'

export function gridRows(items: readonly Item[], extras: readonly Extra[], view: GridView): GridRow[] {
  const sections = sectionsOf(items)
  const names = new Set(sections.map(({ name }) => name))
  const all = [...sections, ...view.empty.filter((name) => !names.has(name)).map((name) => ({ name, lines: [] }))]
  const rows = all.flatMap(({ name, lines }, at): GridRow[] => {
    const head: GridRow = { kind: 'section', key: `section ${name}`, name, number: at + 1, count: lines.length }
    if (view.folded.has(name)) return [head]
    const add: GridRow[] = view.editing ? [{ kind: 'add', key: `add ${name}`, section: name }] : []
    return [head, ...lines.map((row): GridRow => ({ kind: 'items', key: row.id, id: row.id, row })), ...add]
  })
  return [...rows, ...extraRows(extras, view)]
}

/** The section around a row, or the key of the extras. */
export function sectionAt(rows: readonly GridRow[], index: number): string {
  const head = rows.slice(0, index + 1).findLast(({ kind }) => kind === 'section' || kind === 'extras-head')
  return head?.kind === 'section' ? head.name : (head?.key ?? '')
}

function extraRows(extras: readonly Extra[], { folded, editing }: GridView): GridRow[] {
  if (extras.length === 0 && !editing) return []
  const selected = extras.filter((extra) => extra.selected).length
  const head: GridRow = { kind: 'extras-head', key: EXTRAS_KEY, count: extras.length, selected }
  if (folded.has(EXTRAS_KEY)) return [head]
  const add: GridRow[] = editing ? [{ kind: 'add-extra', key: 'add-extra' }] : []
  return [head, ...extras.map((row): GridRow => ({ kind: 'extras', key: row.id, id: row.id, row })), ...add]
}
