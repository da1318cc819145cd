import type { OutgoingHttpHeaders } from 'node:http'
import type { FieldChange } from '@packhouse/contract'
import { expect } from 'vitest'
import type { Caller } from '../support/caller.ts'

export type AnyRow = Record<string, unknown> & { id: string; rowVersion: number }

/** What somebody does with the rows behind one path. Every call expects success. */
export function rowsOf(caller: Caller, path: string) {
  const send = async <T>(method: string, tail: string, body?: unknown, headers: OutgoingHttpHeaders = {}) => {
    const answer = await caller.request(`${path}${tail}`, { method, body, headers })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body as T
  }
  return {
    list: (query = '') => send<{ items: AnyRow[]; total: number }>('GET', query),
    get: (id: string) => send<AnyRow>('GET', `/${id}`),
    create: (draft: object) => send<AnyRow>('POST', '', draft),
    update: ({ id, rowVersion }: AnyRow, change: object) => send<AnyRow>('PUT', `/${id}`, { rowVersion, ...change }),
    remove: (id: string) => send<void>('DELETE', `/${id}`),
    post: <T = AnyRow>(tail: string, body?: unknown, headers?: OutgoingHttpHeaders) =>
      send<T>('POST', tail, body, headers),
    put: <T = AnyRow>(tail: string, body: unknown) => send<T>('PUT', tail, body),
    history: (id: string, query = '') =>
      send<{ items: { action: string; changes: FieldChange[]; actor: unknown }[]; total: number }>(
        'GET',
        `/${id}/history${query}`,
      ),
  }
}

let made = 0

/** A draft of a customer that no other has. */
export function customerDraft(fields: object = {}) {
  made += 1
  return { code: `T${made}`, name: `Customer ${made}`, currency: 'EUR', ...fields }
}
