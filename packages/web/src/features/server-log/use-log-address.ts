import { type LogLevel, logLevels } from '@packhouse/contract'
import { useSearch } from '@tanstack/react-router'
import { type AddressSearch, useSearchChange } from '../../lib/address-search.ts'

const MOST_CHARACTERS = 200
/** In the place of a file: warnings and errors of all servers. */
const ALL_SERVERS = 'all-servers'

/** A place in a file that somebody goes to: a line, or the first one of a moment or later. */
export type LogPlace = { offset: number } | { at: string }

const NO_PLACE = { line: undefined, at: undefined }

/** What the address says of the lines that are shown. */
export function useLogAddress() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const changeSearch = useSearchChange()
  const text = (name: string) => (search[name] === undefined ? '' : String(search[name]).slice(0, MOST_CHARACTERS))
  const change = (part: AddressSearch) => {
    changeSearch((before) => ({ ...before, ...part }), { replace: true, resetScroll: false })
  }
  const listed = (name: string) => text(name).split(',').filter(Boolean)
  const levels = logLevels.filter((level) => listed('level').includes(level))
  const parts = listed('part')
  return {
    /** The newest where none is named. */
    file: text('file'),
    isOfAllServers: text('file') === ALL_SERVERS,
    /** Undefined for the newest lines. */
    place: readPlace(text('line'), text('at')),
    /** Undefined for all of them. */
    levels: levels.length === 0 ? undefined : levels,
    parts: parts.length === 0 ? undefined : parts,
    q: text('q'),
    isPattern: text('regex') === 'true',
    setFile: (file: string) => change({ file, q: undefined, ...NO_PLACE }),
    setAllServers: () => change({ file: ALL_SERVERS, q: undefined, level: undefined, part: undefined, ...NO_PLACE }),
    /** What is searched for stays: it is marked there, and leads back to the hits. */
    setPlace: (file: string, place: LogPlace) => {
      change({ file, ...NO_PLACE, ...('at' in place ? { at: place.at } : { line: String(place.offset) }) })
    },
    backToHits: () => change(NO_PLACE),
    toNewestLines: () => change({ file: undefined, ...NO_PLACE }),
    setLevels: (shown: readonly LogLevel[] | undefined) => change({ level: shown?.join() }),
    setParts: (shown: readonly string[] | undefined) => change({ part: shown?.join() }),
    setSearch: (q: string, isPattern: boolean) => {
      change({ q: q === '' ? undefined : q, regex: isPattern ? 'true' : undefined, ...NO_PLACE })
    },
  }
}

function readPlace(line: string, at: string): LogPlace | undefined {
  if (/^\d{1,15}$/.test(line)) return { offset: Number(line) }
  return Number.isNaN(Date.parse(at)) ? undefined : { at: new Date(at).toISOString() }
}

export type LogAddress = ReturnType<typeof useLogAddress>
