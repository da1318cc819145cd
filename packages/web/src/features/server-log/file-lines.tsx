import type { LogFile } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import type { StreamState } from '../../lib/live-events.ts'
import { FailedState } from '../../resource/table/table-states.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LogLines } from './log-lines.tsx'
import { useLogLines } from './log-queries.ts'
import { useLiveLines } from './use-live-lines.ts'
import type { LogAddress } from './use-log-address.ts'

interface FileLinesProps {
  file: LogFile
  address: LogAddress
  isPaused: boolean
  onPause: () => void
  onStateChange: (state: StreamState) => void
}

/** The newest lines of a file, and those that come in. */
export function FileLines({ file, address: { levels, parts }, isPaused, onPause, onStateChange }: FileLinesProps) {
  const queries = useQueryClient()
  const filter = { levels, parts }
  const read = useLogLines(file.name, filter)
  const live = useLiveLines({
    file: file.name,
    filter,
    from: read.data?.pages.at(-1)?.to,
    isOn: file.current && !isPaused,
    onNextFile: () => void queries.invalidateQueries({ queryKey: ['server-log', 'files'] }),
    onStateChange,
  })
  if (read.isError) {
    return <FailedState what={t('serverLog.theServerLog')} error={read.error} onRetry={() => void read.refetch()} />
  }
  if (read.isPending) return <Skeleton className="m-4 h-96" />
  const lines = [...read.data.pages.flatMap(({ entries }) => entries), ...live]
  if (lines.length === 0 && !read.hasPreviousPage) return <NoLines />
  const before = read.hasPreviousPage && (
    <MoreLines busy={read.isFetchingPreviousPage} onClick={() => void read.fetchPreviousPage()}>
      {t('serverLog.showOlderLines')}
    </MoreLines>
  )
  return <LogLines lines={lines} q="" hasDays={false} follows={!isPaused} onPause={onPause} before={before} />
}

export function NoLines() {
  return (
    <EmptyState heading="h2" className="flex-1 content-center py-16" title={t('serverLog.noLines')}>
      {t('serverLog.chooseMoreLevels')}
    </EmptyState>
  )
}

export function MoreLines({ busy, onClick, children }: { busy: boolean; onClick: () => void; children: string }) {
  return (
    <div className="px-4 py-1.5">
      <Button size="dense" busy={busy} onClick={onClick}>
        {children}
      </Button>
    </div>
  )
}
