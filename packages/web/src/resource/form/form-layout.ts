import type { Field, Fields } from '@packhouse/contract'
import type { ResourceView, Section } from '../view.ts'

/** Kinds whose controls need a whole line; the browser's own for a time takes what it takes. */
const WIDE: ReadonlySet<string> = new Set(['multiline', 'url', 'email', 'list', 'objects', 'time'])

/** The longest text that is at home in half a line. */
const SHORT_TEXT = 100

/** The sections of a form with the fields it has; what no section names comes last, so that no field is ever lost. */
export function sectionsOf(fields: Fields, view: ResourceView): Section[] {
  const named = new Set(view.sections?.flatMap((section) => section.fields))
  const rest = { fields: Object.keys(fields).filter((name) => !named.has(name)) }
  return [...(view.sections ?? []), rest]
    .map((section) => ({ ...section, fields: section.fields.filter((name) => name in fields) }))
    .filter((section) => section.fields.length > 0)
}

/** What a form shows. A new row of a view with a summary begins with that, and the rest is folded. */
export interface FormLayout {
  first: Section[]
  folded: Section[]
}

export function layoutOf(fields: Fields, view: ResourceView, isNew: boolean): FormLayout {
  const { summary } = view
  if (!isNew || summary === undefined) return { first: sectionsOf(fields, view), folded: [] }
  const rest = Object.fromEntries(Object.entries(fields).filter(([name]) => !summary.includes(name)))
  const first = { fields: summary.filter((name) => name in fields) }
  return { first: first.fields.length === 0 ? [] : [first], folded: sectionsOf(rest, view) }
}

/** The same fields in the order in which the form shows them. */
export function fieldsInOrder(fields: Fields, view: ResourceView, isNew: boolean): Fields {
  const { first, folded } = layoutOf(fields, view, isNew)
  const names = [...first, ...folded].flatMap((section) => section.fields)
  return Object.fromEntries(names.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])))
}

/** Whether a field takes a whole line. What is chosen from a list is short, however long a text could be. */
export function isWide(name: string, field: Field, view: ResourceView): boolean {
  if (field.codeOf !== undefined || view.suggestions?.[name] !== undefined) return false
  if (field.kind === 'text') return longestText(field) > SHORT_TEXT
  return WIDE.has(field.kind)
}

function longestText({ schema }: Field): number {
  return 'maxLength' in schema && typeof schema.maxLength === 'number' ? schema.maxLength : 0
}
