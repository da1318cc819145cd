import {
  type ImportAdjustments,
  importAdjustmentsSchema,
  MAX_IMPORT_COLUMNS,
  MAX_MENDED_CELLS,
  MAX_WORDED_FIELDS,
  MAX_WORDS,
} from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { findShapeFault, MOST_LEVELS } from '../../../platform/json-shape.ts'
import { countFaults, fieldErrors, MOST_FAULTS, ProblemError } from '../../problem-error.ts'

const PATH = 'body.adjustments'
/** A mended cell has three: its line, its field and its text. */
const MOST_CELL_FIELDS = 3 * MAX_MENDED_CELLS + MOST_FAULTS

/**
 * What a form changes about its file. The size of each part is asked before any of its values is judged.
 * @throws ProblemError where it is not as declared
 */
export function parseAdjustments(text: string): ImportAdjustments {
  assertShape(text)
  const sent = parseJson(text)
  assertSizes(sent)
  const parsed = importAdjustmentsSchema.safeParse(sent)
  if (parsed.success) return parsed.data
  const errors = fieldErrors(PATH, parsed.error, MOST_FAULTS)
  throw new ProblemError('invalid_request', t('server.adjustmentsWrong'), errors, {}, countFaults(parsed.error))
}

function assertShape(text: string): void {
  const code = findShapeFault(Buffer.from(text), MAX_WORDS)
  if (code === undefined) return
  const message =
    code === 'too_deep'
      ? t('server.adjustmentsTooDeep', { most: MOST_LEVELS })
      : t('server.adjustmentsHaveTooManyFields', { most: MAX_WORDS })
  throw new ProblemError('invalid_request', message, [{ path: PATH, code, message }])
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function assertSizes(sent: unknown): void {
  const { columns, cells, words } = Object(sent)
  const sizes = [
    { part: 'columns', size: lengthOf(columns), most: MAX_IMPORT_COLUMNS },
    { part: 'cells', size: lengthOf(cells), most: MAX_MENDED_CELLS },
    { part: 'cells', size: fieldsIn(cells), most: MOST_CELL_FIELDS },
    { part: 'words', size: lengthOf(words), most: MAX_WORDED_FIELDS },
    { part: 'words', size: fieldsIn(words), most: MAX_WORDS },
  ]
  const errors = sizes
    .filter(({ size, most }) => size > most)
    .map(({ part, most }) => ({
      path: `${PATH}.${part}`,
      code: 'too_big',
      message: t('server.hasTooManyEntries', { most }),
    }))
  if (errors.length > 0) throw new ProblemError('invalid_request', t('server.adjustmentsWrong'), errors)
}

/** Entries of a list, or fields of an object. */
function lengthOf(value: unknown): number {
  return Object.keys(Object(value)).length
}

/** Entries and fields of all that a list or an object holds. */
function fieldsIn(value: unknown): number {
  return Object.values(Object(value)).reduce<number>(
    (sum, part) => sum + (typeof part === 'object' ? lengthOf(part) : 0),
    0,
  )
}
