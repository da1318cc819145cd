import type { Commissioning, Delivery, Project } from './project-sheet.ts'

const DAY = 86_400_000

/** A stretch of days, from its first to its last. */
export interface PlanBar {
  id: string
  kind: 'delivery' | Commissioning['kind']
  name: string
  from: number
  to: number
}

/** The bars of one kind: several deliveries are one lane. */
export interface PlanLane {
  kind: PlanBar['kind']
  bars: readonly PlanBar[]
}

/** A payment on the axis. */
export interface PlanPayment {
  name: string
  percent: string
  at: number
}

export type Payment = NonNullable<Project['milestones']>[number]

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

export function planLanes(bars: readonly PlanBar[]): PlanLane[] {
  return [...Map.groupBy(bars, ({ kind }) => kind)].map(([kind, own]) => ({ kind, bars: own }))
}

/** Where payments are on the axis: at the end of what they are due with. That of the order is at its begin, since nobody knows the day yet. */
export function planPayments(payments: readonly Payment[], bars: readonly PlanBar[]): PlanPayment[] {
  return payments.flatMap(({ name, percent, due }) => {
    const at = due === 'order' ? bars[0]?.from : endOf(due, bars)
    return at === undefined ? [] : [{ name, percent, at }]
  })
}

function endOf(due: Payment['due'], bars: readonly PlanBar[]): number | undefined {
  const ends = bars.filter(({ kind }) => kind === due).map(({ to }) => to)
  return ends.length === 0 ? undefined : Math.max(...ends)
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
