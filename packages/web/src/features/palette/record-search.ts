import { contacts, countries, customers, licences, locations, suppliers, users } from '@packhouse/contract'
import { callApi } from '../../lib/api-client.ts'
import type { ItemKind, PaletteItem } from './palette-item.ts'
import { GROUP_LIMIT } from './rank.ts'

/** Kinds of entries that the server looks up. */
export type RecordKind = Exclude<ItemKind, 'screen' | 'action' | 'machine'>

interface Found {
  items: PaletteItem[]
  total: number
}

export interface FoundRecords {
  items: PaletteItem[]
  /** How many there are of each kind. */
  totals: Partial<Record<ItemKind, number>>
  /** Whether a kind could not be searched. */
  incomplete: boolean
}

type Search = (query: Record<string, string>, signal: AbortSignal) => Promise<Found>

/** Contacts and locations stand on the page of whom they belong to. */
const searches: Record<RecordKind, Search> = {
  customer: async (query, signal) =>
    toFound(await callApi(customers.calls.list, { query }, { signal }), ({ id, name, code }) => ({
      key: `customer:${id}`,
      kind: 'customer',
      label: name,
      sublabel: code,
      href: `/customers/${id}`,
    })),
  supplier: async (query, signal) =>
    toFound(await callApi(suppliers.calls.list, { query }, { signal }), ({ id, name, code }) => ({
      key: `supplier:${id}`,
      kind: 'supplier',
      label: name,
      sublabel: code,
      href: `/suppliers/${id}`,
    })),
  contact: async (query, signal) =>
    toFound(await callApi(contacts.calls.list, { query }, { signal }), (row) => ({
      key: `contact:${row.id}`,
      kind: 'contact',
      label: joined(' ', row.firstName, row.lastName),
      sublabel: joined(' · ', row.jobTitle, row.email),
      href: ownerPage(row, 'contacts'),
    })),
  location: async (query, signal) =>
    toFound(await callApi(locations.calls.list, { query }, { signal }), (row) => ({
      key: `location:${row.id}`,
      kind: 'location',
      label: row.name ?? '',
      sublabel: joined(', ', row.city, row.countryCode),
      href: ownerPage(row, 'locations'),
    })),
  licence: async (query, signal) =>
    toFound(await callApi(licences.calls.list, { query }, { signal }), ({ id, name, product, customerId }) => ({
      key: `licence:${id}`,
      kind: 'licence',
      label: name ?? '',
      sublabel: product ?? undefined,
      href: `/customers/${customerId}?tab=licences&open=${id}`,
    })),
  country: async (query, signal) =>
    toFound(await callApi(countries.calls.list, { query }, { signal }), ({ id, name, iso2 }) => ({
      key: `country:${id}`,
      kind: 'country',
      label: name ?? '',
      sublabel: iso2 ?? undefined,
      href: `/reference/countries?open=${id}`,
    })),
  user: async (query, signal) =>
    toFound(await callApi(users.calls.list, { query }, { signal }), ({ id, name, email }) => ({
      key: `user:${id}`,
      kind: 'user',
      label: name ?? '',
      sublabel: email ?? undefined,
      href: `/people/users?open=${id}`,
    })),
}

/** The records that match the words, each kind for itself: one that fails does not hide the others. */
export async function searchRecords(
  kinds: readonly RecordKind[],
  words: string,
  signal: AbortSignal,
): Promise<FoundRecords> {
  const query = { search: words, pageSize: String(GROUP_LIMIT) }
  const answers = await Promise.allSettled(kinds.map((kind) => searches[kind](query, signal)))
  signal.throwIfAborted()
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  return {
    items: found.flatMap(({ items }) => items.map((item) => ({ ...item, foundBy: words }))),
    totals: Object.fromEntries(found.flatMap(({ items, total }) => items.slice(0, 1).map(({ kind }) => [kind, total]))),
    incomplete: found.length < answers.length,
  }
}

/** Every kind of record that can be searched. */
export const recordKinds = Object.keys(searches) as RecordKind[]

function toFound<Row>(page: { items: Row[]; total: number }, toItem: (row: Row) => PaletteItem): Found {
  return { items: page.items.map(toItem), total: page.total }
}

interface Owned {
  id: string
  customerId: string | null
  supplierId: string | null
}

/** The page of whom it belongs to, with its own drawer open. */
function ownerPage({ id, customerId, supplierId }: Owned, tab: string): string {
  const page = customerId === null ? `/suppliers/${supplierId}` : `/customers/${customerId}`
  return `${page}?tab=${tab}&open=${id}`
}

function joined(separator: string, ...parts: (string | null)[]): string {
  return parts.filter(Boolean).join(separator)
}
