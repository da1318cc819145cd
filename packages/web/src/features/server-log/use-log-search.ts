import { api, type PlacedLogEntry } from '@packhouse/contract'
import { useEffect, useState } from 'react'
import { streamApi } from '../../lib/event-stream.ts'
import type { StreamState } from '../../lib/live-events.ts'
import { filterQuery, type LineFilter } from './log-queries.ts'

interface Search {
  /** The newest first. */
  hits: PlacedLogEntry[]
  count: number
  /** Why it ended; null while it goes on. */
  ended: 'all' | 'hits' | 'time' | 'failed' | null
  error: unknown
}

const NOTHING: Search = { hits: [], count: 0, ended: null, error: undefined }

/** Lines of all files that have a text, while they are found. Another text, or leaving the screen, cancels the search. */
export function useLogSearch(q: string, isPattern: boolean, filter: LineFilter): Search {
  const [search, setSearch] = useState(NOTHING)
  const filterKey = JSON.stringify(filterQuery(filter))
  useEffect(() => {
    setSearch(NOTHING)
    if (q === '') return
    const ending = new AbortController()
    const { signal } = ending
    const query = { q, regex: isPattern ? ('true' as const) : ('false' as const), ...JSON.parse(filterKey) }
    const run = async () => {
      // A search whose connection was lost begins again, and finds its hits once more.
      const onStateChange = (state: StreamState) => state === 'waiting' && setSearch(NOTHING)
      for await (const { data } of streamApi(api.searchLogs, { query }, { signal, onStateChange })) {
        setSearch(({ hits }) => ({
          hits: [...hits, ...data.entries],
          count: data.count,
          ended: data.ended,
          error: undefined,
        }))
        if (data.ended !== null) return
      }
    }
    run().catch((error: unknown) => {
      if (!signal.aborted) setSearch({ ...NOTHING, ended: 'failed', error })
    })
    return () => ending.abort()
  }, [q, isPattern, filterKey])
  return search
}
