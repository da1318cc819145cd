import type { ImportLine, ImportReport } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { listOf } from '../../lib/format/lists.ts'

/** Which lines are shown. */
export type ShownLines = 'all' | ImportLine['outcome']

/** So many lines are drawn at a time: a report of 10,000 stays quick. */
export const LINES_PER_PAGE = 100

/** The choices over the lines with how many there are of each; those without any are left out. */
export function shownChoices(report: ImportReport): { value: ShownLines; word: string; count: number }[] {
  const choices = [
    { value: 'all', word: t('general.all'), count: report.total },
    { value: 'error', word: t('resource.errors'), count: report.failed },
    { value: 'create', word: t('resource.newLines'), count: report.created },
    { value: 'update', word: t('resource.changed'), count: report.updated },
    { value: 'unchanged', word: t('resource.noChange'), count: report.unchanged },
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

/** Whether a check knows what each row does: a column without a field may have what makes a row wrong. */
export function knowsOutcomes(report: ImportReport): boolean {
  return report.total > 0 && report.errors.length === 0
}

/** What a check found, in one line. */
export function headline(report: ImportReport): string {
  const { total, failed } = report
  if (total === 0) return t('resource.thereAreNoRowsInThe')
  if (report.errors.length > 0)
    return t('resource.columnsNeedAChoice', { count: report.errorCount ?? report.errors.length })
  if (failed > 0) return t('resource.ofHaveErrors', { total, failed })
  const written = writtenCount(report)
  if (written === 0) return t('resource.everythingIsInTheListAlready')
  return t('resource.canBeImported', { count: written })
}

/** What it means and what to do next. */
export function advice(report: ImportReport): string {
  if (report.total === 0) return t('resource.belowTheFirstLineWhichNames')
  if (report.errors.length > 0) return t('resource.sayWhichFieldEachColumnIs')
  if (report.failed > 0) {
    return t('resource.eitherEveryRowIsStoredOr')
  }
  if (writtenCount(report) === 0) return t('resource.noRowOfTheFileSays')
  return t('resource.nothingHasBeenStoredYet', { outcome: outcomeWords(report, 'ahead') })
}

const wouldBeCreated = (count: number) => t('resource.wouldBeCreated', { count })
const wouldBeChanged = (count: number) => t('resource.wouldBeChanged', { count })
const wereCreated = (count: number) => t('resource.wereCreated', { count })
const wereChanged = (count: number) => t('resource.wereChanged', { count })
const stay = (count: number) => t('resource.stayAsTheyAre', { count })

/** `9,000 would be created, 300 stay as they are`, or of what is done `1 was created`. */
export function outcomeWords({ created, updated, unchanged }: ImportReport, tense: 'ahead' | 'done'): string {
  const isAhead = tense === 'ahead'
  const parts = [
    { count: created, words: isAhead ? wouldBeCreated : wereCreated },
    { count: updated, words: isAhead ? wouldBeChanged : wereChanged },
    { count: unchanged, words: stay },
  ]
  return listOf(parts.filter(({ count }) => count > 0).map(({ count, words }) => words(count)))
}

/** Where the progress is read aloud: at the quarters, or a reader would hear nothing else. */
export function spokenProgress(done: number, total: number): number {
  return total === 0 ? 0 : Math.floor((done / total) * 4) * 25
}
