import { type Field, operationsOf, type Resource } from '@packhouse/contract'
import { hasOwnHandler } from './own-handlers.ts'

/** Flags that the engine and the database treat differently for each kind of field; every other flag is treated alike for all. */
const BY_KIND = ['required', 'frozen', 'once', 'secret', 'confidential', 'personal', 'search', 'sort', 'filter']
/** Of a field what is no flag. */
const NO_FLAGS = ['label', 'help', 'unit', 'example', 'kind', 'schema', 'choices', 'refersTo']

/**
 * What a resource has that others may not have, read off its declaration: each trait with its parts, each kind of field, each flag, the codes of its rules, and
 * what an area handles of it itself. A new trait, kind or flag is a feature by itself: there is no list of them.
 */
export function featuresOf(resource: Resource): string[] {
  const { name, traits, fields, rules, mounts, sublabel } = resource
  const own = Object.keys(operationsOf(resource)).some(hasOwnHandler)
  const found = [
    ...Object.entries(traits).flatMap(([trait, value]) => partsOf(trait, value)),
    ...Object.values(fields).flatMap(featuresOfField),
    ...Object.values(rules).map(
      ({ code, fields: of }) => `rule ${code} of ${of.length > 1 ? 'several fields' : 'one field'}`,
    ),
    ...mounts.map(({ parent }) => (parent === undefined ? 'mount' : 'mount below a parent')),
    ...(mounts.length > 1 ? ['several mounts'] : []),
    ...(sublabel === undefined ? [] : ['sublabel']),
    ...(own ? [`handlers of its own: ${name}`] : []),
  ]
  return [...new Set(found)]
}

function featuresOfField(field: Field): string[] {
  const flags = Object.entries(field).filter(
    ([name, value]) => !NO_FLAGS.includes(name) && value !== undefined && value !== false,
  )
  return [
    `field ${field.kind}`,
    ...flags.map(([name]) => (BY_KIND.includes(name) ? `field ${field.kind} ${name}` : `field ${name}`)),
  ]
}

/** A trait, with the parts that those of others may lack: of transitions, lists of children and relations. */
function partsOf(trait: string, value: unknown): string[] {
  if (value === false || value === undefined) return []
  const { transitions } = value as { transitions?: object }
  if (transitions !== undefined)
    return [trait, ...[value, ...valuesOf(transitions)].flatMap(keysOf).map((part) => `${trait} ${part}`)]
  if (trait === 'children' || trait === 'relations')
    return [
      trait,
      ...valuesOf(value)
        .flatMap(keysOf)
        .map((part) => `${trait} ${part}`),
    ]
  return [trait]
}

function keysOf(value: unknown): string[] {
  return Object.keys(value as object)
}

function valuesOf(value: unknown): unknown[] {
  return Object.values(value as object)
}

/** The fewest of these, as near as a simple search comes to it, that together have every feature that any of them has. */
export function covering<One>(all: readonly One[], featuresOfOne: (one: One) => readonly string[]): One[] {
  const missing = new Set(all.flatMap(featuresOfOne))
  const chosen = new Set<One>()
  const fresh = (one: One) => featuresOfOne(one).filter((feature) => missing.has(feature)).length
  while (missing.size > 0) {
    const [best] = all.toSorted((a, b) => fresh(b) - fresh(a))
    if (best === undefined) break
    chosen.add(best)
    for (const feature of featuresOfOne(best)) missing.delete(feature)
  }
  return all.filter((one) => chosen.has(one))
}
