import type { Resource } from '@packhouse/contract'
import { type ListParameters, readListState, writeListState } from '../list-state.ts'
import { isNames } from '../names.ts'

/** Filters, order and columns under a name. */
export interface SavedView {
  /** By which the address names it. */
  key: string
  name: string
  parameters: ListParameters
  columns: readonly string[]
  /** The row of one that all staff have; undefined for one's own. */
  shared: SharedRow | undefined
}

export interface SharedRow {
  id: string
  rowVersion: number
  isDefault: boolean
}

/** A view as the account stores it. */
export type StoredView = Pick<SavedView, 'name' | 'parameters' | 'columns'>

/** The key that stands for the list without any view. */
export const PLAIN = 'none'

/** The key of one's own view: a name may be that of a shared one too. */
export function ownKey(name: string): string {
  return `own:${name}`
}

export function isStoredViews(value: unknown): value is readonly StoredView[] {
  return Array.isArray(value) && value.every(isStoredView)
}

function isStoredView(value: unknown): value is StoredView {
  if (typeof value !== 'object' || value === null) return false
  const { name, parameters, columns } = value as Partial<StoredView>
  return typeof name === 'string' && isNames(columns) && isNames(Object.values(parameters ?? {}).flat())
}

/** The parameters of a list as one text, as in an address; null for a list without parameters. */
export function toQueryText(parameters: ListParameters): string | null {
  const entries = Object.entries(parameters).flatMap(([name, value]) => [value].flat().map((one) => [name, one]))
  return new URLSearchParams(entries).toString() || null
}

export function fromQueryText(text: string | null): ListParameters {
  const query = new URLSearchParams(text ?? '')
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name)
      return [name, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}

/** Whether a list shows something else than a view says, in its rows, their order or its columns. */
export function differsFrom(
  view: SavedView,
  resource: Pick<Resource, 'fields' | 'defaultSort' | 'traits'>,
  parameters: ListParameters,
  columns: readonly string[],
): boolean {
  const wordsOf = (given: ListParameters) =>
    JSON.stringify(writeListState(resource, { ...readListState(resource, given), page: 1 }))
  return wordsOf(view.parameters) !== wordsOf(parameters) || view.columns.join() !== columns.join()
}
