import { codeField, foldCase, type ImportReport, type Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { Transaction } from '../../../platform/database.ts'
import type { Principal } from '../../principal.ts'
import { assertThat } from '../../problem-error.ts'
import { assertDisclosed } from '../confidential.ts'
import { assertParent } from '../referred.ts'
import type { ResourceStore } from '../resource-store.ts'
import type { Parent, Values } from '../rows.ts'
import { assertColumns, toProblem } from './import-problem.ts'
import { toReport } from './import-report.ts'
import { matchRows } from './match-rows.ts'
import type { ImportFile } from './parse-file.ts'
import { outcomeOf, planLines, setParent } from './plan-lines.ts'
import { type Line, readLines } from './read-line.ts'
import { resolveReferences } from './resolve-references.ts'
import { auditLines, giveIds, insertLines, updateLines } from './write-lines.ts'

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
 * @throws ProblemError with the first faults of the lines; never in a dry run, whose report has them
 */
export async function importRows(
  store: ResourceStore,
  file: ImportFile,
  request: ImportRequest,
): Promise<ImportReport> {
  const { resource } = store
  if (!request.dryRun) assertColumns(file, resource)
  try {
    return await store.write(request.principal, async (db) => {
      const lines = await prepare(db, store, file, request)
      if (hasWrongColumns(file)) throw new Undone(await toReport(resource, file, lines, request.dryRun))
      await write(db, store, lines, request)
      await assertDisclosed(db, resource, store.behaviour, sentOf(lines))
      await checkWhole(db, store, lines)
      const report = await toReport(resource, file, lines, request.dryRun)
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
    lines.filter((line) => line.id === undefined && line.faults.count === 0),
  )
  await resolveReferences(db, resource, resources, lines, own, newNames(resource, lines))
  await planLines(resource, file, lines)
  if (!dryRun) assertColumns(file, resource)
  await store.extra?.plan(
    db,
    lines.filter(({ faults }) => faults.count === 0),
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
  for (const { code, message } of faults) first.faults.add('', { code, words: () => message })
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

function hasWrongColumns({ headings, lacking }: ImportFile): boolean {
  return headings.count + lacking.count > 0
}

function assertWanted({ signal }: ImportRequest): void {
  assertThat(!signal.aborted, 'unavailable', t('server.importStopped'))
}

function isWritten(line: Line): boolean {
  return ['create', 'update'].includes(outcomeOf(line))
}
