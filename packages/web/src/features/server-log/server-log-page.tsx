import { api, type LogFile } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { dateFormat, readerZone } from '../../lib/format/date-formats.ts'
import type { StreamState } from '../../lib/live-events.ts'
import { Frame, useIsPhone } from '../../resource/frame.tsx'
import { DeniedState, FailedState } from '../../resource/table/table-states.tsx'
import { usePermission } from '../../resource/use-permission.ts'
import { KeyHint } from '../../ui/key-hint.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FileLines } from './file-lines.tsx'
import { LogFilters } from './log-filters.tsx'
import { LogHead } from './log-head.tsx'
import { LogLines } from './log-lines.tsx'
import { LogMinutes } from './log-minutes.tsx'
import { useLogCounts, useLogFiles } from './log-queries.ts'
import { PlaceLines } from './place-lines.tsx'
import { type LogAddress, useLogAddress } from './use-log-address.ts'
import { useLogSearch } from './use-log-search.ts'
import { WarningLines } from './warning-lines.tsx'

/** The server log: its files, their lines as they come in, and a search over all of them. */
export function ServerLogPage() {
  useDocumentTitle(t('serverLog.serverLog'))
  const access = usePermission(api.listLogs)
  const files = useLogFiles()
  const address = useLogAddress()
  if (!access.allowed) {
    return <DeniedState heading="h1" what={t('serverLog.theServerLog')} permission={access.permission} />
  }
  if (files.isError) {
    return <FailedState what={t('serverLog.theServerLog')} error={files.error} onRetry={() => void files.refetch()} />
  }
  if (files.isPending) return <Skeleton className="m-8 h-96" />
  const { items, debugUntil } = files.data
  const file = items.find(({ name }) => name === address.file) ?? items[0]
  return (
    <Frame>
      <Screen key={file?.name} address={address} files={items} file={file} debugUntil={debugUntil} />
    </Frame>
  )
}

interface ScreenProps {
  address: LogAddress
  files: readonly LogFile[]
  file: LogFile | undefined
  debugUntil: string | null
}

function Screen({ address, files, file, debugUntil }: ScreenProps) {
  const [isPaused, setPaused] = useState(false)
  const [lostAt, setLostAt] = useState<number>()
  const onStateChange = (state: StreamState) => {
    setLostAt((before) => (state === 'open' ? undefined : (before ?? Date.now())))
  }
  const onPhone = useIsPhone()
  const { levels, parts, q, isPattern, place, isOfAllServers } = address
  const filter = { levels, parts }
  const counts = useLogCounts(file?.name ?? '', file?.current ?? false)
  const search = useLogSearch(q, isPattern, filter)
  const isSearch = q !== '' && place === undefined
  const isFile = !isSearch && !isOfAllServers && place === undefined
  const pause = () => setPaused((before) => !before)
  const filters = (
    <LogFilters
      address={address}
      files={files}
      file={file}
      // They are those of one file.
      counts={isOfAllServers ? undefined : counts.data}
      debugUntil={debugUntil}
    />
  )
  const found = search.ended === null ? t('serverLog.searching', { count: search.count }) : endWords(search)
  const isLive = isFile && file?.current && !isPaused
  const live =
    lostAt === undefined
      ? t('serverLog.live')
      : t('serverLog.notConnectedSince', { time: dateFormat('timeFull').format(lostAt) })
  return (
    <>
      <LogHead
        address={address}
        file={isOfAllServers ? undefined : file?.name}
        words={isSearch ? found : isLive ? live : ''}
        isPaused={isPaused}
        onPause={isFile ? pause : undefined}
      />
      <div className="flex min-h-0 flex-1 max-md:flex-col">
        {onPhone ? (
          <details className="border-b border-line bg-surface">
            <summary className="min-h-11 px-4 py-3 text-14 font-[550]">{t('serverLog.levelsPartsAndFiles')}</summary>
            {filters}
          </details>
        ) : (
          <aside className="w-64 shrink-0 overflow-auto border-e border-line bg-surface">{filters}</aside>
        )}
        <div className="flex min-w-0 flex-1 flex-col bg-surface">
          {counts.data && !isOfAllServers && (
            <div className="border-b border-line bg-surface-2 px-4 py-2">
              <LogMinutes minutes={counts.data.minutes} lines={counts.data.lines} />
            </div>
          )}
          {isSearch && (
            <LogLines
              lines={search.hits}
              q={isPattern ? '' : q}
              hasDays
              follows={false}
              onShowInFile={(line) => address.setPlace(line.file, line)}
            />
          )}
          {isFile && file !== undefined && (
            <FileLines
              key={JSON.stringify(filter)}
              file={file}
              address={address}
              isPaused={isPaused}
              onPause={pause}
              onStateChange={onStateChange}
            />
          )}
          {!isSearch && isOfAllServers && <WarningLines levels={levels} />}
          {place !== undefined && file !== undefined && (
            <PlaceLines key={JSON.stringify(place)} file={file.name} place={place} address={address} />
          )}
          <Foot />
        </div>
      </div>
    </>
  )
}

/** What the keys do, and whose clock it is. */
function Foot() {
  const keys = [
    { key: '/', words: t('serverLog.keySearch') },
    { key: '↑ ↓', words: t('serverLog.keyMove') },
    { key: t('serverLog.enterKey'), words: t('serverLog.keyFields') },
    { key: 'N', words: t('serverLog.keyNextHit') },
    { key: 'E', words: t('serverLog.keyNextError') },
    { key: t('serverLog.spaceKey'), words: t('serverLog.keyPause') },
  ]
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-surface-2 px-4 py-1 text-12 text-text-2">
      {keys.map(({ key, words }) => (
        <span key={key} className="max-md:hidden">
          <KeyHint>{key}</KeyHint> {words}
        </span>
      ))}
      <span className="ms-auto">{t('serverLog.timesInZone', { zone: readerZone() })}</span>
    </div>
  )
}

function endWords({ ended, count, error }: ReturnType<typeof useLogSearch>): string {
  if (ended === 'failed') return error instanceof ApiError ? error.message : t('serverLog.searchFailed')
  if (ended === 'hits') return t('serverLog.firstHits', { count })
  if (ended === 'time') return t('serverLog.hitsUntilTime', { count })
  return t('serverLog.hits', { count })
}
