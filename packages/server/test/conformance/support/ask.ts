import type { Operation } from '@packhouse/contract'
import type { Caller, CallParts } from '../../support/caller.ts'
import { pathOf } from '../../support/caller.ts'
import type { Answer } from '../../support/http-request.ts'
import type { Place } from './places.ts'

export type Verb = Operation['verb']

export type Row = Record<string, unknown> & { id: string; rowVersion: number; updatedAt: string }

export interface Page {
  items: Row[]
  total: number
  page: number
  pageSize: number
  next: string | null
}

/** Makes a call of a resource. @throws Error where the place does not have it */
export async function ask(caller: Caller, place: Place, verb: Verb, parts: CallParts = {}): Promise<Answer> {
  const call = place.calls[verb]
  if (call === undefined) throw new Error(`${place.path} has no ${verb}.`)
  const answer = await caller.request(pathOf(call, parts), { method: call.method, body: parts.body })
  return verb === 'create' ? { ...answer, body: withoutShownOnce(place, answer.body) } : answer
}

/** A row as it is reported ever after. */
function withoutShownOnce({ resource }: Place, body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body
  const entries = Object.entries(body).map(([name, value]) => [name, resource.fields[name]?.shownOnce ? null : value])
  return Object.fromEntries(entries)
}

/** Makes a call that must succeed. @returns the body of its answer */
export async function must<T = Row>(caller: Caller, place: Place, verb: Verb, parts: CallParts = {}): Promise<T> {
  const answer = await ask(caller, place, verb, parts)
  if (answer.status >= 300) throw new Error(`${verb} of ${place.path} answered ${answer.status}: ${answer.text}`)
  return answer.body as T
}

/** Every row of a list, page after page. */
export async function everyRow(
  caller: Caller,
  place: Place,
  query: Record<string, string> = {},
  params: Record<string, string> = {},
): Promise<Row[]> {
  const rows: Row[] = []
  let position = {}
  while (true) {
    const parts = { params, query: { pageSize: '200', ...query, ...position } }
    const { items, next } = await must<Page>(caller, place, 'list', parts)
    rows.push(...items)
    if (next === null) return rows
    position = { after: next }
  }
}
