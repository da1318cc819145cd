import { useSyncExternalStore } from 'react'
import { useSession } from '../../lib/session.ts'
import { currentView } from '../../lib/view-as.ts'
import { type BasketLine, type BasketTexts, noTexts, withoutAsked, withParts } from './basket.ts'
import { basketAt, changeBasket, subscribeToBaskets } from './basket-store.ts'
import { pathOf } from './stored-basket.ts'

/** A request for parts as it is sent. */
export interface AskedParts {
  parts: readonly { itemId: string; quantity: string }[]
  note: string | null
  wantedOn: string | null
  phone: string | null
}

/**
 * The basket of the reader for a machine. It stays on this device, through reloads and sign-outs, for the same account of the same customer.
 * @param id machine ID
 */
export function useBasket(id: string) {
  const user = useSession()?.user
  // Who views as somebody else fills a basket of their own.
  const userId = [user?.id ?? '', currentView() ?? ''].join(' ').trim()
  const path = pathOf({ userId, customerId: user?.customer?.id ?? null }, id)
  const basket = useSyncExternalStore(subscribeToBaskets, () => basketAt(path))
  const { lines, texts } = basket
  const setLines = (change: (lines: readonly BasketLine[]) => BasketLine[]) =>
    changeBasket(path, (now) => ({ ...now, lines: change(now.lines) }))
  return {
    lines,
    texts,
    add: (added: readonly BasketLine[]) => setLines((now) => withParts(now, added)),
    change: (itemId: string, quantity: string) =>
      setLines((now) => now.map((line) => (line.itemId === itemId ? { ...line, quantity } : line))),
    remove: (itemId: string) => setLines((now) => now.filter((line) => line.itemId !== itemId)),
    type: (changed: Partial<BasketTexts>) =>
      changeBasket(path, (now) => ({ ...now, texts: { ...now.texts, ...changed } })),
    empty: () => changeBasket(path, (now) => ({ ...now, lines: [], texts: noTexts, sent: undefined })),
    /** Notes that a request is on its way. @returns its key: that of the same request before, whose answer has not come */
    send(request: AskedParts): string {
      const body = JSON.stringify(request)
      const { sent } = basketAt(path)
      const key = sent?.body === body ? sent.key : crypto.randomUUID()
      changeBasket(path, (now) => ({ ...now, sent: { key, body } }))
      return key
    },
    /** The server has refused it: the next one is another request. */
    refused: (key: string) =>
      changeBasket(path, (now) => ({ ...now, sent: now.sent?.key === key ? undefined : now.sent })),
    /** It was made: what was asked for leaves the basket, once. */
    made: (key: string, asked: AskedParts) =>
      changeBasket(path, (now) => {
        if (now.sent?.key !== key) return now
        return { lines: withoutAsked(now.lines, asked.parts), texts: withoutSaid(now.texts, asked), at: now.at }
      }),
  }
}

/** What was typed while a request was on its way is for the next one. */
function withoutSaid({ note, wantedOn, phone }: BasketTexts, asked: AskedParts): BasketTexts {
  const left = (typed: string, said: string | null) => (typed.trim() === (said ?? '') ? '' : typed)
  return {
    note: left(note, asked.note),
    wantedOn: left(wantedOn, asked.wantedOn),
    phone: left(phone, asked.phone),
  }
}
