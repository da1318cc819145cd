import type { FieldError, ImportLine, ImportReport, Resource } from '@packhouse/contract'
import { Turns } from '../../../platform/turns.ts'
import { MOST_FAULTS } from '../../problem-error.ts'
import { namedFaults } from './named-faults.ts'
import { AMBIGUOUS_NUMBER } from './number-signs.ts'
import { plainNumber } from './number-text.ts'
import type { ImportFile } from './parse-file.ts'
import { outcomeOf } from './plan-lines.ts'
import type { Line } from './read-line.ts'

/** A cell is shown up to so many characters. */
const LONGEST_SHOWN = 2_000

/** What an import does, or in a dry run would do. */
export async function toReport(
  resource: Resource,
  file: ImportFile,
  lines: readonly Line[],
  dryRun: boolean,
): Promise<ImportReport> {
  const counts = { create: 0, update: 0, unchanged: 0, error: 0 }
  const reported: ImportLine[] = []
  const turns = new Turns()
  for (const line of lines) {
    if (turns.isDue) await turns.next()
    const entry = toEntry(resource, line, dryRun)
    counts[entry.outcome] += 1
    reported.push(entry)
  }
  const errorCount = file.headings.count + file.lacking.count
  return {
    dryRun,
    total: reported.length,
    created: counts.create,
    updated: counts.update,
    unchanged: counts.unchanged,
    failed: counts.error,
    encoding: file.encoding ?? null,
    columns: file.shown,
    errors: columnFaults(file),
    ...(errorCount > MOST_FAULTS && { errorCount }),
    openNumber: openNumber(lines),
    lines: reported,
  }
}

function toEntry(resource: Resource, line: Line, dryRun: boolean): ImportLine {
  const { existing, values, faults } = line
  const outcome = outcomeOf(line)
  const label = values[resource.label] ?? existing?.[resource.label]
  const errors = namedFaults(line)
  return {
    line: line.line,
    outcome,
    id: existing?.id ?? (dryRun || faults.count > 0 ? null : (line.id ?? null)),
    label: label === undefined || label === null ? null : String(label),
    changes: outcome === 'update' ? [...line.changes, ...line.extraChanges] : [],
    errors,
    ...(faults.count > errors.length && { errorCount: faults.count }),
    ...(dryRun && faults.isListed && { cells: shownCells(line) }),
  }
}

/** The first faults of the headings, with room for the columns that are lacking: few are, and no heading can be chosen for them unseen. */
function columnFaults({ headings, lacking }: ImportFile): FieldError[] {
  const absent = lacking.toErrors()
  return [...headings.toErrors().slice(0, MOST_FAULTS - absent.length), ...absent]
}

/** The first number that can be read in two ways. */
function openNumber(lines: readonly Line[]): ImportReport['openNumber'] {
  for (const { line, cells, faults } of lines) {
    const field = faults.pathOf(AMBIGUOUS_NUMBER)
    const text = field === undefined ? '' : (cells[field] ?? '')
    const [point, comma] = [plainNumber(text, '.'), plainNumber(text, ',')]
    if (field !== undefined && point !== undefined && comma !== undefined) return { line, field, text, point, comma }
  }
  return null
}

/** The texts of a line that can be mended; what is longer than shown is mended in the file. */
function shownCells({ cells }: Line): Record<string, string> {
  return Object.fromEntries(Object.entries(cells).filter(([, text]) => text.length <= LONGEST_SHOWN))
}
