import type { ImportReport, Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useEffect, useMemo, useRef, useState } from 'react'
import { formatCount } from '../../lib/format/numbers.ts'
import { Button } from '../../ui/button.tsx'
import { AlertIcon, InfoIcon } from '../../ui/icons.tsx'
import { Segments } from '../../ui/segments.tsx'
import { CheckIcon } from '../../ui/tool-icons.tsx'
import type { ParentMount } from '../registry.ts'
import { PageButtons } from '../table/pager.tsx'
import type { ResourceView } from '../view.ts'
import { ColumnMap } from './column-map.tsx'
import { DecimalQuestion } from './decimal-question.tsx'
import { FailureAlert } from './failure-alert.tsx'
import { ChooseTable, FileName } from './file-step.tsx'
import { undecidedCount } from './import-adjustments.ts'
import type { ImportDraft } from './import-drafts.ts'
import { ImportProgressBar } from './import-progress-bar.tsx'
import {
  advice,
  headline,
  knowsOutcomes,
  LINES_PER_PAGE,
  linesShown,
  pageOfLines,
  type ShownLines,
  shownChoices,
  writtenCount,
} from './import-report.ts'
import { MendTable } from './mend-table.tsx'
import { ReportTable } from './report-table.tsx'
import type { ImportState } from './use-import.ts'

export interface ReportStepProps {
  resource: Resource
  view: ResourceView
  mount: ParentMount | undefined
  draft: ImportDraft
  report: ImportReport
  state: ImportState
}

/** What each row of the file would do, and the button that does it. */
export function ReportStep(props: ReportStepProps) {
  const { draft, report, state } = props
  const title = useRef<HTMLHeadingElement>(null)
  // The result is read aloud, and the keyboard goes on from here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each check has a result of its own
  useEffect(() => title.current?.focus(), [report])
  const isFaulty = report.failed > 0 || report.errors.length > 0
  const isOutdated = report.errors.length === 0 && state.areColumnsChanged
  const Shape = isOutdated ? InfoIcon : isFaulty ? AlertIcon : writtenCount(report) > 0 ? CheckIcon : InfoIcon
  return (
    <div className="grid gap-3.5">
      {draft.failure && <FailureAlert failure={draft.failure} />}
      <div className="grid gap-3 rounded-panel border border-line bg-surface p-5 max-md:p-4">
        {state.running ? (
          <div className="grid place-items-center py-2">
            <ImportProgressBar running={state.running} name={draft.file.name} onStop={state.stop} />
          </div>
        ) : (
          <>
            <FileName file={draft.file} className="text-13" />
            <div className="flex gap-2.5">
              <Shape
                size={20}
                className={`mt-1 shrink-0 ${isOutdated ? 'text-text-2' : isFaulty ? 'text-bad' : 'text-ok'}`}
              />
              <div>
                <h2 ref={title} tabIndex={-1} className="text-17 outline-none">
                  {isOutdated ? t('resource.columnsAreChanged') : headline(report)}
                </h2>
                <p className="text-text-2">{isOutdated ? t('resource.checkAgainToSeeRows') : advice(report)}</p>
              </div>
            </div>
            {report.encoding === 'windows-1252' && (
              <p className="text-13 text-text-2">{t('resource.fileReadAsWindows1252')}</p>
            )}
            <LeftOut {...props} />
            <Actions {...props} />
          </>
        )}
      </div>
      {!state.running && <DecimalQuestion {...props} />}
      <ColumnMap {...props} />
      {knowsOutcomes(report) && !isOutdated && <Lines key={report.failed > 0 ? 'faulty' : 'sound'} {...props} />}
    </div>
  )
}

/** How many lines the check has passed over. */
function LeftOut({ draft, state }: ReportStepProps) {
  const count = draft.checked?.adjustments.leaveOut.length ?? 0
  if (count === 0) return null
  return (
    <p className="flex flex-wrap items-center gap-2 text-13 text-text-2">
      {t('resource.linesLeftOut', { count })}
      <Button size="dense" variant="quiet" onClick={state.takeAllIn}>
        {t('resource.takeAllIn')}
      </Button>
    </p>
  )
}

function Actions({ report, state }: ReportStepProps) {
  const count = writtenCount(report)
  const open = undecidedCount(state.columns)
  const isOpen = report.errors.length > 0 || state.isChanged
  const canStore = report.failed === 0 && count > 0 && !isOpen
  return (
    <div className="flex flex-wrap gap-2">
      {canStore && (
        <Button variant="primary" onClick={state.store}>
          {t('resource.importRows', { count })}
        </Button>
      )}
      <Button variant={isOpen ? 'primary' : 'quiet'} onClick={state.checkAgain} className={isOpen ? '' : 'order-last'}>
        {open > 0 ? t('resource.leaveOutAndCheckAgain', { count: open }) : t('resource.checkAgain')}
      </Button>
      <ChooseTable
        label={report.failed > 0 ? t('resource.chooseTheCorrectedFile') : t('resource.chooseAnotherFile')}
        variant="standard"
        onChoose={state.choose}
      />
    </div>
  )
}

/** The lines of the report; where some have errors these come first. */
function Lines({ resource, view, mount, report, state }: ReportStepProps) {
  const [shown, setShown] = useState<ShownLines>(report.failed > 0 ? 'error' : 'all')
  const [page, setPage] = useState(1)
  const lines = useMemo(() => linesShown(report, shown), [report, shown])
  const pages = Math.max(1, Math.ceil(lines.length / LINES_PER_PAGE))
  const first = lines.length === 0 ? 0 : (page - 1) * LINES_PER_PAGE + 1
  const options = shownChoices(report).map(({ value, word, count }) => ({
    value,
    label: `${word} ${formatCount(count)}`,
  }))
  const show = (value: ShownLines) => {
    setShown(value)
    setPage(1)
  }
  return (
    <section aria-label={t('resource.linesOfTheFile')} className="min-w-0 rounded-panel border border-line bg-surface">
      <div className="flex flex-wrap items-center gap-2 p-2.5">
        <Segments label={t('resource.showLines')} options={options} value={shown} onValueChange={show} />
      </div>
      {shown === 'error' ? (
        <MendTable {...{ resource, view, mount, state }} lines={pageOfLines(lines, page)} />
      ) : (
        <ReportTable resource={resource} view={view} lines={pageOfLines(lines, page)} />
      )}
      {pages > 1 && (
        <div className="flex min-h-12 flex-wrap items-center gap-2 px-3 text-12 text-text-2 tabular-nums max-md:py-2">
          <span role="status" className="me-auto">
            {t('resource.toOf', { first, min: Math.min(page * LINES_PER_PAGE, lines.length), length: lines.length })}
          </span>
          <PageButtons page={page} pages={pages} onPage={setPage} />
        </div>
      )}
    </section>
  )
}
