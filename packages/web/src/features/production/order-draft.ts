import type { OrderDraft, ProductionOrder } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { editable, faultWords, isUnclearHere } from '../../lib/format/decimal-text.ts'
import type { SiteClock } from '../../lib/format/site-clock.ts'

/** What is typed of an order. Times are those of a `datetime-local` field, by the clock of the site. */
export interface OrderTexts {
  number: string
  product: string
  recipe: string
  target: string
  idealRate: string
  from: string
  to: string
}

const MINUTE_MS = 60_000
/** A new order begins at the next multiple of this, and takes as long as a usual shift. */
const STEP_MS = 15 * MINUTE_MS
const USUAL_MS = 8 * 60 * MINUTE_MS

/** The texts of an order, or those that a new one begins with. */
export function textsOf(order: ProductionOrder | undefined, clock: SiteClock, now: number): OrderTexts {
  const start = Math.ceil(now / STEP_MS) * STEP_MS
  const wall = (at: number) => `${clock.dateOf(at)}T${clock.timeOfDay(at).slice(0, 5)}`
  return {
    number: order?.number ?? '',
    product: order?.product ?? '',
    recipe: order?.recipe ?? '',
    target: order === undefined ? '' : String(order.target),
    idealRate: order?.idealRate == null ? '' : editable(String(order.idealRate)),
    from: wall(order === undefined ? start : Date.parse(order.plannedFrom)),
    to: wall(order === undefined ? start + USUAL_MS : Date.parse(order.plannedTo)),
  }
}

/** @returns the order, or what is wrong with the texts */
export function readDraft(texts: OrderTexts, clock: SiteClock): OrderDraft | string {
  const [number, product, recipe] = [texts.number.trim(), texts.product.trim(), texts.recipe.trim()]
  if (number === '') return t('production.enterNumber')
  if (product === '') return t('production.enterProduct')
  const target = Number(texts.target.trim())
  if (!Number.isInteger(target) || target < 1) return t('production.enterTarget')
  // A comma is the decimal sign of half of the readers.
  if (isUnclearHere(texts.idealRate)) return faultWords('unclear', texts.idealRate)
  const rate = texts.idealRate.trim().replace(',', '.')
  const idealRate = rate === '' ? null : Number(rate)
  if (idealRate !== null && !(idealRate > 0)) return t('production.enterRate')
  const [from, to] = [momentOf(texts.from, clock), momentOf(texts.to, clock)]
  if (from === undefined || to === undefined || from >= to) return t('production.enterTimes')
  return {
    ...{ number, product, recipe: recipe || null, target, idealRate },
    plannedFrom: new Date(from).toISOString(),
    plannedTo: new Date(to).toISOString(),
  }
}

function momentOf(text: string, clock: SiteClock): number | undefined {
  const [, date, hours, minutes] = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})/.exec(text) ?? []
  return date === undefined ? undefined : clock.atWall(date, Number(hours) * 60 + Number(minutes))
}
