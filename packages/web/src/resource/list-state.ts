import { MAX_PAGE_SIZE, PAGE_SIZE, type Resource } from '@packhouse/contract'

export interface SortOrder {
  field: string
  descending: boolean
}

/** What a list shows: stored in the address, so that it survives a reload and can be sent to somebody. */
export interface ListState {
  page: number
  pageSize: number
  sort: SortOrder[]
  search: string
  /** Wanted values by field as they stand in a query; `null` is the word for an empty field. */
  filters: Record<string, string[]>
  deleted: 'without' | 'only'
}

/** Query parameters by name; a list repeats its name. */
export type ListParameters = Record<string, string | string[]>

type Listed = Pick<Resource, 'fields' | 'defaultSort' | 'traits'>
type Address = Record<string, unknown>

/** The names in an address that belong to a list; a screen that puts something else there keeps it. */
export function listParameters(resource: Listed): string[] {
  return ['page', 'pageSize', 'sort', 'search', 'deleted', ...filterNames(resource), ...conditionNames(resource)]
}

/** Filters that are no fields. Their values may have commas: each is a parameter of its own. */
function conditionNames({ traits }: Pick<Listed, 'traits'>): string[] {
  return Object.keys(traits.filters ?? {})
}

export function filterNames({ fields }: Pick<Listed, 'fields'>): string[] {
  return Object.entries(fields).flatMap(([name, field]) => (field.filter ? [name] : []))
}

export function isSortable({ fields }: Pick<Listed, 'fields'>, name: string): boolean {
  return fields[name]?.sort === true || name === 'createdAt' || name === 'updatedAt'
}

/** Whether a list can be searched: where no field is, the server knows no such parameter. */
export function isSearched({ fields }: Pick<Listed, 'fields'>): boolean {
  return Object.values(fields).some(({ search }) => search === true)
}

/** Reads an address. What the server would refuse is left out: a link that is a little wrong still shows the list. */
export function readListState(resource: Listed, address: Address): ListState {
  const filters = filterNames(resource).flatMap((name) => {
    const values = text(address[name]).split(',').filter(Boolean)
    return values.length > 0 ? [[name, values] as const] : []
  })
  const conditions = conditionNames(resource).flatMap((name) => {
    const values = [address[name]].flat().map(text).filter(Boolean)
    return values.length > 0 ? [[name, values] as const] : []
  })
  return {
    page: wholeNumber(address.page, 1_000_000) ?? 1,
    pageSize: wholeNumber(address.pageSize, MAX_PAGE_SIZE) ?? PAGE_SIZE,
    sort: readSort(resource, text(address.sort)),
    search: isSearched(resource) ? text(address.search).trim().slice(0, 200) : '',
    filters: Object.fromEntries([...filters, ...conditions]),
    deleted: resource.traits.softDelete && address.deleted === 'only' ? 'only' : 'without',
  }
}

/** The address of a list; what is as always leaves no trace. */
export function writeListState(resource: Listed, state: ListState): Record<string, string | string[] | undefined> {
  const sort = writeSort(state.sort)
  return {
    page: state.page > 1 ? String(state.page) : undefined,
    pageSize: state.pageSize === PAGE_SIZE ? undefined : String(state.pageSize),
    sort: sort === writeSort(readSort(resource, '')) ? undefined : sort || undefined,
    search: state.search || undefined,
    deleted: state.deleted === 'without' ? undefined : state.deleted,
    ...Object.fromEntries(filterNames(resource).map((name) => [name, state.filters[name]?.join(',') || undefined])),
    ...Object.fromEntries(conditionNames(resource).map((name) => [name, oneOrMany(state.filters[name] ?? [])])),
  }
}

function oneOrMany(values: string[]): string | string[] | undefined {
  return values.length > 1 ? values : values[0]
}

/** The query parameters that ask the server for what the state describes. */
export function toListQuery(resource: Listed, state: ListState): ListParameters {
  const query = {
    ...writeListState(resource, state),
    page: String(state.page),
    pageSize: String(state.pageSize),
    sort: writeSort(state.sort) || undefined,
  }
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

/** What narrows the list: the search and each filter count once. */
export function countNarrowing({ search, filters, deleted }: ListState): { search: boolean; filters: number } {
  const given = Object.values(filters).filter((values) => values.length > 0).length
  return { search: search !== '', filters: given + (deleted === 'only' ? 1 : 0) }
}

/** A press on a column's head: ascending, then descending, then as always. Times begin with the newest, which is what they are sorted for. */
export function nextSort(resource: Listed, sort: readonly SortOrder[], field: string): SortOrder[] {
  const [now] = sort
  const isNewestFirst = isTime(resource, field)
  if (now?.field !== field) return [{ field, descending: isNewestFirst }]
  return now.descending === isNewestFirst ? [{ field, descending: !isNewestFirst }] : []
}

function isTime({ fields }: Pick<Listed, 'fields'>, name: string): boolean {
  const kind = fields[name]?.kind
  return kind === 'time' || kind === 'date' || name === 'createdAt' || name === 'updatedAt'
}

function readSort(resource: Listed, sort: string): SortOrder[] {
  const orders = parseSort(sort).filter(({ field }) => isSortable(resource, field))
  return orders.length > 0 ? orders.slice(0, 5) : parseSort(resource.defaultSort)
}

function parseSort(sort: string): SortOrder[] {
  return sort
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part.replace('-', '') !== '')
    .map((part) => ({ field: part.replace(/^-/, ''), descending: part.startsWith('-') }))
}

function writeSort(sort: readonly SortOrder[]): string {
  return sort.map(({ field, descending }) => (descending ? `-${field}` : field)).join(',')
}

function wholeNumber(value: unknown, max: number): number | undefined {
  if (!/^\d{1,7}$/.test(text(value))) return undefined
  const number = Number(value)
  return number >= 1 && number <= max ? number : undefined
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
