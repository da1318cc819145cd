import type { ProjectChange } from '@packhouse/contract'
import { type GridRow, sectionsOf } from './grid-rows.ts'
import type { Item, ProjectSheet, Step } from './project-sheet.ts'

/** Where lines or sections that are dragged would be put. */
export interface Drop {
  /** The line between rows that shows it: above the row of this index. */
  above: number
  /** The section that a line comes into, or that a section is dragged to the front of; undefined is behind all. */
  section: string | undefined
  /** The line that it comes before; undefined at the end of the section. */
  beforeId: string | undefined
}

/**
 * Where something would be put that is held between two rows. A line comes into the section around it, before a line or behind the last, never
 * between a line and its alternatives; a section comes before another or behind all.
 * @param above index of the row below the pointer's nearest gap
 */
export function dropAt(rows: readonly GridRow[], kind: 'line' | 'section', above: number): Drop | undefined {
  return kind === 'section' ? sectionDrop(rows, above) : lineDrop(rows, above)
}

function lineDrop(rows: readonly GridRow[], above: number): Drop | undefined {
  const last = rows.findLastIndex(({ kind }) => kind === 'section' || kind === 'items')
  // Nothing is above the first head, and behind the last line come extras.
  const gap = Math.max(1, Math.min(above, last + 1))
  const head = rows.slice(0, gap).findLast((row) => row.kind === 'section')
  if (head?.kind !== 'section') return undefined
  const at = rows.findIndex((row, index) => index >= gap && !isAlternative(row))
  const next = rows[at]
  if (next?.kind === 'items') return { above: at, section: head.name, beforeId: next.id }
  return { above: at < 0 ? rows.length : at, section: head.name, beforeId: undefined }
}

function sectionDrop(rows: readonly GridRow[], above: number): Drop | undefined {
  const heads = rows.flatMap((row, index) => (row.kind === 'section' ? [{ index, name: row.name }] : []))
  const end = rows.findIndex(({ kind }) => kind === 'extras-head')
  const places = [...heads, { index: end < 0 ? rows.length : end, name: undefined }]
  const nearest = places.toSorted((one, other) => Math.abs(one.index - above) - Math.abs(other.index - above))[0]
  return nearest && { above: nearest.index, section: nearest.name, beforeId: undefined }
}

function isAlternative(row: GridRow): boolean {
  return row.kind === 'items' && row.row.alternativeToId !== null
}

/** Puts a line with its alternatives elsewhere. Undefined where it is there already. */
export function moveLineTo({ items }: ProjectSheet, id: string, { section, beforeId }: Drop): Step | undefined {
  const isMoved = (one: Item) => one.id === id || one.alternativeToId === id
  if (section === undefined || beforeId === id) return undefined
  const sections = sectionsOf(items)
  const moved = sections.flatMap(({ lines }) => lines).filter(isMoved)
  const rest = sections.map(({ name, lines }) => ({ name, lines: lines.filter((one) => !isMoved(one)) }))
  const target = rest.find(({ name }) => name === section) ?? { name: section, lines: [] }
  const before = target.lines.findIndex((one) => one.id === beforeId)
  const lines = target.lines.toSpliced(before < 0 ? target.lines.length : before, 0, ...moved)
  const all = rest.some(({ name }) => name === section)
    ? rest.map((one) => (one.name === section ? { name: section, lines } : one))
    : [...rest, { name: section, lines }]
  const changes = moved
    .filter((one) => one.section !== section)
    .map((one): ProjectChange => ({ kind: 'items', op: 'update', id: one.id, values: { section } }))
  return ordered(items, all, changes)
}

/** Puts a section with its lines before another; undefined is behind all. Undefined where it is there already. */
export function moveSectionTo({ items }: ProjectSheet, name: string, before: string | undefined): Step | undefined {
  const sections = sectionsOf(items)
  const moved = sections.find((section) => section.name === name)
  if (moved === undefined || before === name) return undefined
  const rest = sections.filter((section) => section !== moved)
  const at = rest.findIndex((section) => section.name === before)
  return ordered(items, rest.toSpliced(at < 0 ? rest.length : at, 0, moved), [])
}

/** Moves a section by one place. Undefined at the end of all. */
export function moveSection(sheet: ProjectSheet, name: string, by: 1 | -1): Step | undefined {
  const names = sectionsOf(sheet.items).map((section) => section.name)
  const at = names.indexOf(name)
  if (at < 0 || names[at + by] === undefined) return undefined
  return moveSectionTo(sheet, name, by === 1 ? names[at + 2] : names[at - 1])
}

function ordered(
  items: readonly Item[],
  sections: readonly { lines: readonly Item[] }[],
  changes: readonly ProjectChange[],
): Step | undefined {
  const ids = sections.flatMap(({ lines }) => lines.map(({ id }) => id))
  const isSame = changes.length === 0 && ids.every((id, at) => id === items[at]?.id)
  return isSame ? undefined : { changes, order: [{ kind: 'items', ids }] }
}
