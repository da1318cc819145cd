import { t } from '@packhouse/messages'
import { absoluteLabel } from '../../lib/format/dates.ts'
import { PanelFailure, PanelFrame } from '../../ui/panel-frame.tsx'
import { purposeWords, sharedWords } from './sharing-words.ts'
import { useSharingHistory } from './use-sharing.ts'

/** Who decided what, and when. */
export function HistoryPanel() {
  const { data, isLoadingError, refetch } = useSharingHistory()
  return (
    <PanelFrame title={t('sharing.history')}>
      {!data && isLoadingError && <PanelFailure what={t('sharing.history')} onRetry={() => void refetch()} />}
      {data?.decisions.length === 0 && <p className="px-4 pb-4 text-text-2">{t('sharing.historyNone')}</p>}
      {data && data.decisions.length > 0 && (
        <ul aria-label={t('sharing.history')} className="max-h-96 overflow-auto border-t border-line-2">
          {data.decisions.map(({ id, machineID, purpose, shared, until, decidedAt, decidedBy }) => (
            <li
              key={id}
              className="flex flex-wrap gap-x-4 gap-y-0.5 border-b border-line px-4 py-2 text-13 last:border-b-0"
            >
              <b className="w-36 font-semibold" translate="no">
                {machineID}
              </b>
              <span className="min-w-48 flex-1">
                {purposeWords[purpose]}: {sharedWords(shared)}
                {until !== null && <> {t('sharing.endsAt', { time: absoluteLabel(until) })}</>}
              </span>
              <span className="text-12 text-text-2" translate="no">
                {t('sharing.decidedBy', { name: decidedBy ?? '', when: absoluteLabel(decidedAt) })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </PanelFrame>
  )
}
