import type { SettingKey } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { InfoIcon } from '../../../ui/icons.tsx'
import type { SettingEdit } from './use-setting-edit.ts'

/** How much is not saved yet and what keeps it from being saved. */
export function SaveBar({ edit, onObstacle }: { edit: SettingEdit; onObstacle: (key: SettingKey) => void }) {
  const { changed, failure, isSaving, stale, faulty } = edit
  const count = changed.length
  const save = async () => {
    const obstacle = await edit.save()
    if (obstacle !== undefined) onObstacle(obstacle.key)
  }
  return (
    <div className={count > 0 ? 'sticky bottom-0 z-10 mt-auto grid gap-2 bg-paper pt-2 pb-4' : 'sr-only'}>
      {failure !== undefined && (
        <Alert tone="bad" className="text-13">
          <b className="font-semibold">{t('general.notSaved')}</b> {failure}
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-2 rounded-panel border border-kraft bg-surface px-4 py-2.5 text-13">
        <InfoIcon className="text-kraft-strong max-md:hidden" />
        <span role="status" className="me-auto tabular-nums">
          {count > 0 && (
            <>
              <b className="font-semibold">{t('people.notSaved', { count })}</b>{' '}
              {faulty.length > 0 && t('installation.needAnotherValue', { count: faulty.length })}{' '}
              {stale.length > 0 && t('installation.changedByOthers', { count: stale.length })}
            </>
          )}
        </span>
        {count > 0 && (
          <>
            <Button variant="quiet" size="dense" onClick={edit.discard}>
              {t('general.discard')}
            </Button>
            <Button variant="primary" size="dense" busy={isSaving} onClick={() => void save()}>
              {t('people.saveChanges')}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
