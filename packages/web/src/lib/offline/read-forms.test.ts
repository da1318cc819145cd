import { expect, test } from 'vitest'
import { ApiError } from '../api-error.ts'
import type { FormAhead, OutboxKind } from './outbox-kind.ts'
import { MOST_FORMS, readForms } from './read-forms.ts'

const form = (id: string, leadsTo: FormAhead['leadsTo'] = []): FormAhead => {
  return { address: `/forms/${id}`, answers: { [id]: id }, leadsTo }
}
const refused = (status: number) => new ApiError({ code: 'unknown', status, title: 'No' })

/** Reads the forms of one kind. */
async function read(ids: readonly string[], readAhead: NonNullable<OutboxKind['readAhead']>): Promise<string[]> {
  const kindOf = async (name: string) => (name === 'form' ? { readAhead } : undefined)
  const wanted = ids.map((id) => ({ kind: 'form', id }))
  return (await readForms(wanted, { kindOf, isWanted: () => true })).map(({ id }) => id)
}

test('forms that a form leads to are read behind all others, each once', async () => {
  const leadsTo = [
    { kind: 'form', id: 'b' },
    { kind: 'form', id: 'c' },
  ]
  expect(await read(['a', 'b'], async (id) => form(id, leadsTo))).toEqual(['a', 'b', 'c'])
})

test('what the reader may not open, and what has nothing to enter, keeps no other from being read', async () => {
  const readAhead = async (id: string) => {
    if (id === 'secret') throw refused(403)
    return id === 'empty' ? undefined : form(id)
  }
  expect(await read(['secret', 'empty', 'a'], readAhead)).toEqual(['a'])
})

test('a server that cannot be reached ends the reading, so that nobody takes a part for the whole', async () => {
  await expect(read(['a'], async () => Promise.reject(refused(503)))).rejects.toThrow('No')
  await expect(read(['a'], async () => Promise.reject(new TypeError('Failed to fetch')))).rejects.toThrow('Failed')
})

test('no more forms are read than a device has room for', async () => {
  const endless = async (id: string) => form(id, [{ kind: 'form', id: `${id}+` }])
  expect(await read(['a'], endless)).toHaveLength(MOST_FORMS)
})

test('a kind that this version does not know, or that stores nothing ahead, is left out', async () => {
  const kindOf = async (name: string) => (name === 'plain' ? {} : undefined)
  const wanted = ['plain', 'unknown'].map((kind) => ({ kind, id: 'a' }))
  expect(await readForms(wanted, { kindOf, isWanted: () => true })).toEqual([])
})
