import type { BackupRun } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatPercent } from '../../lib/format/numbers.ts'
import { Panel } from '../../ui/panel.tsx'
import { stepWords } from './backup-words.ts'

/** How far a backup or a test has come. */
export function RunProgress({ run }: { run: BackupRun }) {
  const title = run.kind === 'backup' ? t('backups.backup') : t('backups.restoreTest')
  const words = stepWords(run)
  return (
    <Panel className="grid gap-2 px-4 py-3 text-13">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-14">{title}</h2>
        <span role="status" className="text-text-2">
          {words}
        </span>
        <span className="ms-auto tabular-nums">{t('backups.percent', { value: formatPercent(100 * run.share) })}</span>
      </div>
      <progress
        aria-label={title}
        max={1}
        value={run.state === 'running' ? run.share : 0}
        className="h-2 w-full accent-action"
      />
    </Panel>
  )
}
