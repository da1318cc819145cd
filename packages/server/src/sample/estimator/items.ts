import { type ItemFamily, itemFamilies } from './item-families.ts'

/** What a price was and will be, in whole euros; days are those of the year of the start and its neighbours. */
export interface SamplePrice {
  /** Years from the one of the start. */
  year: number
  price: number
  cost: number | null
}

export interface SampleItem {
  code: string
  description: string
  category: string
  unit: string
  leadDays: number
  active: boolean
  /** Oldest first: what applied last year, what applies now and for some what comes next. */
  prices: readonly SamplePrice[]
}

/** Every family in all of its sizes and versions. */
export const sampleItems: readonly SampleItem[] = itemFamilies.flatMap((family) =>
  family.sizes.flatMap((size, place) =>
    family.versions.map((version, other) => itemOf(family, size, place, version, other)),
  ),
)

function itemOf(family: ItemFamily, size: string, place: number, version: string, other: number): SampleItem {
  const now = roundedPrice(family.price * (1 + 0.18 * place) * (other === 0 ? 1 : 1.22))
  const cost = (price: number) =>
    family.costPercent === undefined ? null : Math.round((price * family.costPercent) / 100)
  const at = (year: number, price: number) => ({ year, price, cost: cost(price) })
  // Drives and everything with electronics get dearer.
  const next =
    family.category === 'Servo drives' || family.category === 'Inspection' ? [at(1, roundedPrice(now * 1.04))] : []
  return {
    code: `${family.code}${String(place + 1).padStart(2, '0')}${other === 0 ? 'A' : 'B'}`,
    description: `${family.name}, ${size}, ${version}`,
    category: family.category,
    unit: family.unit,
    leadDays: family.leadDays + place * 2,
    active: !(family.code === 'JAW-Z' && place === 7),
    prices: [at(-1, roundedPrice(now * 0.96)), at(0, now), ...next],
  }
}

/** As prices of catalogues are: to 1, 5 or 10 euros. */
function roundedPrice(price: number): number {
  const step = price < 200 ? 1 : price < 2_000 ? 5 : 10
  return Math.round(price / step) * step
}
