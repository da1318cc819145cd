import { useMemo, useState } from 'react'
import { useProduct } from '../../lib/public-settings.ts'
import { type Session, useSession } from '../../lib/session.ts'
import { tiers } from './match.ts'
import type { PaletteItem } from './palette-item.ts'
import { mayOpen, type Places, placeItems } from './palette-places.ts'
import { type Group, rankGroups } from './rank.ts'
import { recentChoices } from './recent-choices.ts'
import { useMachineItems } from './use-machine-items.ts'
import { useRecordSearch } from './use-record-search.ts'

export interface PaletteResults {
  groups: readonly Group[]
  pending: boolean
  /** Whether a part of the answers could not be had. */
  failed: boolean
  retry: () => void
}

/** Everything that matches the query; without a query the recent choices first. */
export function usePaletteResults(query: string, places: Places): PaletteResults {
  const session = useSession()
  const { docsUrl } = useProduct()
  const words = query.trim()
  const machines = useMachineItems()
  const records = useRecordSearch(words, places, session)
  const placed = useMemo(() => placeItems(places, session, docsUrl), [places, session, docsUrl])
  const recent = useRecent(session)
  const items = [...placed, ...joinMachines(machines.items, records.items)]
  const groups = words === '' ? beforeTyping(recent, items) : rankGroups(items, words, records.totals)
  return {
    groups,
    pending: machines.pending || records.pending,
    failed: machines.failed || records.failed,
    retry: () => {
      if (machines.failed) machines.retry()
      if (records.failed) records.retry()
    },
  }
}

/** A machine that the server found, by its serial number for example, is the one of the list, which knows its state. */
function joinMachines(machines: readonly PaletteItem[], found: readonly PaletteItem[]): PaletteItem[] {
  const byKey = new Map(machines.map((item) => [item.key, item]))
  for (const item of found) byKey.set(item.key, { ...item, ...byKey.get(item.key), foundBy: item.foundBy ?? '' })
  return [...byKey.values()]
}

function useRecent(session: Session | undefined): readonly PaletteItem[] {
  const [recent] = useState(() =>
    session ? recentChoices(session.user.id).filter(({ kind }) => mayOpen(session, kind)) : [],
  )
  return recent
}

/** Recent choices first, and nothing twice. */
function beforeTyping(recent: readonly PaletteItem[], items: readonly PaletteItem[]): Group[] {
  const now = new Map(items.map((item) => [item.key, item]))
  const keys = new Set(recent.map(({ key }) => key))
  const others = rankGroups(
    items.filter(({ key }) => !keys.has(key)),
    '',
  )
  if (recent.length === 0) return others
  const chosen = recent.map((item) => ({
    item: now.get(item.key) ?? item,
    score: 0,
    tier: tiers.part,
    labelRanges: [],
    sublabelRanges: [],
  }))
  return [{ kind: 'recent', items: chosen, total: chosen.length }, ...others]
}
