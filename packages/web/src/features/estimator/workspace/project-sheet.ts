import {
  type ChangedProject,
  type ListedRow,
  type ProjectChange,
  type ProjectPart,
  projectPartNames,
  projectParts,
  type projects,
  type Row,
  writable,
} from '@packhouse/contract'

export type Project = Row<typeof projects>
export type Item = ListedRow<typeof projectParts.items>
export type Extra = ListedRow<typeof projectParts.extras>
export type Delivery = ListedRow<typeof projectParts.deliveries>
export type Commissioning = ListedRow<typeof projectParts.commissioning>
export type Media = ListedRow<typeof projectParts.media>

/** What a project consists of, each list in its order. Rows that stay the same stay the same objects. */
export interface ProjectSheet {
  items: readonly Item[]
  extras: readonly Extra[]
  deliveries: readonly Delivery[]
  commissioning: readonly Commissioning[]
  media: readonly Media[]
}

export type Values = Readonly<Record<string, unknown>>

/** One step of work: what people undo at once and the server makes at once. */
export interface Step {
  changes: readonly ProjectChange[]
  order: readonly { kind: ProjectPart; ids: readonly string[] }[]
  /** Fields of the project itself. They are saved by themselves and stand alone in a step. */
  project?: Values
}

/** What all rows have in common. */
type AnyRow = { id: string; sort: number } & Values

export function sheetOf({ items, extras, deliveries, commissioning, media }: Project): ProjectSheet {
  return { items, extras, deliveries, commissioning, media }
}

/** A sheet after a step. Changes of rows that are not there are passed over. */
export function afterStep(sheet: ProjectSheet, step: Step, projectId: string): ProjectSheet {
  return {
    items: listAfter('items', sheet.items, step, projectId),
    extras: listAfter('extras', sheet.extras, step, projectId),
    deliveries: listAfter('deliveries', sheet.deliveries, step, projectId),
    commissioning: listAfter('commissioning', sheet.commissioning, step, projectId),
    media: listAfter('media', sheet.media, step, projectId),
  }
}

function listAfter<R extends AnyRow>(
  kind: ProjectPart,
  rows: readonly R[],
  step: Step,
  projectId: string,
): readonly R[] {
  const changes = step.changes.filter((change) => change.kind === kind)
  const order = step.order.findLast((one) => one.kind === kind)
  if (changes.length === 0 && order === undefined) return rows
  const left = new Map(rows.map((row) => [row.id, row]))
  for (const change of changes) {
    const id = change.id ?? ''
    const before = left.get(id)
    if (change.op === 'remove') left.delete(id)
    else if (change.op === 'create') left.set(id, newRow<R>(kind, id, { ...change.values, projectId }))
    else if (before !== undefined) left.set(id, { ...before, ...change.values })
  }
  if (order === undefined) return [...left.values()]
  const named = order.ids.flatMap((id) => left.get(id) ?? [])
  const given = new Set(order.ids)
  return [...named, ...[...left.values()].filter(({ id }) => !given.has(id))]
}

/** A row as it will be, before the server has made it. */
function newRow<R>(kind: ProjectPart, id: string, values: Values): R {
  const stamps = { id, createdAt: '', createdBy: null, updatedAt: '', updatedBy: null, rowVersion: 1, sort: 0 }
  const fallbacks = Object.entries(projectParts[kind].fields).map(([name, field]) => [name, field.fallback ?? null])
  return { ...stamps, ...Object.fromEntries(fallbacks), ...values } as R
}

/** The step that takes a step back, made of the sheet before it. */
export function inverseOf(sheet: ProjectSheet, step: Step): Step {
  const known = new Map(projectPartNames.flatMap((kind) => sheet[kind].map((row) => [row.id, row as AnyRow] as const)))
  const changes: ProjectChange[] = []
  for (const change of step.changes) {
    const { kind, op, id = '' } = change
    const row = known.get(id)
    if (op === 'create') changes.unshift({ kind, op: 'remove', id })
    else if (row === undefined) continue
    else if (op === 'remove') changes.unshift({ kind, op: 'create', id, values: sentOf(kind, row) })
    else {
      changes.unshift({ kind, op, id, values: pick(row, Object.keys(change.values)) })
      // What changes twice in a step goes back to what the change before has made of it.
      known.set(id, { ...row, ...change.values })
    }
  }
  const kinds = new Set([
    ...step.order.map(({ kind }) => kind),
    ...step.changes.filter(({ op }) => op === 'remove').map(({ kind }) => kind),
  ])
  return {
    changes: mainsFirst(changes),
    order: [...kinds].map((kind) => ({ kind, ids: sheet[kind].map(({ id }) => id) })),
  }
}

/** Whether the server has made a row. */
export function isMade(row: { createdAt: string } | undefined): boolean {
  return row !== undefined && row.createdAt !== ''
}

/** What comes back together comes with the lines first that others name. */
export function mainsFirst(changes: readonly ProjectChange[]): ProjectChange[] {
  const names = (change: ProjectChange) =>
    change.op === 'create' && (change.values.alternativeToId ?? change.values.dependsOnExtraId ?? null) !== null
  const back = changes.filter(({ op }) => op === 'create')
  if (back.length === 0) return [...changes]
  return [...back.filter((one) => !names(one)), ...back.filter(names), ...changes.filter(({ op }) => op !== 'create')]
}

/** What is sent to make a row that was there. */
export function sentOf(kind: ProjectPart, row: AnyRow): Record<string, unknown> {
  const names = Object.keys(writable(projectParts[kind].fields, true)).filter((name) => name !== 'projectId')
  return pick(row, names)
}

function pick(row: Values, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, row[name] ?? null]))
}

/** Several steps as one. */
export function joined(steps: readonly Step[]): Step {
  const orders = new Map(steps.flatMap(({ order }) => order).map((one) => [one.kind, one]))
  return { changes: steps.flatMap(({ changes }) => changes), order: [...orders.values()] }
}

/** A sheet with the rows that the server has answered. */
export function withAnswer(sheet: ProjectSheet, answer: ChangedProject): ProjectSheet {
  const gone = new Set(answer.removed.map(({ id }) => id))
  return {
    items: mergeRows(sheet.items, answer.items, gone),
    extras: mergeRows(sheet.extras, answer.extras, gone),
    deliveries: mergeRows(sheet.deliveries, answer.deliveries, gone),
    commissioning: mergeRows(sheet.commissioning, answer.commissioning, gone),
    media: mergeRows(sheet.media, answer.media, gone),
  }
}

function mergeRows<R extends AnyRow>(
  rows: readonly R[],
  changed: readonly R[],
  gone: ReadonlySet<string>,
): readonly R[] {
  if (changed.length === 0 && !rows.some(({ id }) => gone.has(id))) return rows
  const merged = new Map(rows.filter(({ id }) => !gone.has(id)).map((row) => [row.id, row]))
  for (const row of changed) merged.set(row.id, row)
  return [...merged.values()].toSorted((one, other) => one.sort - other.sort)
}
