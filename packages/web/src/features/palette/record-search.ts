import { api, type FoundRecord } from '@packhouse/contract'
import { callApi } from '../../lib/api-client.ts'
import type { Session } from '../../lib/session.ts'
import type { ItemKind, PaletteItem } from './palette-item.ts'
import type { Places } from './palette-places.ts'
import { recordAddress } from './record-address.ts'

export interface FoundRecords {
  items: PaletteItem[]
  /** How many there are of each kind. */
  totals: Partial<Record<ItemKind, number>>
  /** Whether a kind could not be searched. */
  incomplete: boolean
}

/** As much as the server takes. */
const MAX_WORDS = 200

/** The records of every resource that match the words, as far as the reader may open them. */
export async function searchRecords(
  places: Places,
  session: Session | undefined,
  words: string,
  signal: AbortSignal,
): Promise<FoundRecords> {
  const query = { q: words.slice(0, MAX_WORDS) }
  const { found, more, incomplete } = await callApi(api.searchRecords, { query }, { signal })
  const items = found.flatMap((record) => {
    const href = recordAddress(places, session, record)
    return href === undefined ? [] : [{ ...toItem(record, href), foundBy: words }]
  })
  const totals: Partial<Record<ItemKind, number>> = { ...more }
  for (const { kind } of items) totals[kind] = (totals[kind] ?? 0) + 1
  return { items, totals, incomplete: incomplete.length > 0 }
}

function toItem(record: FoundRecord, href: string): PaletteItem {
  const { resource: kind, id, label, sublabel, details } = record
  // Names a machine as the list of the reader's machines does, so that it is listed once.
  const key = kind === 'machine' ? `machine:${label}` : `${kind}:${id}`
  const shown = `${label} ${sublabel ?? ''}`
  const others = details.filter((detail) => !shown.includes(detail))
  return { key, kind, label, sublabel: [sublabel, ...others].filter(Boolean).join(' · '), href }
}
