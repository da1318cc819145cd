import type { AuthLogEntry } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { FailedState } from '../../resource/table/table-states.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { KeyHint } from '../../ui/key-hint.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAuditList } from './audit-queries.ts'
import { EntryTable } from './entry-table.tsx'
import type { AuditAddress } from './use-audit-address.ts'

/** The entries that fit, with what the keys do below them. */
export function AuditList({ address }: { address: AuditAddress }) {
  const { kind, filters, span, window } = address
  const query = useAuditList({ kind, filters, span, window })
  if (query.isError)
    return <FailedState what={t('audit.auditWord')} error={query.error} onRetry={() => void query.refetch()} />
  if (query.isPending) return <Skeleton className="h-96" />
  const entries = query.data.pages.flatMap(({ items }) => items)
  const { total, totalIsExact } = query.data.pages[0] ?? { total: 0, totalIsExact: true }
  const samePerson = ({ who, apiKey, address: from }: AuthLogEntry) => {
    if (apiKey !== null) address.setFilter('key', apiKey.id)
    else if (who !== null) address.setFilter('who', who.id)
    else if (from !== null) address.setFilter('address', from)
  }
  const sameRecord = ({ record }: AuthLogEntry) => record !== null && address.setFilter('record', record.id)
  return (
    <section className="flex min-h-72 flex-1 flex-col overflow-hidden rounded-panel border border-line bg-surface">
      <div className="min-h-0 flex-1 overflow-auto">
        {entries.length === 0 ? (
          <EmptyState heading="h2" className="py-16" title={t('audit.nothingFits')}>
            {t('audit.chooseALongerTime')}
          </EmptyState>
        ) : (
          <EntryTable
            entries={entries}
            chosen={address.entry}
            onChoose={address.open}
            addressOf={address.addressOf}
            onSamePerson={samePerson}
            onSameRecord={sameRecord}
          />
        )}
      </div>
      <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-surface-2 px-3.5 py-1 text-12 text-text-2">
        <span className="flex gap-3 max-md:hidden">
          <span>
            <KeyHint>↑</KeyHint> <KeyHint>↓</KeyHint> {t('audit.keyMove')}
          </span>
          <span>
            <KeyHint>{t('audit.enterKey')}</KeyHint> {t('audit.keyDetails')}
          </span>
          <span>
            <KeyHint>P</KeyHint> {t('audit.keySamePerson')}
          </span>
          <span>
            <KeyHint>R</KeyHint> {t('audit.keySameRecord')}
          </span>
        </span>
        {query.hasNextPage && (
          <Button size="dense" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('audit.showOlder')}
          </Button>
        )}
        <span role="status" className="ms-auto tabular-nums">
          {totalIsExact
            ? t('audit.shownOf', { shown: entries.length, total })
            : t('audit.shownOfMoreThan', { shown: entries.length, total })}
        </span>
      </div>
    </section>
  )
}
