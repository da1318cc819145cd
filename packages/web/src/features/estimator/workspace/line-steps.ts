import type { ProjectChange } from '@packhouse/contract'
import { sectionsOf } from './grid-rows.ts'
import type { Item, ProjectSheet, Step, Values } from './project-sheet.ts'

type SoldKind = 'items' | 'extras'

export function update(kind: ProjectChange['kind'], id: string, values: Values): Step {
  return { changes: [{ kind, op: 'update', id, values: { ...values } }], order: [] }
}

/** New rows of a kind; lines come to the end of their section, which is behind the last line of it. */
export function addRows(kind: ProjectChange['kind'], rows: readonly Values[]): Step {
  const changes = rows.map((values): ProjectChange => {
    return { kind, op: 'create', id: crypto.randomUUID(), values: { ...values } }
  })
  return { changes, order: [] }
}

/** A line goes with its alternatives; extras that need it stay, and need it no more. */
export function removeRow(sheet: ProjectSheet, kind: ProjectChange['kind'], id: string): Step {
  if (kind !== 'items' && kind !== 'extras') return { changes: [{ kind, op: 'remove', id }], order: [] }
  const field = kind === 'items' ? 'dependsOnItemId' : 'dependsOnExtraId'
  const gone = kind === 'items' ? sheet.items.filter((one) => one.alternativeToId === id).map((one) => one.id) : []
  const dependent = sheet.extras.filter((extra) => [id, ...gone].includes(extra[field] ?? ''))
  const freed = dependent.map((extra): ProjectChange => {
    return { kind: 'extras', op: 'update', id: extra.id, values: { [field]: null } }
  })
  return {
    changes: [...freed, ...[...gone, id].map((one): ProjectChange => ({ kind, op: 'remove', id: one }))],
    order: [],
  }
}

/** An alternative takes the place of its line, which becomes an alternative to it, as do the others. */
export function useInstead(sheet: ProjectSheet, id: string): Step {
  const mainId = sheet.items.find((one) => one.id === id)?.alternativeToId
  const main = sheet.items.find((one) => one.id === mainId)
  if (main === undefined) return { changes: [], order: [] }
  const others = sheet.items.filter((one) => one.alternativeToId === main.id && one.id !== id)
  const change = (one: string, values: Values): ProjectChange => ({
    kind: 'items',
    op: 'update',
    id: one,
    values: { ...values },
  })
  const order = sheet.items.map((one) => (one.id === id ? main.id : one.id === main.id ? id : one.id))
  return {
    changes: [
      change(id, { alternativeToId: null, section: main.section }),
      ...[main, ...others].map((one) => change(one.id, { alternativeToId: id })),
    ],
    order: [{ kind: 'items', ids: order }],
  }
}

export function renameSection(sheet: ProjectSheet, from: string, to: string): Step {
  const changes = sheet.items
    .filter(({ section }) => section === from)
    .map(({ id }): ProjectChange => ({ kind: 'items', op: 'update', id, values: { section: to } }))
  return { changes, order: [] }
}

/** Moves a row by one place among its like; a line at the edge of its section goes to the next one. Undefined at the end of all. */
export function moveRow(sheet: ProjectSheet, kind: ProjectChange['kind'], id: string, by: 1 | -1): Step | undefined {
  if (kind === 'items') return moveLine(sheet.items, id, by)
  const ids = sheet[kind].map((row) => row.id)
  return swapped(kind, ids, ids.indexOf(id), by)
}

function swapped(kind: ProjectChange['kind'], ids: readonly string[], at: number, by: 1 | -1): Step | undefined {
  const [one, other] = [ids[at], ids[at + by]]
  if (one === undefined || other === undefined) return undefined
  return { changes: [], order: [{ kind, ids: ids.with(at, other).with(at + by, one) }] }
}

function moveLine(items: readonly Item[], id: string, by: 1 | -1): Step | undefined {
  const line = items.find((one) => one.id === id)
  const sections = sectionsOf(items)
  const ids = (lists: readonly (readonly Item[])[]) => lists.flat().map((one) => one.id)
  const groups = sections.map(({ lines }) => groupsOf(lines))
  const section = groups.findIndex((list) => list.some((group) => group.some((one) => one.id === id)))
  const list = groups[section]
  if (line === undefined || list === undefined) return undefined
  const at = list.findIndex((group) => group.some((one) => one.id === id))
  const [group, neighbour] = [list[at], list[at + by]]
  if (group === undefined) return undefined
  if (line.alternativeToId !== null) return moveAlternative(items, group, id, by)
  if (neighbour !== undefined) {
    const moved = list.with(at, neighbour).with(at + by, group)
    return { changes: [], order: [{ kind: 'items', ids: ids(groups.with(section, moved).flat()) }] }
  }
  const target = sections[section + by]
  const targetList = groups[section + by]
  if (target === undefined || targetList === undefined) return undefined
  const left = groups.with(section, list.toSpliced(at, 1))
  const arrived = by === 1 ? [group, ...targetList] : [...targetList, group]
  const changes = group.map((one): ProjectChange => {
    return { kind: 'items', op: 'update', id: one.id, values: { section: target.name } }
  })
  return { changes, order: [{ kind: 'items', ids: ids(left.with(section + by, arrived).flat()) }] }
}

/** An alternative moves among those of its line. */
function moveAlternative(items: readonly Item[], group: readonly Item[], id: string, by: 1 | -1): Step | undefined {
  const at = group.findIndex((one) => one.id === id)
  const other = group[at + by]
  if (other === undefined || other.alternativeToId === null) return undefined
  const ids = items.map((one) => (one.id === id ? other.id : one.id === other.id ? id : one.id))
  return { changes: [], order: [{ kind: 'items', ids }] }
}

/** Each line with its alternatives. */
function groupsOf(lines: readonly Item[]): Item[][] {
  const groups: Item[][] = []
  for (const line of lines) {
    if (line.alternativeToId === null) groups.push([line])
    else groups.at(-1)?.push(line)
  }
  return groups
}

/** What a new row has before anything is typed. */
export function newLine(kind: SoldKind, section: string, values: Values = {}): Values {
  const own = kind === 'items' ? { section, quantity: '1' } : { quantity: '1', selected: false }
  return { unit: 'pcs', unitPrice: '0', ...own, ...values }
}
