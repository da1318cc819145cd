import type { BackupOverview, StoredBackup } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { formatCount } from '../../lib/format/numbers.ts'
import { formatFileSize } from '../../resource/files/file-size.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RingIcon } from '../../ui/icons.tsx'
import { OpenCarton } from '../../ui/illustrations.tsx'
import { Panel, PanelHead } from '../../ui/panel.tsx'
import { CheckIcon } from '../../ui/tool-icons.tsx'

const head = 'px-3 py-2 text-12 font-[550] text-text-2'
const number = 'px-3 py-2 text-end tabular-nums'

/** The backups in their place, the newest first. */
export function BackupTable({ data: { items, total } }: { data: BackupOverview }) {
  if (total === 0)
    return (
      <Panel>
        <EmptyState heading="h2" className="py-16" illustration={<OpenCarton />} title={t('backups.noBackups')}>
          {t('backups.makeTheFirst')}
        </EmptyState>
      </Panel>
    )
  return (
    <Panel>
      <PanelHead title={t('backups.stored')}>
        <span role="status" className="text-12 text-text-2">
          {t('backups.count', { count: total })}
        </span>
      </PanelHead>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the screen is scrolled by the arrows */}
      <section className="overflow-x-auto" aria-label={t('backups.stored')} tabIndex={0}>
        <table className="w-full min-w-[760px] text-13">
          <thead className="border-y border-line bg-surface-2">
            <tr>
              <th scope="col" className={`${head} text-start`}>
                {t('backups.ofMoment')}
              </th>
              <th scope="col" className={`${head} text-start`}>
                {t('backups.restoreTest')}
              </th>
              <th scope="col" className={`${head} text-end`}>
                {t('backups.size')}
              </th>
              <th scope="col" className={`${head} text-end`}>
                {t('backups.tables')}
              </th>
              <th scope="col" className={`${head} text-end`}>
                {t('backups.rows')}
              </th>
              <th scope="col" className={`${head} text-end`}>
                {t('backups.files')}
              </th>
              <th scope="col" className={`${head} text-start`}>
                {t('backups.content')}
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map((backup) => (
              <BackupRow key={backup.name} backup={backup} />
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  )
}

function BackupRow({ backup }: { backup: StoredBackup }) {
  const { name, at, storedBytes, tables, rows, files, testedAt } = backup
  return (
    <tr className="border-b border-line last:border-b-0">
      <th scope="row" className="px-3 py-2 text-start font-normal">
        <DateLabel mode="absolute" value={at} className="font-[550]" />
        <bdi translate="no" className="block text-12 text-text-2">
          {name}
        </bdi>
      </th>
      <td className="px-3 py-2">
        {testedAt === null ? (
          <Badge tone="unk" icon={RingIcon}>
            {t('backups.notTested')}
          </Badge>
        ) : (
          <>
            <Badge tone="ok" icon={CheckIcon}>
              {t('backups.succeeded')}
            </Badge>{' '}
            <DateLabel value={testedAt} />
          </>
        )}
      </td>
      <td className={number}>{formatFileSize(storedBytes)}</td>
      <td className={number}>{formatCount(tables)}</td>
      <td className={number}>{formatCount(rows)}</td>
      <td className={number}>{formatCount(files)}</td>
      <td className="px-3 py-2 text-text-2">{contentWords(backup)}</td>
    </tr>
  )
}

function contentWords({ hasHistory, hasSecrets, missingFiles }: StoredBackup): string {
  return [
    hasHistory ? t('backups.everything') : t('backups.withoutHistory'),
    hasSecrets ? '' : t('backups.withoutSecrets'),
    missingFiles > 0 ? t('backups.filesMissing', { count: missingFiles }) : '',
  ]
    .filter((words) => words !== '')
    .join(', ')
}
