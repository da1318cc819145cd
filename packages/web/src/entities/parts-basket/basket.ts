import { editable, isUnclearHere } from '../../lib/format/decimal-text.ts'

/** A part that somebody is about to ask for. */
export interface BasketLine {
  itemId: string
  number: string
  name: string
  unit: string
  /** As it is typed. */
  quantity: string
}

/** What was typed beside the parts. */
export interface BasketTexts {
  note: string
  wantedOn: string
  phone: string
}

/** What is about to be asked for at a machine. */
export interface Basket {
  lines: readonly BasketLine[]
  texts: BasketTexts
  /** A request whose answer has not come: the same again is sent under the same key, so that it is made once. */
  sent?: { key: string; body: string } | undefined
  /** When it was changed, ms since 1970. */
  at: number
}

export const noTexts: BasketTexts = { note: '', wantedOn: '', phone: '' }
export const emptyBasket: Basket = { lines: [], texts: noTexts, at: 0 }

const MAX_DECIMALS = 4
const MAX_DIGITS = 6

/** Adds parts; of those that are there already there are more. */
export function withParts(lines: readonly BasketLine[], added: readonly BasketLine[]): BasketLine[] {
  const all = new Map(lines.map((line) => [line.itemId, line]))
  for (const { itemId, number, name, unit, quantity } of added) {
    const before = all.get(itemId)
    const sum = before === undefined ? quantity : sumOf(before.quantity, quantity)
    all.set(itemId, { itemId, number, name, unit, quantity: sum })
  }
  return [...all.values()]
}

/**
 * What is left once a request was made, whenever its answer came: what was added meanwhile, and nothing that was asked for.
 * @param asked as the server took it
 */
export function withoutAsked(
  lines: readonly BasketLine[],
  asked: readonly Pick<BasketLine, 'itemId' | 'quantity'>[],
): BasketLine[] {
  const quantities = new Map(asked.map(({ itemId, quantity }) => [itemId, quantity]))
  return lines.flatMap((line) => {
    const taken = quantities.get(line.itemId)
    if (taken === undefined) return [line]
    const left = rounded(Number(toQuantity(line.quantity) ?? 0) - Number(taken))
    return left > 0 ? [{ ...line, quantity: editable(String(left)) }] : []
  })
}

/** What was typed as the server takes it, a comma as a point; undefined where it is no quantity, or may be a thousand times as much. */
export function toQuantity(typed: string): string | undefined {
  const text = typed.trim().replace(',', '.')
  const isNumber = new RegExp(`^\\d{1,${MAX_DIGITS}}(\\.\\d{1,${MAX_DECIMALS}})?$`).test(text)
  return isNumber && Number(text) > 0 && !isUnclearHere(typed) ? text : undefined
}

function sumOf(one: string, other: string): string {
  const [a, b] = [toQuantity(one), toQuantity(other)]
  if (a === undefined || b === undefined) return b ?? one
  return editable(String(rounded(Number(a) + Number(b))))
}

function rounded(value: number): number {
  return Number(value.toFixed(MAX_DECIMALS))
}
