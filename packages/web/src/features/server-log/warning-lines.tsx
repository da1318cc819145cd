import type { Api, CallResult, LogEntry, LogLevel } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { FailedState } from '../../resource/table/table-states.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MoreLines, NoLines } from './file-lines.tsx'
import { LogLines } from './log-lines.tsx'
import { useWarnings } from './log-queries.ts'

/** Warnings and errors of all servers in the last 7 days. */
export function WarningLines({ levels }: { levels: readonly LogLevel[] | undefined }) {
  const read = useWarnings(levels)
  if (read.isError) {
    return <FailedState what={t('serverLog.theServerLog')} error={read.error} onRetry={() => void read.refetch()} />
  }
  if (read.isPending) return <Skeleton className="m-4 h-96" />
  const items = read.data.pages.flatMap((page) => page.items).toReversed()
  if (items.length === 0 && levels !== undefined) return <NoLines />
  if (items.length === 0) {
    return (
      <EmptyState heading="h2" className="flex-1 content-center py-16" title={t('serverLog.noWarnings')}>
        {t('serverLog.noWarningsOfServers')}
      </EmptyState>
    )
  }
  const lines = placed(items)
  const before = read.hasNextPage && (
    <MoreLines busy={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
      {t('serverLog.showOlderLines')}
    </MoreLines>
  )
  return <LogLines lines={lines} q="" hasDays follows before={before} />
}

type Warning = CallResult<Api['logWarnings']>['items'][number]

/** They are in no one file: their time, and their number among those of the same millisecond, stand for the place. */
function placed(items: readonly Warning[]): LogEntry[] {
  let last = 0
  return items.map(({ server, fields, ...line }) => {
    last = Math.max(last + 1, Date.parse(line.time) * 1_000)
    return { ...line, fields: { server, ...fields }, offset: last }
  })
}
