import { type AuditKind, auditKinds } from '@packhouse/contract'
import { useSearch } from '@tanstack/react-router'
import { type AddressSearch, useRowAddress, useSearchChange } from '../../lib/address-search.ts'

export const units = ['minute', 'hour', 'key', 'month'] as const
export type Unit = (typeof units)[number]

/** What entries are narrowed to, beside their kind. */
export const filterNames = ['q', 'who', 'key', 'record', 'action', 'address', 'outcome'] as const
export type FilterName = (typeof filterNames)[number]
export type Filters = Partial<Record<FilterName, string>>

/** How far back the list goes where no window is chosen, in hours. */
export const spans = ['1', '24', '168', '720'] as const
export type Span = (typeof spans)[number]

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What the address says of the entries that are shown. */
export function useAuditAddress() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const changeSearch = useSearchChange()
  const addressOf = useRowAddress('entry')
  const text = (name: string) => (search[name] === undefined ? '' : String(search[name]).slice(0, 200))
  const change = (part: AddressSearch) => {
    changeSearch((before) => ({ ...before, ...part }), { replace: true, resetScroll: false })
  }
  const filters: Filters = {}
  for (const name of filterNames) {
    const value = text(name)
    const isId = name === 'who' || name === 'key' || name === 'record'
    if (value !== '' && (!isId || UUID.test(value))) filters[name] = value
  }
  if (filters.outcome !== 'refused') delete filters.outcome
  const from = Date.parse(text('from'))
  const to = Date.parse(text('to'))
  return {
    kind: auditKinds.find((kind) => kind === text('kind')) ?? 'everything',
    unit: units.find((unit) => unit === text('by')) ?? 'hour',
    span: spans.find((span) => span === text('span')) ?? '24',
    filters,
    /** The stretch that was chosen in the picture; Unix ms. */
    window: from < to ? { from, to } : undefined,
    entry: /^[1-9]\d{0,17}$/.test(text('entry')) ? text('entry') : undefined,
    setKind: (kind: AuditKind) => change({ kind: kind === 'everything' ? undefined : kind, entry: undefined }),
    setUnit: (unit: Unit) => change({ by: unit }),
    setSpan: (span: Span) => change({ span, from: undefined, to: undefined }),
    setFilter: (name: FilterName, value: string | undefined) => change({ [name]: value }),
    setWindow: (window: { from: number; to: number } | undefined) => {
      change({
        from: window && new Date(window.from).toISOString(),
        to: window && new Date(window.to).toISOString(),
      })
    },
    addressOf,
    open: (entry: string | undefined) => change({ entry }),
  }
}

export type AuditAddress = ReturnType<typeof useAuditAddress>
