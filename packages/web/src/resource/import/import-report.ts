import type { ImportLine, ImportReport } from '@packhouse/contract'
import { counted } from '../words.ts'

/** Which lines are shown. */
export type ShownLines = 'all' | ImportLine['outcome']

/** So many lines are drawn at a time: a report of 10,000 stays quick. */
export const LINES_PER_PAGE = 100

const ROWS = ['row', 'rows'] as const

/** The choices over the lines with how many there are of each; those without any are left out. */
export function shownChoices(report: ImportReport): { value: ShownLines; word: string; count: number }[] {
  const choices = [
    { value: 'all', word: 'All', count: report.total },
    { value: 'error', word: 'Errors', count: report.failed },
    { value: 'create', word: 'New', count: report.created },
    { value: 'update', word: 'Changed', count: report.updated },
    { value: 'unchanged', word: 'No change', count: report.unchanged },
  ] as const
  return choices.filter(({ value, count }) => value === 'all' || count > 0)
}

export function linesShown({ lines }: ImportReport, shown: ShownLines): readonly ImportLine[] {
  return shown === 'all' ? lines : lines.filter(({ outcome }) => outcome === shown)
}

/** The lines of one page, counted from 1. */
export function pageOfLines(lines: readonly ImportLine[], page: number): readonly ImportLine[] {
  return lines.slice((page - 1) * LINES_PER_PAGE, page * LINES_PER_PAGE)
}

/** How many rows an import would write. */
export function writtenCount({ created, updated }: ImportReport): number {
  return created + updated
}

/** What a check found, in one line. */
export function headline(report: ImportReport): string {
  const { total, failed } = report
  if (total === 0) return 'There are no rows in the file'
  if (failed > 0) return `${counted(failed, ROWS)} of ${total.toLocaleString()} ${failed === 1 ? 'has' : 'have'} errors`
  const written = writtenCount(report)
  if (written === 0) return 'Everything is in the list already'
  return `${counted(written, ROWS)} can be imported`
}

/** What it means and what to do next. */
export function advice(report: ImportReport): string {
  if (report.total === 0)
    return 'Below the first line, which names the columns, each line is a row. Add some, then choose the file again.'
  if (report.failed > 0) {
    return 'Either every row is stored or none. Correct these in the file, save it, then choose it again. Nothing has been stored.'
  }
  if (writtenCount(report) === 0) return 'No row of the file says anything new. There is nothing to import.'
  return `${outcomeWords(report, 'ahead')}. Nothing has been stored yet.`
}

/** `9,000 would be created, 500 changed, 300 stay as they are`, or of what is done `1 was created`. */
export function outcomeWords({ created, updated, unchanged }: ImportReport, tense: 'ahead' | 'done'): string {
  const verb = (count: number) => (tense === 'ahead' ? 'would be' : count === 1 ? 'was' : 'were')
  const parts = [
    created > 0 ? `${created.toLocaleString()} ${verb(created)} created` : '',
    updated > 0 ? `${updated.toLocaleString()} ${created > 0 ? '' : `${verb(updated)} `}changed` : '',
    unchanged > 0 ? `${unchanged.toLocaleString()} ${unchanged === 1 ? 'stays as it is' : 'stay as they are'}` : '',
  ]
  return parts.filter(Boolean).join(', ')
}

/** Where the progress is read aloud: at the quarters, or a reader would hear nothing else. */
export function spokenProgress(done: number, total: number): number {
  return total === 0 ? 0 : Math.floor((done / total) * 4) * 25
}
