import type { TemplateFault } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { AlertIcon, WarningIcon } from '../../ui/icons.tsx'
import { CheckIcon } from '../../ui/tool-icons.tsx'
import type { Preview } from './preview/use-preview.ts'
import { shownFault } from './shown-faults.ts'
import type { SourcePanelProps } from './source-panel.tsx'
import { MAIN } from './template.ts'

const line = 'flex items-center gap-2.5 px-3.5 py-1.5 [&+li]:border-t [&+li]:border-line'

/** What is wrong with the sources, each with the way there; or that nothing is. */
export function ProblemList({ draft, preview, schema, goTo }: SourcePanelProps) {
  const { faults, failure, good } = preview
  const warnings = faults.length === 0 && failure === undefined ? (good?.warnings ?? []) : []
  const wordsOf = (fault: TemplateFault) => shownFault(fault, draft.textOf(fault.source), schema).text
  return (
    <ul
      aria-label={t('documents.problems')}
      className="max-h-40 shrink-0 overflow-auto border-t border-line bg-surface-2 text-12 leading-4"
    >
      {faults.map((fault, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: faults have no names, and two may be the same
        <li key={index} className={`${line} font-[550] text-bad`}>
          <AlertIcon size={14} />
          <PlaceButton fault={fault} goTo={goTo} />
          <span className="min-w-0 wrap-anywhere">{wordsOf(fault)}</span>
          {index === 0 && <Count count={faults.length} />}
        </li>
      ))}
      {warnings.map((warning, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: warnings have no names, and two may be the same
        <li key={index} className={`${line} text-warn`}>
          <WarningIcon size={14} />
          <PlaceButton fault={warning} goTo={goTo} />
          <span className="min-w-0 wrap-anywhere">
            <span className="sr-only">{t('documents.warning')}</span> {wordsOf(warning)}
          </span>
        </li>
      ))}
      {failure !== undefined && (
        <li className={`${line} font-[550] text-bad`}>
          <AlertIcon size={14} />
          <span className="min-w-0 wrap-anywhere">{failure}</span>
        </li>
      )}
      {faults.length === 0 && failure === undefined && <Fine preview={preview} isSaved={draft.count === 0} />}
    </ul>
  )
}

function PlaceButton({
  fault: { source, line: number, column },
  goTo,
}: Pick<SourcePanelProps, 'goTo'> & { fault: TemplateFault }) {
  return (
    <button
      type="button"
      className="shrink-0 underline underline-offset-3 max-md:min-h-11"
      onClick={() => goTo({ source, line: number, column })}
    >
      {source === MAIN ? t('documents.line', { line: number }) : t('documents.lineOf', { line: number, source })}
    </button>
  )
}

function Count({ count }: { count: number }) {
  return (
    <span role="status" className="ms-auto font-normal whitespace-nowrap text-text-2">
      {t('documents.errors', { count })}
    </span>
  )
}

function Fine({ preview, isSaved }: { preview: Preview; isSaved: boolean }) {
  const { good } = preview
  if (good === undefined) return <li className={line}>{t('documents.compiling')}</li>
  return (
    <li className={line}>
      <CheckIcon size={14} className="text-ok" />
      <span role="status">{t('documents.noErrors')}</span>
      <span className="ms-auto text-text-2 tabular-nums">
        {isSaved ? t('documents.saved') : t('documents.notSaved')}
        {' · '}
        <DateLabel value={good.at} sentence={(when) => t('documents.compiledIn', { ms: good.tookMs, when })} />
      </span>
    </li>
  )
}
