import { api, type LogEntry } from '@packhouse/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { streamApi } from '../../lib/event-stream.ts'
import type { StreamState } from '../../lib/live-events.ts'
import { filterQuery, type LineFilter, readNewer } from './log-queries.ts'

/** So many of the newest stay on the screen. */
const MOST_LINES = 1_000

interface LiveOptions {
  file: string
  filter: LineFilter
  /** Where the lines that were read end; undefined while they are not there yet. */
  from: number | undefined
  isOn: boolean
  /** The server writes another file now. */
  onNextFile: () => void
  onStateChange: (state: StreamState) => void
}

/** Lines that come in, from where the file was read to. What came while nobody listened is read from the file. */
export function useLiveLines({ file, filter, from, isOn, onNextFile, onStateChange }: LiveOptions): LogEntry[] {
  const [lines, setLines] = useState<LogEntry[]>([])
  const add = useEffectEvent((more: readonly LogEntry[]) => setLines((known) => joined(known, more)))
  const end = useEffectEvent(() => lines.at(-1)?.offset ?? from ?? 0)
  const nextFile = useEffectEvent(onNextFile)
  const setState = useEffectEvent(onStateChange)
  const filterKey = JSON.stringify(filterQuery(filter))

  useEffect(() => {
    if (!isOn || from === undefined) return
    const ending = new AbortController()
    const { signal } = ending
    const wanted = JSON.parse(filterKey) as { level?: LineFilter['levels']; part?: LineFilter['parts'] }
    const shown = { levels: wanted.level, parts: wanted.part }
    const follow = async () => {
      for await (const { data } of streamApi(
        api.tailLogs,
        { query: filterQuery(shown) },
        { signal, onStateChange: (state) => setState(state) },
      )) {
        const own = data.entries.filter((entry) => entry.file === file)
        // The first event of each connection has no lines: whatever came before it is in the file.
        const isBehind = data.entries.length === 0 || data.leftOut > 0
        if (isBehind) for await (const entries of readNewer(file, end(), shown, signal)) add(entries)
        else add(own)
        if (own.length < data.entries.length) nextFile()
      }
    }
    follow().catch(() => setState('waiting'))
    return () => ending.abort()
  }, [file, filterKey, from, isOn])

  return lines
}

/** Each line once, in its order. */
function joined(known: readonly LogEntry[], more: readonly LogEntry[]): LogEntry[] {
  const last = known.at(-1)?.offset ?? -1
  return [...known, ...more.filter(({ offset }) => offset > last)].slice(-MOST_LINES)
}
