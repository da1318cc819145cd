import { expect, test } from 'vitest'
import { resources } from '../index.ts'
import { writable } from './resource.ts'

const created = resources.flatMap(({ name, fields }) =>
  Object.entries(fields).flatMap(([field, { createInPlace, refersTo }]) =>
    createInPlace ? [[`${name}.${field}`, refersTo] as const] : [],
  ),
)

test.each(created)('What %s chooses from can be created from a name alone', (_, refersTo) => {
  const other = resources.find(({ name }) => name === refersTo)
  const { proposes } = other?.traits ?? {}
  expect(proposes?.from).toBe(other?.label)
  const needed = Object.entries(writable(other?.fields ?? {}, true)).flatMap(([name, field]) =>
    field.required && !('fallback' in field) ? [name] : [],
  )
  expect(needed.sort()).toEqual([proposes?.code, proposes?.from].sort())
})

test.each(
  resources.flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([field, { follows = [] }]) =>
      follows.map((one) => [`${name}.${field}`, name, one] as const),
    ),
  ),
)('%s follows from fields that there are', (_, name, { field, value }) => {
  const resource = resources.find((one) => one.name === name)
  const source = resource?.fields[field]
  expect(source).toBeDefined()
  // A code says with the screen what it is the code of.
  const other = resources.find((one) => one.name === (source?.refersTo ?? 'country'))
  expect(other?.fields[value]).toBeDefined()
})
