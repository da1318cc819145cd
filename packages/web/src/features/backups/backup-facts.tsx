import type { BackupOverview, BackupRun } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { ReactNode } from 'react'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { AlertIcon, WarningIcon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/panel.tsx'
import { CheckIcon } from '../../ui/tool-icons.tsx'

const schedules: Record<BackupOverview['schedule'], string> = {
  off: t('backups.notScheduled'),
  daily: t('backups.everyDay'),
  weekly: t('backups.everyWeek'),
}

/** When backups are made and where, when a restore was last tested, and what is missing. */
export function BackupFacts({ data }: { data: BackupOverview }) {
  const { schedule, nextAt, place, lastBackup, lastDrill } = data
  const missing = missingOf(data)
  return (
    <Panel className="grid gap-3 px-4 py-3 text-13">
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2 xl:grid-cols-4">
        <Fact label={t('backups.schedule')}>
          {schedules[schedule]}
          {nextAt !== null && (
            <DateLabel
              mode="absolute"
              value={nextAt}
              className="block text-12 text-text-2"
              sentence={(when) => t('backups.nextOn', { when })}
            />
          )}
          <AppLink href="/system/settings?show=backup" className="block w-fit text-12 underline max-md:py-3">
            {t('backups.changeTheSchedule')}
          </AppLink>
        </Fact>
        <Fact label={t('backups.lastBackup')}>
          <RunOutcome run={lastBackup} none={t('backups.noneYet')} />
        </Fact>
        <Fact label={t('backups.lastTest')}>
          <RunOutcome run={lastDrill} none={t('backups.neverTested')} />
        </Fact>
        <Fact label={t('backups.place')}>
          <bdi translate="no" className="wrap-anywhere">
            {place}
          </bdi>
        </Fact>
      </dl>
      {missing.length > 0 && (
        <ul aria-label={t('backups.whatIsMissing')} className="grid gap-1.5 border-t border-line pt-3">
          {missing.map((words) => (
            <li key={words} className="flex gap-2">
              <span className="mt-0.5 text-warn">
                <WarningIcon size={16} />
              </span>
              <span className="min-w-0">{words}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-text-2">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function RunOutcome({ run, none }: { run: BackupRun | null; none: string }) {
  if (run === null) return none
  const isDone = run.state === 'done'
  return (
    <>
      <Badge tone={isDone ? 'ok' : 'bad'} icon={isDone ? CheckIcon : AlertIcon}>
        {isDone ? t('backups.succeeded') : t('backups.failed')}
      </Badge>{' '}
      <DateLabel value={run.endedAt} />
      {run.reason !== null && <p className="mt-1 text-12 wrap-anywhere text-text-2">{run.reason}</p>}
    </>
  )
}

function missingOf({ hasPassphrase, isBesideData, schedule, placeIssue }: BackupOverview): string[] {
  return [
    placeIssue === null ? '' : t('backups.placeIssue', { issue: placeIssue }),
    schedule === 'off' ? t('backups.scheduleMissing') : '',
    hasPassphrase ? '' : t('backups.passphraseMissing'),
    isBesideData ? t('backups.isBesideData') : '',
  ].filter((words) => words !== '')
}
