import type { Field, Fields } from '@packhouse/contract'
import type { ResourceView, Section } from '../view.ts'

/** Kinds whose controls need a whole line; the browser's own for a time takes what it takes. */
const WIDE: ReadonlySet<string> = new Set(['multiline', 'url', 'email', 'list', 'time'])

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

/** Whether a field takes a whole line. What is chosen from a list is short, however long a text could be. */
export function isWide(name: string, field: Field, view: ResourceView): boolean {
  if (view.codes?.[name] !== undefined || view.suggestions?.[name] !== undefined) return false
  if (field.kind === 'text') return longestText(field) > SHORT_TEXT
  return WIDE.has(field.kind)
}

function longestText({ schema }: Field): number {
  return 'maxLength' in schema && typeof schema.maxLength === 'number' ? schema.maxLength : 0
}
