import type { ChildList } from './children.ts'
import type { FieldKind } from './field-traits.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { Declared, ResourceTraits } from './resource.ts'

/** Traits that would change a child behind its parent's back, or make it a parent itself. */
const NOT_OF_CHILDREN = ['csv', 'setPrimary', 'softDelete', 'immutable', 'lifecycle', 'versions', 'children'] as const

/** Kinds of fields whose values many rows can share. */
const BULK_KINDS: readonly FieldKind[] = ['choice', 'boolean', 'reference', 'integer', 'text']

/** @throws Error where the traits of a resource do not fit its fields: a mistake in the declaration */
export function assertDeclared(resource: Declared): void {
  const { name, traits } = resource
  const fail = (words: string) => {
    throw new Error(`The declaration of ${name} is wrong: ${words}.`)
  }
  for (const [list, child] of Object.entries(traits.children ?? {})) {
    for (const fault of childFaults(resource, list, child)) fail(fault)
  }
  const telling = Object.entries(resource.fields).find(
    ([, one]) => one.confidential && (one.search || one.sort || one.filter),
  )
  if (telling !== undefined)
    fail(`${telling[0]} is confidential: what is searched, sorted or filtered by tells its value`)
  if (traits.lifecycle !== undefined) for (const fault of lifecycleFaults(resource, traits.lifecycle)) fail(fault)
  if (traits.parts !== undefined && !traits.softDelete)
    fail('rows with parts must be deleted in a way that can be undone')
  for (const name of traits.bulk ?? []) {
    const fault = bulkFault(resource, name)
    if (fault !== undefined) fail(`${name} cannot be set for many rows at once: ${fault}`)
  }
  const unknown = traits.versions?.of.find((list) => traits.children?.[list] === undefined)
  if (unknown !== undefined) fail(`its versions are of ${unknown}, which is no list of children`)
}

function* childFaults({ name, fields }: Declared, list: string, { resource, by, sort }: ChildList): Generator<string> {
  const parent = resource.fields[by]
  if (list in fields) yield `${list} is a field and a list of children`
  if (parent?.refersTo !== name) yield `${resource.name}.${by} must refer to it`
  if (!parent?.frozen || !parent.required) yield `${resource.name}.${by} must be required and frozen`
  if (sort !== undefined && !resource.fields[sort]?.readOnly) yield `${resource.name}.${sort} must be read-only`
  const trait = NOT_OF_CHILDREN.find((one) => hasTrait(resource.traits, one))
  if (trait !== undefined) yield `the child ${resource.name} must not have the trait ${trait}`
}

/** What keeps a field from being set for many rows at once: all of them get one value, and each is written as it is. */
function bulkFault({ fields, traits }: Declared, name: string): string | undefined {
  const entry = fields[name]
  if (entry === undefined) return 'it is no field'
  if (entry.readOnly || entry.frozen || entry.once) return 'it cannot be changed at any time'
  if (!BULK_KINDS.includes(entry.kind) || entry.confidential) return 'its values are not for many rows'
  if (traits.immutable || traits.editLock !== undefined) return 'its rows are changed one by one'
  return undefined
}

function* lifecycleFaults({ fields }: Declared, { field, initial, frozen = [], transitions }: Lifecycle) {
  const entry = fields[field]
  if (!entry?.readOnly || !entry.required) yield `${field} must be required and read-only`
  const states = [initial, ...frozen, ...Object.values(transitions).flatMap(({ from, to }) => [...from, to])]
  const unknown = states.find((state) => !entry?.choices?.includes(state))
  if (unknown !== undefined) yield `${unknown} is no choice of ${field}`
  const name = Object.keys(transitions).find((one) => !/^[a-z0-9-]+$/.test(one))
  if (name !== undefined) yield `the transition ${name} must be named in lower case with hyphens`
}

function hasTrait(traits: ResourceTraits, name: (typeof NOT_OF_CHILDREN)[number]): boolean {
  const value = traits[name]
  return value !== undefined && value !== false
}
