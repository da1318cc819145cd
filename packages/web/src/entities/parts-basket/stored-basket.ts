import { BASKETS } from '../../lib/device-store.ts'
import type { Basket } from './basket.ts'

const DAY_MS = 86_400_000
/** After this a basket is forgotten. */
const LONGEST_MS = 91 * DAY_MS
/** Most baskets of one device, whoever filled them. */
const MOST = 50

export interface BasketOwner {
  userId: string
  /** Null: of staff. */
  customerId: string | null
}

/** Where the basket of an account for a machine is stored on this device. Another account, or the same one with another customer, has others. */
export function pathOf({ userId, customerId }: BasketOwner, machineID: string): string {
  return BASKETS + [userId, customerId ?? 'staff', machineID].map(encodeURIComponent).join('/')
}

/** Another version of the page may have stored something else. */
export function isBasket(value: unknown): value is Basket {
  if (typeof value !== 'object' || value === null) return false
  const { lines, texts, sent, at }: Partial<Basket> = value
  return (
    Array.isArray(lines) &&
    lines.every((line) => hasTexts(line, ['itemId', 'number', 'name', 'unit', 'quantity'])) &&
    hasTexts(texts, ['note', 'wantedOn', 'phone']) &&
    (sent === undefined || hasTexts(sent, ['key', 'body'])) &&
    typeof at === 'number'
  )
}

function hasTexts(value: unknown, names: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false
  const fields = value as Record<string, unknown>
  return names.every((name) => typeof fields[name] === 'string')
}

/** The baskets that this device stores no longer. */
export function tooOldOrMany(stored: readonly { path: string; at: number }[], now: number): string[] {
  const newestFirst = [...stored].sort((one, other) => other.at - one.at)
  return newestFirst.filter(({ at }, place) => place >= MOST || now - at > LONGEST_MS).map(({ path }) => path)
}
