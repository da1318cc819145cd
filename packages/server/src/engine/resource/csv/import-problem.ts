import { type FieldError, type Resource, tableColumns } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { MOST_FAULTS, ProblemError } from '../../problem-error.ts'
import { namedFaults } from './named-faults.ts'
import type { ImportFile } from './parse-file.ts'
import type { Line } from './read-line.ts'

/** Faults that are reported in words; the first of them are in `errors`. */
const TOLD = 3

/** Why nothing is stored of lines of which some are wrong. */
export function toProblem(lines: readonly Line[]): ProblemError {
  const failed = lines.filter(({ faults }) => faults.count > 0)
  const count = failed.reduce((sum, { faults }) => sum + faults.count, 0)
  const first = firstFaults(failed)
  const words = first.slice(0, TOLD).map(({ line, path, message }) => t('server.lineFault', { line, path, message }))
  const detail = t('server.importFailed', {
    failed: failed.length,
    lines: lines.length,
    faults: words.join('; '),
    more: count - words.length,
  })
  const errors = first.map(({ line, path, ...fault }) => ({
    path: ['lines', line, path].filter(Boolean).join('.'),
    ...fault,
  }))
  const isDuplicate = failed.every(({ faults }) => faults.areAll('duplicate'))
  return new ProblemError(isDuplicate ? 'duplicate' : 'invalid_request', detail, errors, {}, count)
}

function firstFaults(lines: readonly Line[]): (FieldError & Pick<Line, 'line'>)[] {
  const first: (FieldError & Pick<Line, 'line'>)[] = []
  for (const line of lines) {
    if (first.length >= MOST_FAULTS) break
    first.push(...namedFaults(line).map((fault) => ({ line: line.line, ...fault })))
  }
  return first.slice(0, MOST_FAULTS)
}

/** @throws ProblemError where a heading is no column, or a column is missing: then no row can be trusted */
export function assertColumns({ headings, lacking }: ImportFile, { fields, noun }: Resource): void {
  const count = headings.count + lacking.count
  if (count === 0) return
  const [wrong, absent] = [headings.toErrors(), lacking.toErrors()]
  const columnOf = ({ path }: FieldError) => path.replace(/^lines\.1\.(column(?=\d))?/, '')
  const words = wrong.map((fault) => t('server.columnFault', { column: columnOf(fault), message: fault.message }))
  const detail =
    words.length > 0
      ? t('server.wrongColumns', {
          faults: words.join('; '),
          more: headings.count - words.length,
          columns: tableColumns(fields).join(', '),
        })
      : t('server.columnsMissing', { columns: absent.map(columnOf).join(', '), noun: declared(noun[0]) })
  throw new ProblemError('invalid_request', detail, [...wrong, ...absent], {}, count)
}
