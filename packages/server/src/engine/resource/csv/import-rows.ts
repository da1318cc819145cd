import {
  codeField,
  type FieldError,
  foldCase,
  type ImportLine,
  type ImportReport,
  MAX_MENDABLE_LINES,
  type Resource,
} from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import type { Transaction } from '../../../platform/database.ts'
import type { Principal } from '../../principal.ts'
import { assertThat, ProblemError } from '../../problem-error.ts'
import { assertDisclosed } from '../confidential.ts'
import { assertParent } from '../referred.ts'
import type { ResourceStore } from '../resource-store.ts'
import type { Parent, Values } from '../rows.ts'
import { columnsOf } from './cell.ts'
import { matchRows } from './match-rows.ts'
import { AMBIGUOUS_NUMBER } from './number-signs.ts'
import { plainNumber } from './number-text.ts'
import type { ImportFile } from './parse-file.ts'
import { outcomeOf, planLines, setParent } from './plan-lines.ts'
import { type Line, readLines } from './read-line.ts'
import { resolveReferences } from './resolve-references.ts'
import { auditLines, giveIds, insertLines, updateLines } from './write-lines.ts'

/** A cell is shown up to so many characters, and named up to so many. */
const LONGEST_SHOWN = 2_000
const LONGEST_NAMED = 60
/** Faults that are reported in words; all of them are in `errors`. */
const TOLD = 3

export interface ImportRequest {
  principal: Principal
  parent: Parent
  dryRun: boolean
  onProgress: (done: number, total: number) => void
  /** Signals that the client has left; then nothing is stored. */
  signal: AbortSignal
}

/** Carries the result of a dry run out of the transaction that it undoes. */
class Undone {
  readonly report: ImportReport

  constructor(report: ImportReport) {
    this.report = report
  }
}

/**
 * Creates and changes rows as a file says: all of them or, where one is wrong, none. A dry run does the same and undoes it,
 * so that it reports what the database refuses too.
 * @throws ProblemError with every fault of every line; never in a dry run, whose report has them
 */
export async function importRows(
  store: ResourceStore,
  file: ImportFile,
  request: ImportRequest,
): Promise<ImportReport> {
  const { resource } = store
  if (!request.dryRun) assertHeadings(file, resource)
  try {
    return await store.write(request.principal, async (db) => {
      const lines = await prepare(db, store, file, request)
      if (file.errors.length > 0) throw new Undone(toReport(resource, file, lines, request.dryRun))
      await write(db, store, lines, request)
      await assertDisclosed(db, resource, store.behaviour, sentOf(lines))
      await checkWhole(db, store, lines)
      const report = toReport(resource, file, lines, request.dryRun)
      if (request.dryRun) throw new Undone(report)
      if (report.failed > 0) throw toProblem(lines)
      assertWanted(request)
      const audited = lines.filter(
        (line) => isWritten(line) && (line.existing === undefined || line.changes.length > 0),
      )
      await auditLines(db, request.principal, resource, store.computed, audited)
      await store.extra?.audit(db, request.principal, lines.filter(isWritten))
      return report
    })
  } catch (error) {
    if (error instanceof Undone) return error.report
    throw error
  }
}

/** Finds out what each line is to do. */
async function prepare(
  db: Transaction,
  store: ResourceStore,
  file: ImportFile,
  { principal, parent, dryRun }: ImportRequest,
): Promise<Line[]> {
  const { resource, resources, computed } = store
  await assertParent(db, resources, resource, parent)
  const lines = await readLines(file, resource, store.extra)
  const references = Object.keys(resource.fields).filter((name) => {
    const { refersTo, codeOf } = resource.fields[name] ?? {}
    return (refersTo ?? codeOf) !== undefined
  })
  const own = references.filter((name) => resource.fields[name]?.refersTo === resource.name)
  const others = references.filter((name) => !own.includes(name))
  await resolveReferences(db, resource, resources, lines, others)
  setParent(lines, parent)
  await matchRows(db, { resource, computed, parent }, lines)
  await giveIds(
    db,
    lines.filter((line) => line.id === undefined && line.errors.length === 0),
  )
  await resolveReferences(db, resource, resources, lines, own, newNames(resource, lines))
  planLines(resource, file, lines)
  if (!dryRun) assertHeadings(file, resource)
  await store.extra?.plan(
    db,
    lines.filter(({ errors }) => errors.length === 0),
  )
  const changing = lines.find((line) => outcomeOf(line) === 'update')
  const permission = `${resource.name}.update`
  const detail = t('server.lineNeedsPermission', { line: changing?.line, permission })
  assertThat(changing === undefined || principal.permissions.has(permission), 'permission_missing', detail)
  return lines
}

/** Ids of the rows to come, by their name or code: rows of the same file may refer to them. */
function newNames(resource: Resource, lines: readonly Line[]): Map<string, string> {
  const made = lines.filter((line) => line.existing === undefined && line.id !== undefined)
  const by = (name: string | undefined): [string, string][] =>
    name === undefined
      ? []
      : made.flatMap(({ values, id = '' }) =>
          values[name] === undefined ? [] : [[foldCase(String(values[name])), id]],
        )
  // A name of several rows means none of them; a code comes before a name.
  const names = by(resource.label)
  const counts = Map.groupBy(names, ([name]) => name)
  return new Map([...names.filter(([name]) => counts.get(name)?.length === 1), ...by(codeField(resource))])
}

async function write(
  db: Transaction,
  { resource, extra }: ResourceStore,
  lines: readonly Line[],
  request: ImportRequest,
): Promise<void> {
  const { principal, onProgress } = request
  const written = lines.filter(isWritten)
  let done = lines.length - written.length
  const onDone = (count: number) => {
    assertWanted(request)
    done += count
    onProgress(done, lines.length)
  }
  onDone(0)
  const made = written.filter((line) => line.existing === undefined)
  await insertLines(db, principal, resource, made, onDone)
  const changed = written.filter((line) => line.existing !== undefined)
  await updateLines(db, principal, resource, changed, onDone)
  await extra?.write(db, lines.filter(isWritten))
}

/** What is wrong with all changes together belongs to no line: it is reported with the first that is written. */
async function checkWhole(db: Transaction, store: ResourceStore, lines: readonly Line[]): Promise<void> {
  const first = lines.find(isWritten)
  if (first === undefined) return
  const faults = await store.changeFaults(db)
  first.errors.push(...faults.map((fault) => ({ ...fault, path: '' })))
}

/** The values that the lines write, by the id of the row. */
function sentOf(lines: readonly Line[]): Map<string, Values> {
  return new Map(
    lines.filter(isWritten).map(({ id = '', existing, values, changes }) => {
      const changed = Object.fromEntries(changes.map(({ field, after }) => [field, after]))
      return [id, existing === undefined ? values : changed]
    }),
  )
}

function assertWanted({ signal }: ImportRequest): void {
  assertThat(!signal.aborted, 'unavailable', t('server.importStopped'))
}

function isWritten(line: Line): boolean {
  return ['create', 'update'].includes(outcomeOf(line))
}

function toReport(resource: Resource, file: ImportFile, lines: readonly Line[], dryRun: boolean): ImportReport {
  let mendable = dryRun ? MAX_MENDABLE_LINES : 0
  const importLines = lines.map((line): ImportLine => {
    const { existing, values, errors } = line
    const outcome = outcomeOf(line)
    const label = values[resource.label] ?? existing?.[resource.label]
    return {
      line: line.line,
      outcome,
      id: existing?.id ?? (dryRun || errors.length > 0 ? null : (line.id ?? null)),
      label: label === undefined || label === null ? null : String(label),
      changes: outcome === 'update' ? [...line.changes, ...line.extraChanges] : [],
      errors: namedFaults(line),
      ...(outcome === 'error' && mendable-- > 0 && { cells: shownCells(line) }),
    }
  })
  const count = (outcome: ImportLine['outcome']) => importLines.filter((line) => line.outcome === outcome).length
  return {
    dryRun,
    total: importLines.length,
    created: count('create'),
    updated: count('update'),
    unchanged: count('unchanged'),
    failed: count('error'),
    encoding: file.encoding ?? null,
    columns: file.shown,
    errors: file.errors,
    openNumber: openNumber(lines),
    lines: importLines,
  }
}

/** The first number that can be read in two ways. */
function openNumber(lines: readonly Line[]): ImportReport['openNumber'] {
  for (const { line, cells, errors } of lines) {
    const fault = errors.find(({ code }) => code === AMBIGUOUS_NUMBER)
    const text = fault === undefined ? '' : (cells[fault.path] ?? '')
    const [point, comma] = [plainNumber(text, '.'), plainNumber(text, ',')]
    if (fault !== undefined && point !== undefined && comma !== undefined)
      return { line, field: fault.path, text, point, comma }
  }
  return null
}

function toProblem(lines: readonly Line[]): ProblemError {
  const failed = lines.filter((line) => line.errors.length > 0)
  const errors = failed.flatMap((line) =>
    namedFaults(line).map((error) => ({ ...error, path: ['lines', line.line, error.path].filter(Boolean).join('.') })),
  )
  const words = failed
    .flatMap((faulty) =>
      namedFaults(faulty).map(({ path, message }) => t('server.lineFault', { line: faulty.line, path, message })),
    )
    .slice(0, TOLD)
  const detail = t('server.importFailed', {
    failed: failed.length,
    lines: lines.length,
    faults: words.join('; '),
    more: errors.length - words.length,
  })
  const isDuplicate = errors.every((error) => error.code === 'duplicate')
  return new ProblemError(isDuplicate ? 'duplicate' : 'invalid_request', detail, errors)
}

/** The faults of a line, each with the text that it is about. */
function namedFaults({ cells, errors }: Line): FieldError[] {
  return errors.map((error) => {
    const text = cells[error.path] ?? ''
    if (text === '') return error
    const value = text.length > LONGEST_NAMED ? `${text.slice(0, LONGEST_NAMED)}…` : text
    return { ...error, message: t('server.valueFault', { value, message: error.message }) }
  })
}

/** The texts of a line that can be mended; what is longer than shown is mended in the file. */
function shownCells({ cells }: Line): Record<string, string> {
  return Object.fromEntries(Object.entries(cells).filter(([, text]) => text.length <= LONGEST_SHOWN))
}

/** @throws ProblemError where a heading is no column, or a column is missing: then no row can be trusted */
function assertHeadings({ errors }: ImportFile, { fields, noun }: Resource): void {
  if (errors.length === 0) return
  const absent = errors.filter(({ code }) => code === 'missing').map(({ path }) => path.replace('lines.1.', ''))
  const words = errors
    .filter(({ code }) => code !== 'missing')
    .map(({ path, message }) => t('server.columnFault', { column: path.replace(/\D*1\.column/, ''), message }))
  const detail =
    words.length > 0
      ? t('server.wrongColumns', { faults: words.join('; '), columns: columnsOf(fields).join(', ') })
      : t('server.columnsMissing', { columns: absent.join(', '), noun: declared(noun[0]) })
  throw new ProblemError('invalid_request', detail, errors)
}
