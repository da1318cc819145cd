import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import { fieldsAt } from './data-fields.ts'

/** Offers the fields of the data behind a dot, as `d.document.` has a title. */
export function dataCompletion(schema: unknown): Extension {
  const complete = (context: CompletionContext): CompletionResult | null => {
    const written = context.matchBefore(/[A-Za-z_][\w-]*(?:\.[\w-]*)+/)
    if (written === null) return null
    const dot = written.text.lastIndexOf('.')
    const fields = fieldsAt(schema, context.state.sliceDoc(0, written.from), written.text.slice(0, dot))
    if (fields === undefined) return null
    const options = fields.map(({ name, type, description }) => ({
      label: name,
      detail: type,
      ...(description === undefined ? {} : { info: description }),
    }))
    return { from: written.from + dot + 1, options, validFor: /^[\w-]*$/ }
  }
  return autocompletion({ override: [complete], icons: false })
}
