import { describe, expect, expectTypeOf, test } from 'vitest'
import type { CallInput, CallResult } from './call.ts'
import { field } from './field.ts'
import { type Change, type Draft, defineResource, type ListedRow, type Resource, type Row } from './resource.ts'

const notes = defineResource({
  name: 'note',
  table: 'note',
  area: 'Test',
  noun: ['note', 'notes'],
  fields: {
    bookId: field.reference('book', { label: 'Book', required: true, frozen: true }),
    text: field.text({ label: 'Text', required: true }),
    page: field.integer({ label: 'Page', min: 1, max: 9_999 }),
    weight: field.integer({ label: 'Weight', required: true, min: 0, max: 9, fallback: 5 }),
    place: field.integer({ label: 'Place', required: true, readOnly: true, min: 1, max: 999 }),
  },
  mounts: [{ path: '/v1/notes' }],
  label: 'text',
  defaultSort: 'createdAt',
})

const books = defineResource({
  name: 'book',
  table: 'book',
  area: 'Test',
  noun: ['book', 'books'],
  fields: { title: field.text({ label: 'Title', required: true }) },
  mounts: [{ path: '/v1/books' }],
  label: 'title',
  defaultSort: 'title',
  traits: { children: { notes: { resource: notes, by: 'bookId', sort: 'place', max: 3 } } },
})

const ID = '01890000-0000-7000-8000-00000000da1a'

describe('a resource with children', () => {
  test('has the exact types of its children in its row, its draft and its change', () => {
    expectTypeOf<Row<typeof books>['notes']>().toEqualTypeOf<ListedRow<typeof notes>[]>()
    expectTypeOf<Row<typeof books>['notes'][number]['page']>().toEqualTypeOf<number | null>()
    expectTypeOf<Row<typeof books>['title']>().toEqualTypeOf<string>()
    expectTypeOf<ListedRow<typeof books>>().not.toHaveProperty('notes')
    type Sent = NonNullable<Draft<typeof books>['notes']>[number]
    expectTypeOf<Sent['text']>().toEqualTypeOf<string | undefined>()
    expectTypeOf<Sent['id']>().toEqualTypeOf<string | undefined>()
    expectTypeOf<Sent>().not.toHaveProperty('bookId')
    expectTypeOf<NonNullable<Change<typeof books>['notes']>[number]>().toEqualTypeOf<Sent>()
    expectTypeOf<Change<typeof books>['rowVersion']>().toEqualTypeOf<number>()
  })

  test('has them in the calls of one row, and not in those of a list', () => {
    expectTypeOf<CallResult<typeof books.calls.get>>().toEqualTypeOf<Row<typeof books>>()
    expectTypeOf<CallInput<typeof books.calls.update>['body']>().toEqualTypeOf<Change<typeof books>>()
    expectTypeOf<CallResult<typeof books.calls.list>['items'][number]>().not.toHaveProperty('notes')
  })

  test('is a resource of any fields; one without children has no lists at all', () => {
    expectTypeOf<typeof books>().toExtend<Resource>()
    expectTypeOf<Row<typeof notes>>().toEqualTypeOf<ListedRow<typeof notes>>()
    expectTypeOf<Draft<typeof notes>>().not.toHaveProperty('notes')
  })
})

describe('what is sent of children', () => {
  const sent = (list: unknown) => books.draft.safeParse({ title: 'One', notes: list })

  test('is a new one with its defaults, or one that is there with nothing but what is sent', () => {
    const { data } = sent([{ text: 'new' }, { id: ID, page: 7 }])
    expect(data?.notes).toEqual([
      { text: 'new', page: null, weight: 5 },
      { id: ID, page: 7 },
    ])
  })

  test('may be absent, which is not the same as empty', () => {
    expect(books.change.parse({ rowVersion: 1 })).not.toHaveProperty('notes')
    expect(books.change.parse({ rowVersion: 1, notes: [] })).toHaveProperty('notes', [])
    expect(sent(null).success).toBe(false)
  })

  test.each<[string, unknown, (string | number)[]]>([
    ['too many', Array.from({ length: 4 }, () => ({ text: 'x' })), ['notes']],
    ['a new one without what it needs', [{ text: 'x' }, { page: 1 }], ['notes', 1, 'text']],
    ['a value out of bounds', [{ text: 'x', page: 0 }], ['notes', 0, 'page']],
    ['an empty field that must not be', [{ id: ID, text: null }], ['notes', 0, 'text']],
    ['an invalid id', [{ id: 'x', text: 'x' }], ['notes', 0, 'id']],
  ])('is refused where it is %s', (_, list, path) => {
    expect(sent(list).error?.issues.map((issue) => issue.path)).toEqual([path])
  })

  test.each(['bookId', 'place', 'createdAt', 'other'])('is refused with %s', (name) => {
    expect(sent([{ id: ID, [name]: 1 }]).error?.issues).toMatchObject([{ path: ['notes', 0], keys: [name] }])
  })
})
