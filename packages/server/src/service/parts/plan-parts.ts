import type { SpareParts } from '@packhouse/contract'
import type { NamedItem } from './named-items.ts'
import type { PlanRow } from './parts.queries.ts'

type NeededPart = SpareParts['plans'][number]['parts'][number]

/** What each plan needs, in the order of the rows. Parts that are delivered no more are left out, and plans that need nothing else. */
export function partsByPlan(
  rows: readonly PlanRow[],
  items: ReadonlyMap<string, NamedItem>,
): ReadonlyMap<string, NeededPart[]> {
  const plans = new Map<string, NeededPart[]>()
  for (const { id, itemId, quantity } of rows) {
    const item = items.get(itemId)
    if (item?.isActive !== true) continue
    const parts = plans.get(id) ?? []
    parts.push({ itemId, quantity, number: item.number, name: item.name, unit: item.unit })
    plans.set(id, parts)
  }
  return plans
}
