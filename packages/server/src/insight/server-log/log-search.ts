import type { Api, CallResult } from '@packhouse/contract'
import { clock } from '../../platform/clock.ts'
import type { SearchQuery } from '../../platform/logs/search-block.ts'
import type { LogReading } from './log-reading.ts'

/** So many hits are sent. */
const MOST_HITS = 1_000
const LONGEST_MS = 60_000

type SearchEvent = CallResult<Api['searchLogs']>

/** Searches all files, the newest first, a block at a time. Whoever stops asking for the next event has cancelled it. */
export async function* searchFiles(
  reading: LogReading,
  query: SearchQuery,
  owner: string,
): AsyncGenerator<SearchEvent, void> {
  const until = clock.monotonic() + LONGEST_MS
  let sent = 0
  let count = 0
  let searchedBytes = 0
  for (const { name } of await reading.files()) {
    let before: number | undefined
    do {
      const ended = endOf(sent, until)
      if (ended !== null) return yield { entries: [], count, searchedBytes, ended }
      const limit = MOST_HITS - sent
      const step = await reading.step<'search'>({ kind: 'search', name, query, limit, before }, owner)
      // It may have been removed in the meantime.
      if (step === undefined) break
      const entries = step.entries.map((entry) => ({ ...entry, file: name }))
      sent += entries.length
      count += step.count
      searchedBytes += step.bytes
      before = step.before
      yield { entries, count, searchedBytes, ended: null }
    } while (before !== undefined)
  }
  yield { entries: [], count, searchedBytes, ended: 'all' }
}

function endOf(sent: number, until: number): 'hits' | 'time' | null {
  if (sent >= MOST_HITS) return 'hits'
  return clock.monotonic() > until ? 'time' : null
}
