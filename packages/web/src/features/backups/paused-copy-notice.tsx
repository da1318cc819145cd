import { api, type BackupOverview } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { dateFormat } from '../../lib/format/date-formats.ts'
import { missingWords, usePermission } from '../../resource/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { WarningIcon } from '../../ui/icons.tsx'
import { useBackupAct } from './use-backups.ts'

type Copy = NonNullable<BackupOverview['copy']>

/** That this is a copy of another moment which sends nothing, with the way to release it. */
export function PausedCopyNotice({ copy }: { copy: Copy }) {
  const access = usePermission(api.releaseCopy)
  const [isAsking, setIsAsking] = useState(false)
  return (
    <section
      aria-label={t('backups.pausedCopy')}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-panel border border-warn bg-warn-soft px-4 py-3 text-13"
    >
      <span className="text-warn">
        <WarningIcon size={18} />
      </span>
      <div className="min-w-0 flex-1 basis-80">
        <h2 className="text-14">{t('backups.isPaused')}</h2>
        <p>{t('backups.restoredFrom', { at: dateFormat('dateTime').format(Date.parse(copy.backupAt)) })}</p>
        <p>{t('backups.releaseWhen')}</p>
      </div>
      <Button
        disabled={!access.allowed}
        title={access.allowed ? undefined : missingWords(access)}
        onClick={() => setIsAsking(true)}
      >
        {t('backups.release')}
      </Button>
      {isAsking && <ReleaseDialog copy={copy} onClose={() => setIsAsking(false)} />}
    </section>
  )
}

function ReleaseDialog({ copy: { waiting }, onClose }: { copy: Copy; onClose: () => void }) {
  const [discards, setDiscards] = useState(false)
  const release = useBackupAct(
    (discard: boolean) => callApi(api.releaseCopy, { body: { discard } }),
    t('backups.isReleased'),
  )
  return (
    <ConfirmDialog
      open
      tone="primary"
      title={t('backups.releaseThisCopy')}
      confirm={t('backups.release')}
      busy={release.isPending}
      onCancel={onClose}
      onConfirm={() => release.mutate(discards, { onSettled: onClose })}
    >
      <p>{t('backups.onlyIfTheOriginalIsOff')}</p>
      {waiting > 0 && (
        <label className="mt-3 flex min-h-7 items-center gap-2.5 max-md:min-h-11">
          <input
            type="checkbox"
            checked={discards}
            onChange={(event) => setDiscards(event.target.checked)}
            className="size-4 accent-action"
          />
          {t('backups.discardWaiting', { count: waiting })}
        </label>
      )}
    </ConfirmDialog>
  )
}
