import { type Field, type Resource, resources, writable } from '@packhouse/contract'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { fieldErrors } from '../../src/engine/problem-error.ts'
import { featuresOf } from './support/features.ts'
import { exemplaryPlaces } from './support/places.ts'
import { sampleOf } from './support/samples.ts'
import { wrongValuesOf } from './support/wrong.ts'

/**
 * What follows from a declaration alone, shown of every resource without a server: the schemas of its calls. That the server uses exactly these is shown by
 * `http-server.test.ts` of every call, and over HTTP of the exemplary resources.
 */
function faultsOf(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value)
  return error === undefined ? [] : fieldErrors('', error).map(({ path, code }) => `${path.replace(/^\./, '')} ${code}`)
}

/** Whether a fault is found at a field, or deeper in it. */
function isFound(faults: readonly string[], name: string): boolean {
  return faults.some((fault) => fault.startsWith(`${name} `) || fault.startsWith(`${name}.`))
}

function sampleFor(field: Field): unknown {
  return field.kind === 'reference' ? crypto.randomUUID() : sampleOf(field, 1)
}

/** What has to be sent of a new row. */
function needed(resource: Resource): [name: string, field: Field][] {
  return Object.entries(writable(resource.fields, true)).filter(([, field]) => field.required && !('fallback' in field))
}

describe.each(resources.map((resource) => [resource.name, resource] as const))('the schemas of %s', (_, resource) => {
  const { fields, draft, change, traits } = resource
  const creatable = writable(fields, true)
  const changeable = writable(fields, false)
  const query = resource.calls.list.query as z.ZodType

  test('fill in what is left out of a new row', () => {
    const given = Object.fromEntries(needed(resource).map(([name, field]) => [name, sampleFor(field)]))
    const parsed = draft.parse(given) as Record<string, unknown>
    for (const [name, field] of Object.entries(creatable)) {
      if (!(name in given)) expect(parsed[name], name).toEqual(field.fallback ?? null)
    }
  })

  test('name every field of a new row that is missing', () => {
    const missing = faultsOf(draft, {}).map((fault) => fault.split(' ')[0])
    expect(missing).toEqual(needed(resource).map(([name]) => name))
  })

  test('refuse every wrong value at its field, a megabyte too', () => {
    const accepted = Object.entries(creatable).flatMap(([name, field]) =>
      wrongValuesOf(field).flatMap(([what, value]) => {
        const schemas = name in changeable ? { draft, change } : { draft }
        const taking = Object.entries(schemas).filter(
          ([, schema]) => !isFound(faultsOf(schema, { [name]: value }), name),
        )
        return taking.map(([schema]) => `${resource.name}.${name}: ${what} is taken by its ${schema}`)
      }),
    )
    expect(accepted).toEqual([])
  })

  test('name fields that they do not know, that only the server sets, or that are set once', () => {
    const stamps = [
      'id',
      'createdAt',
      'createdBy',
      'updatedAt',
      'updatedBy',
      'deletedAt',
      'constructor',
      'nonsense',
      "a' OR 1=1",
    ]
    const refused = (schema: z.ZodType, known: object) => {
      const names = [...Object.keys(fields).filter((name) => !(name in known)), ...stamps]
      const faults = faultsOf(schema, Object.fromEntries(names.map((name) => [name, null])))
      expect(faults.filter((fault) => fault.endsWith(' unknown')).sort()).toEqual(
        names.map((name) => `${name} unknown`).sort(),
      )
    }
    refused(draft, creatable)
    refused(change, changeable)
  })

  test('want a version that can be one', () => {
    for (const rowVersion of [null, 0, -1, 1.5, '1', [1]]) {
      expect(isFound(faultsOf(change, { rowVersion }), 'rowVersion'), `${rowVersion}`).toBe(true)
    }
  })

  test('offer sorting, filtering and searching by the fields that say so and by no other', () => {
    for (const [name, field] of Object.entries(fields)) {
      expect(faultsOf(query, { sort: name }).length === 0, `sort=${name}`).toBe(field.sort === true)
      expect(faultsOf(query, { [name]: 'null' }).length === 0, `${name}=null`).toBe(field.filter === true)
      const isFree = ['text', 'list'].includes(field.kind)
      if (field.filter && !isFree) expect(isFound(faultsOf(query, { [name]: 'no such value' }), name), name).toBe(true)
    }
    const isSearched = Object.values(fields).some((field) => field.search)
    expect(faultsOf(query, { search: 'x' })).toEqual(isSearched ? [] : ['search unknown'])
    expect(faultsOf(query, { deleted: 'with' })).toEqual(traits.softDelete ? [] : ['deleted unknown'])
  })
})

describe('the exemplary resources', () => {
  const features = (some: readonly Resource[]) => [...new Set(some.flatMap(featuresOf))].sort()

  test('together have every feature that any resource has', () => {
    expect(features(exemplaryPlaces.map(({ resource }) => resource))).toEqual(features(resources))
  })

  test('are few', () => {
    expect(exemplaryPlaces.length).toBeLessThan(resources.length / 3)
  })

  test('are chosen by traits, kinds and flags of fields, rules and places, without a list of them', () => {
    const [first, ...others] = resources
    if (first === undefined) throw new Error('There are no resources.')
    const [name = ''] = Object.keys(first.fields)
    const flagged = { ...(first.fields[name] as Field), newFlag: true }
    const other = {
      ...first,
      fields: { ...first.fields, [name]: flagged },
      traits: { ...first.traits, newTrait: true },
    }
    const fresh = featuresOf(other as Resource).filter((feature) => !features([first, ...others]).includes(feature))
    expect(fresh).toEqual(['newTrait', 'field newFlag'])
  })
})
