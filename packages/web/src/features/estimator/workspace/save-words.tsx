import { t } from '@packhouse/messages'
import { pageLocale } from '../../../lib/format/page-locale.ts'
import { useSheet } from './workspace-context.ts'

/** Whether all is saved, and if not, why. */
export function SaveWords() {
  const save = useSheet((store) => store.save)
  const faults = useSheet(({ faultCount }) => faultCount)
  const words = {
    saved: () =>
      save.kind === 'saved' && save.at ? t('estimator.savedAt', { time: clockTime(save.at) }) : t('estimator.allSaved'),
    saving: () => t('estimator.saving'),
    failed: () => t('estimator.notSaved', { reason: save.kind === 'failed' ? save.reason : '' }),
  }[save.kind]
  return (
    <>
      <span role="status" data-save={save.kind} className={save.kind === 'failed' ? 'font-semibold text-bad' : ''}>
        {words()}
      </span>
      {faults > 0 && <span className="font-semibold text-bad">{t('estimator.faultyCells', { count: faults })}</span>}
    </>
  )
}

function clockTime(at: Date): string {
  return new Intl.DateTimeFormat(pageLocale(), { timeStyle: 'medium' }).format(at)
}
