import type { FieldError } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { Line } from './read-line.ts'

/** A cell is named up to so many characters. */
const LONGEST_NAMED = 60

/** The first faults of a line, each with the text that it is about. */
export function namedFaults({ cells, faults }: Line): FieldError[] {
  return faults.toErrors().map((error) => {
    const text = cells[error.path] ?? ''
    if (text === '') return error
    const value = text.length > LONGEST_NAMED ? `${text.slice(0, LONGEST_NAMED)}…` : text
    return { ...error, message: t('server.valueFault', { value, message: error.message }) }
  })
}
