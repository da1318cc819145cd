import { BASKETS, readFromDevice, removeFromDevice, storeOnDevice } from '../../lib/device-store.ts'
import { type Basket, emptyBasket } from './basket.ts'
import { isBasket, tooOldOrMany } from './stored-basket.ts'

interface Held {
  basket: Basket
  /** What was done while the device was being read. */
  waiting: ((basket: Basket) => Basket)[] | undefined
}

const held = new Map<string, Held>()
const listeners = new Set<() => void>()
/** Tells other tabs of this browser which basket has changed. */
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('packhouse-basket')
channel?.addEventListener('message', ({ data }) => {
  if (typeof data === 'string' && held.has(data)) void read(data)
})
/** When all that was asked for is written. The browser writes in the order in which it was asked: the last stays, also where the page goes away now. */
let written: Promise<unknown> = Promise.resolve()

export function subscribeToBaskets(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A basket as it is known now; the first look reads it from the device. */
export function basketAt(path: string): Basket {
  const known = held.get(path)
  if (known !== undefined) return known.basket
  held.set(path, { basket: emptyBasket, waiting: [] })
  void read(path)
  return emptyBasket
}

/** Changes a basket at once and stores it. What is done before the device was read is done to what it has. */
export function changeBasket(path: string, change: (basket: Basket) => Basket): void {
  basketAt(path)
  const known = held.get(path)
  if (known?.waiting !== undefined) {
    known.waiting.push(change)
    return
  }
  const basket = { ...change(known?.basket ?? emptyBasket), at: Date.now() }
  held.set(path, { basket, waiting: undefined })
  for (const listener of listeners) listener()
  // A browser without room, or a private window: the basket is there as long as the page.
  written = Promise.allSettled([written, write(path, basket)])
}

async function write(path: string, basket: Basket): Promise<void> {
  const isEmpty = basket.lines.length === 0 && basket.sent === undefined
  await (isEmpty ? removeFromDevice([path]) : storeOnDevice(path, basket))
  channel?.postMessage(path)
}

async function read(path: string): Promise<void> {
  await written
  const before = held.get(path)
  const stored = await readFromDevice(BASKETS).catch(() => [])
  const baskets = stored.flatMap(({ path: where, value }) => (isBasket(value) ? [{ path: where, ...value }] : []))
  const found = baskets.find((one) => one.path === path)
  // What was changed while the device was being read is newer, and is being written.
  if (held.get(path) !== before) return
  const waiting = before?.waiting ?? []
  const { lines, texts, sent, at } = found ?? emptyBasket
  held.set(path, { basket: { lines, texts, sent, at }, waiting: undefined })
  for (const listener of listeners) listener()
  for (const change of waiting) changeBasket(path, change)
  const removed = tooOldOrMany(baskets, Date.now()).filter((one) => one !== path)
  if (removed.length > 0) await removeFromDevice(removed).catch(() => undefined)
}
