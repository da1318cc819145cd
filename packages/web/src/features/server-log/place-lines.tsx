import { t } from '@packhouse/messages'
import { FailedState } from '../../resource/table/table-states.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MoreLines, NoLines } from './file-lines.tsx'
import { LogLines } from './log-lines.tsx'
import { useLinesAround } from './log-queries.ts'
import type { LogAddress, LogPlace } from './use-log-address.ts'

interface PlaceLinesProps {
  file: string
  place: LogPlace
  address: LogAddress
}

/** The lines around a hit or a moment. They do not move: nothing comes in here. */
export function PlaceLines({ file, place, address }: PlaceLinesProps) {
  const { levels, parts, q, isPattern } = address
  const read = useLinesAround(file, place, { levels, parts })
  if (read.isError) {
    return <FailedState what={t('serverLog.theServerLog')} error={read.error} onRetry={() => void read.refetch()} />
  }
  if (read.isPending) return <Skeleton className="m-4 h-96" />
  const lines = read.data.pages.flatMap(({ entries }) => entries)
  if (lines.length === 0) return <NoLines />
  const isSought = (line: { offset: number; time: string }) =>
    'at' in place ? Date.parse(line.time) >= Date.parse(place.at) : line.offset >= place.offset
  const before = read.hasPreviousPage && (
    <MoreLines busy={read.isFetchingPreviousPage} onClick={() => void read.fetchPreviousPage()}>
      {t('serverLog.showOlderLines')}
    </MoreLines>
  )
  const after = read.hasNextPage && (
    <MoreLines busy={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
      {t('serverLog.showNewerLines')}
    </MoreLines>
  )
  return (
    <>
      <div className="flex gap-2 border-b border-line px-4 py-1.5">
        {q === '' ? (
          <Button size="dense" onClick={address.toNewestLines}>
            {t('serverLog.toNewestLines')}
          </Button>
        ) : (
          <Button size="dense" onClick={address.backToHits}>
            {t('serverLog.backToHits')}
          </Button>
        )}
      </div>
      <LogLines
        lines={lines}
        q={isPattern ? '' : q}
        hasDays
        follows={false}
        before={before}
        after={after}
        sought={(lines.find(isSought) ?? lines.at(-1))?.offset}
      />
    </>
  )
}
