import type { Commissioning, Delivery } from './project-sheet.ts'

const DAY = 86_400_000

/** A stretch of days, from its first to its last. */
export interface PlanBar {
  id: string
  kind: 'delivery' | Commissioning['kind']
  name: string
  from: number
  to: number
}

/** What has a date, in the order of time. */
export function planBars(deliveries: readonly Delivery[], steps: readonly Commissioning[]): PlanBar[] {
  const ofDeliveries = deliveries.flatMap(({ id, namedPlace, shipsOn, arrivesOn }): PlanBar[] => {
    const from = shipsOn ?? arrivesOn
    if (from === null) return []
    return [{ id, kind: 'delivery', name: namedPlace, from: Date.parse(from), to: Date.parse(arrivesOn ?? from) + DAY }]
  })
  const ofSteps = steps.flatMap(({ id, kind, description, startsOn, days }): PlanBar[] => {
    if (startsOn === null) return []
    const from = Date.parse(startsOn)
    return [{ id, kind, name: description, from, to: from + Math.max(1, Math.ceil(Number(days))) * DAY }]
  })
  return [...ofDeliveries, ...ofSteps].toSorted((one, other) => one.from - other.from)
}

/** The whole months that hold all bars: where the axis begins, ends and has its marks. */
export function planMonths(bars: readonly PlanBar[]): number[] {
  if (bars.length === 0) return []
  const first = new Date(Math.min(...bars.map(({ from }) => from)))
  const last = Math.max(...bars.map(({ to }) => to))
  const months: number[] = []
  for (let month = 0; month < 1_200; month += 1) {
    const at = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + month, 1)
    months.push(at)
    if (at >= last) break
  }
  return months
}
