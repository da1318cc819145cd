import type { Field, Fields } from '@packhouse/contract'
import type { ResourceLook, Section } from '../look.ts'

/** Kinds whose controls need a whole line; the browser's own for a time takes what it takes. */
const WIDE: ReadonlySet<string> = new Set(['multiline', 'url', 'email', 'list', 'time'])

/** The longest text that is at home in half a line. */
const SHORT_TEXT = 100

/** The sections of a form with the fields it has; what no section names comes last, so that no field is ever lost. */
export function sectionsOf(fields: Fields, look: ResourceLook): Section[] {
  const named = new Set(look.sections?.flatMap((section) => section.fields))
  const rest = { fields: Object.keys(fields).filter((name) => !named.has(name)) }
  return [...(look.sections ?? []), rest]
    .map((section) => ({ ...section, fields: section.fields.filter((name) => name in fields) }))
    .filter((section) => section.fields.length > 0)
}

/** Whether a field takes a whole line. What is chosen from a list is short, however long a text could be. */
export function isWide(name: string, field: Field, look: ResourceLook): boolean {
  if (look.codes?.[name] !== undefined || look.suggestions?.[name] !== undefined) return false
  if (field.kind === 'text') return longestText(field) > SHORT_TEXT
  return WIDE.has(field.kind)
}

function longestText({ schema }: Field): number {
  return 'maxLength' in schema && typeof schema.maxLength === 'number' ? schema.maxLength : 0
}
