import type { TemplateFault } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { listOf } from '../../lib/format/lists.ts'
import { unknownField } from './code/fault-fix.ts'
import type { ShownFault } from './code/fault-marks.ts'

/** A fault in the words of the reader, and what mends it where that is known. @param source the one that was compiled */
export function shownFault(fault: TemplateFault, source: string, schema: unknown): ShownFault {
  const { line, column, endLine, endColumn } = fault
  const place = { line, column, endLine, endColumn }
  const unknown = unknownField(fault, source, schema)
  if (unknown === undefined || unknown.known.length === 0) {
    return { ...place, text: [fault.message, ...fault.hints].join(' · '), fix: undefined }
  }
  const { name, known, nearest } = unknown
  const text = t('documents.unknownField', { field: name, fields: listOf(known) })
  if (nearest === undefined || unknown.place === undefined) return { ...place, text, fix: undefined }
  const label = t('documents.useField', { field: nearest })
  return { ...place, text, fix: { ...unknown.place, label, insert: nearest, written: name } }
}
