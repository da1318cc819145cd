import { t } from '@packhouse/messages'
import { useState } from 'react'
import { declared } from '../../../resource/registry.ts'
import { missingWords, usePermission } from '../../../resource/use-permission.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { InUse } from '../tag-map-view.tsx'
import { RollOutDialog } from './roll-out-dialog.tsx'
import type { Studio } from './use-studio.ts'

/** The name of a map, which version is in use, and what can be done with what was typed. */
export function StudioHead({ studio }: { studio: Studio }) {
  const { map, count, isSaving } = studio
  const access = usePermission(declared('tagMap').calls.update)
  const [isAsking, setIsAsking] = useState(false)
  const isNew = map.activeVersion !== map.version
  const isEmpty = map.entries.length === 0
  return (
    <div className="sticky -top-4 z-20 -mx-1 mb-3 grid gap-2 bg-paper px-1 pt-3 pb-2 max-md:static">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="min-w-0 break-words">{map.name}</h1>
        <InUse version={map.version} activeVersion={map.activeVersion} />
        <span role="status" className="ms-auto text-12 text-text-2 tabular-nums">
          {count > 0 && t('telemetry.unsavedChanges', { count })}
        </span>
        {studio.canUndo && (
          <Button variant="quiet" size="dense" onClick={studio.undo}>
            {t('telemetry.undo')}
          </Button>
        )}
        {count > 0 && (
          <Button variant="quiet" size="dense" onClick={studio.discard}>
            {t('general.discard')}
          </Button>
        )}
        <Button
          variant={count > 0 ? 'primary' : 'standard'}
          size="dense"
          busy={isSaving}
          disabled={count === 0 || !access.allowed}
          title={access.allowed ? undefined : missingWords(access)}
          onClick={() => void studio.save()}
        >
          {t('telemetry.saveAsNewVersion')}
        </Button>
        <Button
          variant={count === 0 && isNew && !isEmpty ? 'primary' : 'standard'}
          size="dense"
          disabled={count > 0 || !isNew || isEmpty || !access.allowed}
          title={count > 0 ? t('telemetry.saveFirst') : isEmpty ? t('telemetry.addAnEntryFirst') : undefined}
          onClick={() => setIsAsking(true)}
        >
          {t('telemetry.rollOutVersion', { version: map.version })}
        </Button>
      </div>
      <Failure studio={studio} />
      {isAsking && <RollOutDialog studio={studio} version={map.version} onClose={() => setIsAsking(false)} />}
    </div>
  )
}

function Failure({ studio }: { studio: Studio }) {
  const { failure } = studio
  if (failure === undefined) return null
  if (failure.code !== 'stale') {
    return (
      <Alert tone="bad" className="text-13">
        <b className="font-semibold">{t('general.notSaved')}</b>{' '}
        {Object.keys(studio.faults).length > 0 ? t('telemetry.whatNeedsAChangeIsMarked') : failure.message}
      </Alert>
    )
  }
  return (
    <Alert tone="bad" className="text-13">
      <b className="font-semibold">{t('general.notSaved')}</b> {t('telemetry.somebodyHasSavedThisMapMeanwhile')}{' '}
      <Button size="dense" className="mt-2" onClick={() => void studio.saveOver()}>
        {t('telemetry.saveMineAsTheNextVersion')}
      </Button>
    </Alert>
  )
}
