import { compareNames } from '../../lib/format/order.ts'
import { type Match, matchItem, tiers, wordsOf } from './match.ts'
import { type ItemKind, itemKinds, type PaletteItem } from './palette-item.ts'

export interface RankedItem extends Match {
  item: PaletteItem
}

export interface Group {
  /** The kind of its entries, or `recent`. */
  kind: ItemKind
  items: readonly RankedItem[]
  /** How many there are, with those that are not shown. */
  total: number
}

/** As many of one kind as leave the other kinds in sight. */
export const GROUP_LIMIT = 6

/**
 * What fits the query, the best of each kind first. Kinds with a whole word come before those with parts of words, and those
 * before letters across words; otherwise they keep their order, so that nothing jumps as answers arrive.
 */
export function rankGroups(
  items: readonly PaletteItem[],
  query: string,
  totals: Partial<Record<ItemKind, number>> = {},
): Group[] {
  const words = wordsOf(query)
  const ranked = items.flatMap((item) => rank(item, words, query))
  const groups = itemKinds.flatMap((kind) => {
    const ofKind = ranked.filter(({ item }) => item.kind === kind).sort(compare)
    if (ofKind.length === 0) return []
    return [{ kind, items: ofKind.slice(0, GROUP_LIMIT), total: Math.max(ofKind.length, totals[kind] ?? 0) }]
  })
  return groups.sort((a, b) => tierOf(b) - tierOf(a))
}

function tierOf({ items }: Group): number {
  return items[0]?.tier ?? tiers.across
}

function rank(item: PaletteItem, words: readonly string[], query: string): RankedItem[] {
  const match = matchItem(words, item)
  if (match) return [{ item, ...match }]
  // Found by the server in a field that is not shown here.
  return item.foundBy === query ? [{ item, score: 0, tier: tiers.part, labelRanges: [], sublabelRanges: [] }] : []
}

function compare(a: RankedItem, b: RankedItem): number {
  const better = b.tier - a.tier || b.score - a.score
  // Screens and actions have an order of their own.
  if (better !== 0 || a.item.kind === 'screen' || a.item.kind === 'action') return better
  return compareNames(a.item.label, b.item.label)
}
