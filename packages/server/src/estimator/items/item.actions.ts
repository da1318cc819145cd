import { itemMasters } from '@packhouse/contract'
import type { HandlersOf } from '../../engine/handlers.ts'
import { rowOf } from '../../engine/resource/columns.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import { readItemPrices, writeItemPrice } from './item-prices.ts'
import { takeBack } from './take-back-prices.ts'
import { changePrices } from './update-prices.ts'

type ItemCalls = 'itemPrices' | 'enterItemPrice' | 'updatePrices' | 'takeBackPrices'

export function itemHandlers(items: ResourceStore): HandlersOf<ItemCalls> {
  return {
    itemPrices: ({ principal, params }) => readItemPrices(items, principal, params.id),
    enterItemPrice: async ({ principal, params, body }) =>
      rowOf(itemMasters, await writeItemPrice(items, principal, params.id, body)),
    updatePrices: ({ principal, body }) => changePrices(items, principal, body),
    takeBackPrices: ({ principal, params }) => takeBack(items, principal, params.id),
  }
}
