import { type CallResult, itemMasters, writeFilter } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { callApi } from '../../../lib/api-client.ts'
import type { Values } from './project-sheet.ts'

type ItemMaster = CallResult<typeof itemMasters.calls.get>

/** So many values a filter takes. */
const CODES_AT_ONCE = 100

/** What a line takes over of an item, and why it has no price where it has none in the currency of the project. */
export interface ItemLine {
  values: Values
  reason?: string
}

/** It stays as it is when the catalogue changes. */
export function lineOfItem(item: ItemMaster, currency: string, kind: 'items' | 'extras'): ItemLine {
  const words = { masterId: item.id, description: item.description, unit: item.unit }
  const times = kind === 'items' ? { leadDays: item.leadDays } : {}
  if (item.currency !== currency)
    return { values: { ...words, ...times }, reason: t('estimator.otherCurrency', { currency: item.currency }) }
  const cost = item.cost === null ? {} : { unitCost: item.cost }
  const values = { ...words, ...times, ...cost }
  if (item.price === null) return { values, reason: t('estimator.itemHasNoPrice') }
  return { values: { ...values, unitPrice: item.price } }
}

/** The items of the catalogue with one of some texts as their code. */
export async function itemsByCode(texts: readonly string[]): Promise<ReadonlyMap<string, ItemMaster>> {
  const codes = [...new Set(texts)].filter((text) => itemMasters.fields.code.schema.safeParse(text).success)
  const found = new Map<string, ItemMaster>()
  for (let first = 0; first < codes.length; first += CODES_AT_ONCE) {
    const code = writeFilter(codes.slice(first, first + CODES_AT_ONCE))
    const { items } = await callApi(itemMasters.calls.list, { query: { code, pageSize: String(CODES_AT_ONCE) } })
    for (const item of items) found.set(item.code, item)
  }
  return found
}
