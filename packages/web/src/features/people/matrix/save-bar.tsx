import { t } from '@packhouse/messages'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { InfoIcon } from '../../../ui/icons.tsx'
import type { MatrixEdit } from './use-matrix-edit.ts'

/** How many changes are not saved yet and how many people they reach, why the last attempt was refused, and what can be done with them. */
export function SaveBar({ edit, people }: { edit: MatrixEdit; people: number | undefined }) {
  const { count, failure, isSaving } = edit
  return (
    <div className="sticky bottom-0 z-10 mt-auto grid gap-2 bg-paper pt-2 pb-4">
      {failure !== undefined && (
        <Alert tone="bad" className="text-13">
          <b className="font-semibold">{t('general.notSaved')}</b> {failure}
        </Alert>
      )}
      <div
        className={
          count > 0
            ? 'flex flex-wrap items-center gap-x-2.5 gap-y-2 rounded-panel border border-kraft bg-surface px-4 py-2.5 text-13'
            : 'sr-only'
        }
      >
        <InfoIcon className="text-kraft-strong max-md:hidden" />
        <span role="status" className="me-auto tabular-nums">
          {count > 0 && (
            <>
              <b className="font-semibold">{t('people.notSaved', { count })}</b>{' '}
              {people === undefined ? t('people.savingTakesEffectAtOnce') : t('people.theyReach', { count: people })}
            </>
          )}
        </span>
        {count > 0 && (
          <>
            <Button variant="quiet" size="dense" onClick={edit.discard}>
              {t('general.discard')}
            </Button>
            <Button variant="primary" size="dense" busy={isSaving} onClick={() => void edit.save()}>
              {t('people.saveChanges')}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
