import { api, type BackupOverview } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { callApi } from '../../lib/api-client.ts'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { DeniedState, FailedState } from '../../resource/table/table-states.tsx'
import { missingWords, usePermission } from '../../resource/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BackupFacts } from './backup-facts.tsx'
import { BackupTable } from './backup-table.tsx'
import { PausedCopyNotice } from './paused-copy-notice.tsx'
import { RunProgress } from './run-progress.tsx'
import { useBackupAct, useBackups } from './use-backups.ts'

/** The backups of the installation, what is made at the moment, and what is missing. */
export function BackupsPage() {
  useDocumentTitle(t('backups.backups'))
  const permission = usePermission(api.listBackups)
  if (permission.allowed) return <Screen />
  return (
    <div className="grid flex-1 place-items-center rounded-panel border border-line bg-surface">
      <DeniedState heading="h1" what={t('backups.backupsWord')} permission={permission.permission} />
    </div>
  )
}

function Screen() {
  const { data, isPending, error, refetch } = useBackups()
  return (
    <div className="min-h-0 flex-1 overflow-y-auto pb-4">
      <div className="mb-3.5 flex flex-wrap items-center gap-2.5">
        <h1 className="text-[22px] leading-7">{t('backups.backups')}</h1>
        {data && <Acts data={data} />}
      </div>
      {data !== undefined ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
          {data.copy !== null && <PausedCopyNotice copy={data.copy} />}
          {data.open.map((run) => (
            <RunProgress key={run.id} run={run} />
          ))}
          <BackupFacts data={data} />
          <BackupTable data={data} />
        </div>
      ) : isPending ? (
        <Skeleton className="h-96" />
      ) : (
        <FailedState what={t('backups.backupsWord')} error={error} onRetry={() => void refetch()} />
      )}
    </div>
  )
}

function Acts({ data: { open, total } }: { data: BackupOverview }) {
  const access = usePermission(api.createBackup)
  const backUp = useBackupAct(() => callApi(api.createBackup, {}), t('backups.backupIsBegun'))
  const drill = useBackupAct(() => callApi(api.drillBackup, {}), t('backups.drillIsBegun'))
  const isOpen = (kind: string) => open.some((run) => run.kind === kind)
  const title = access.allowed ? undefined : missingWords(access)
  return (
    <div className="ms-auto flex flex-wrap gap-2.5 max-md:ms-0">
      <Button
        busy={drill.isPending}
        disabled={!access.allowed || total === 0 || isOpen('drill')}
        title={title}
        onClick={() => drill.mutate()}
      >
        {t('backups.testRestore')}
      </Button>
      <Button
        variant="primary"
        busy={backUp.isPending}
        disabled={!access.allowed || isOpen('backup')}
        title={title}
        onClick={() => backUp.mutate()}
      >
        {t('backups.backUpNow')}
      </Button>
    </div>
  )
}
