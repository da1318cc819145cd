import { type LogLevel, logLevels } from '@packhouse/contract'
import { useSearch } from '@tanstack/react-router'
import { type AddressSearch, useSearchChange } from '../../lib/address-search.ts'

const MOST_CHARACTERS = 200

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
    /** Undefined for all of them. */
    levels: levels.length === 0 ? undefined : levels,
    parts: parts.length === 0 ? undefined : parts,
    q: text('q'),
    isPattern: text('regex') === 'true',
    setFile: (file: string) => change({ file, q: undefined }),
    setLevels: (shown: readonly LogLevel[] | undefined) => change({ level: shown?.join() }),
    setParts: (shown: readonly string[] | undefined) => change({ part: shown?.join() }),
    setSearch: (q: string, isPattern: boolean) => {
      change({ q: q === '' ? undefined : q, regex: isPattern ? 'true' : undefined })
    },
  }
}

export type LogAddress = ReturnType<typeof useLogAddress>
