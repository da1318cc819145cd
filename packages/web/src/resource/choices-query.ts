import {
  type Choice,
  MAX_IDS,
  MAX_OPTIONS,
  MAX_PAGE_SIZE,
  type Page,
  type Resource,
  rowLabel,
} from '@packhouse/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callApi } from '../lib/api-client.ts'
import { callsAt, type ParentMount, parentParams, type ResourceRow, sublabelOf } from './registry.ts'

/** How long names of other rows count as fresh; a change made here reloads them at once. */
const FRESH_MS = 60_000

/** Rows that can be chosen: all of them, or the first that match. */
export interface FoundChoices {
  choices: readonly Choice[]
  isComplete: boolean
}

export interface ChoicesPlace {
  mount?: ParentMount | undefined
  /** Filters of the list, where not every row can be chosen. */
  filter?: Readonly<Record<string, string>> | undefined
  /** Words to look for; only of use where there are too many to be read at once. */
  search?: string
  /** A code can be any of them, so that all are wanted. */
  by: 'id' | 'code'
}

/** What can be chosen of a resource. While other words are looked for, what was found before stays. */
export function choicesQuery(resource: Resource, place: ChoicesPlace) {
  const { mount, filter, search = '', by } = place
  return queryOptions({
    queryKey: ['resource', resource.name, 'choices', mount ?? null, filter ?? null, by, search],
    queryFn: ({ signal }) => readChoices(resource, place, signal),
    staleTime: FRESH_MS,
    placeholderData: search === '' ? undefined : keepPreviousData,
  })
}

async function readChoices(
  resource: Resource,
  { mount, filter, search, by }: ChoicesPlace,
  signal: AbortSignal,
): Promise<FoundChoices> {
  const calls = callsAt(resource, mount)
  const params = parentParams(mount)
  if (filter === undefined && by === 'id' && resource.traits.options) {
    const choices = await callApi(calls.options, { params, query: search ? { search } : {} }, { signal })
    return { choices, isComplete: choices.length < MAX_OPTIONS }
  }
  if (filter === undefined && resource.traits.dropdown)
    return { choices: await callApi(calls.dropdown, { params }, { signal }), isComplete: true }
  const query = { ...filter, ...(filter && search ? { search } : {}), pageSize: String(MAX_PAGE_SIZE) }
  const { items, total } = (await callApi(calls.list, { params, query }, { signal })) as Page<ResourceRow>
  return { choices: items.map((row) => toChoice(resource, row)), isComplete: total <= items.length }
}

/** One row by its id, as a choice; null if it does not exist. Rows needed at the same time are loaded in one request. */
export function choiceQuery(resource: Resource, id: string) {
  return queryOptions({
    queryKey: ['resource', resource.name, 'choice', id],
    queryFn: async () => (await together(resource, id)).get(id) ?? null,
    staleTime: FRESH_MS,
  })
}

interface Batch {
  ids: Set<string>
  found: Promise<ReadonlyMap<string, Choice>>
}

const gathering = new Map<string, Batch>()

/** Waits a moment for more ids of the same resource; a table asks for those of all its rows while it is drawn. */
function together(resource: Resource, id: string): Promise<ReadonlyMap<string, Choice>> {
  const open = gathering.get(resource.name)
  const batch = open && open.ids.size < MAX_IDS ? open : newBatch(resource)
  batch.ids.add(id)
  return batch.found
}

function newBatch(resource: Resource): Batch {
  const ids = new Set<string>()
  const found = new Promise<void>((resolve) => setTimeout(resolve)).then(() => {
    if (gathering.get(resource.name) === batch) gathering.delete(resource.name)
    return readByIds(resource, [...ids])
  })
  const batch = { ids, found }
  gathering.set(resource.name, batch)
  return batch
}

async function readByIds(resource: Resource, ids: readonly string[]): Promise<ReadonlyMap<string, Choice>> {
  const query = { id: ids.join(','), pageSize: String(MAX_PAGE_SIZE) }
  const { items } = (await callApi(resource.calls.list, { query })) as Page<ResourceRow>
  return new Map(items.map((row) => [row.id, toChoice(resource, row)]))
}

function toChoice(resource: Resource, row: ResourceRow): Choice {
  return { id: row.id, label: rowLabel(resource, row), sublabel: sublabelOf(resource, row) || null }
}
