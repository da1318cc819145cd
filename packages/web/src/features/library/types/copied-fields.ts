import { foldCase } from '@packhouse/contract'
import type { ResourceRow } from '../../../resource/registry.ts'

/** What a field says of itself; its type, its place and its use are not copied. */
const copied = ['key', 'label', 'kind', 'unit', 'min', 'max', 'options', 'required', 'filterable', 'inQuote'] as const

/** The fields of another type whose key this one does not have yet, whatever its letters' case. */
export function fieldsToCopy(others: readonly ResourceRow[], own: readonly ResourceRow[]): ResourceRow[] {
  const taken = new Set(own.map(({ key }) => foldCase(String(key))))
  return others.filter(({ key }) => !taken.has(foldCase(String(key))))
}

/** New fields behind those that a type has, in the order that they come in. */
export function copiesOf(fields: readonly ResourceRow[], own: readonly ResourceRow[]): Record<string, unknown>[] {
  const last = Math.max(0, ...own.map(({ sort }) => Number(sort)))
  return fields.map((field, place) => ({
    ...Object.fromEntries(copied.map((name) => [name, field[name]])),
    sort: last + 1 + place,
  }))
}
