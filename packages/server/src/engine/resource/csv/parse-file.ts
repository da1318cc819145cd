import type { FieldError, Resource } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { ProblemError } from '../../problem-error.ts'
import type { ExtraColumns } from '../behaviour.ts'
import { columnsOf } from './cell.ts'
import type { TableLine } from './parse-lines.ts'

/** One row of a file: the text of its cells by column. */
export interface FileLine {
  /** Where it starts, from 1; the first has the names of the columns. */
  line: number
  cells: Record<string, string>
  errors: FieldError[]
}

export interface ImportFile {
  columns: string[]
  lines: FileLine[]
}

/**
 * Reads the first row as the names of columns, and all others as rows of a resource.
 * @param extra columns that are no fields
 * @throws ProblemError where a column is not known: then no row can be trusted
 */
export function parseFile([header, ...rows]: TableLine[], resource: Resource, extra?: ExtraColumns): ImportFile {
  const columns = readHeader(header?.cells ?? [], resource, extra)
  return { columns, lines: rows.map((row) => toFileLine(columns, row)) }
}

function readHeader(record: string[], { fields, noun }: Resource, extra: ExtraColumns | undefined): string[] {
  const known = columnsOf(fields)
  const names = record.map((name) => name.trim())
  const errors = names.flatMap((name, index) => {
    const fault =
      known.includes(name) || extra?.has(name)
        ? names.indexOf(name) < index
          ? { code: 'duplicate', message: t('server.columnThereTwice', { name }) }
          : undefined
        : { code: 'unknown', message: t('server.isNoColumn', { name: name.slice(0, 100), nouns: declared(noun[1]) }) }
    return fault === undefined ? [] : [{ path: `lines.1.column${index + 1}`, ...fault }]
  })
  if (errors.length === 0) return names
  const words = errors.map(({ path, message }) =>
    t('server.columnFault', { column: path.replace(/\D*1\.column/, ''), message }),
  )
  throw new ProblemError(
    'invalid_request',
    t('server.wrongColumns', { faults: words.join('; '), columns: known.join(', ') }),
    errors,
  )
}

function toFileLine(columns: string[], { line, cells: given, isExact }: TableLine): FileLine {
  const cells = Object.fromEntries(columns.map((name, index) => [name, given[index] ?? '']))
  const isWrong = isExact ? given.length !== columns.length : given.slice(columns.length).some((cell) => cell !== '')
  const message = t('server.wrongNumberOfCells', { cells: given.length, columns: columns.length })
  return { line, cells, errors: isWrong ? [{ path: '', code: 'cells', message }] : [] }
}
