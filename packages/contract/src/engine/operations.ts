import type { Call } from './call.ts'
import type { RelationVerb } from './relation-calls.ts'
import type { Fields, Resource } from './resource.ts'
import type { Mount, MountCalls } from './resource-calls.ts'

/** One call of a resource with the verb and the place it belongs to. */
export interface Operation {
  call: Call
  verb: keyof MountCalls<Fields> | RelationVerb | 'transition'
  mount: Mount
  /** The name of the relation that a verb of relations is about. */
  relation?: string
  /** The name of the transition that it makes. */
  transition?: string
}

/** Distinguishes the calls of a mount from those of the main one. */
function tailOf({ path, parent }: Mount, main: Mount): string {
  if (parent === undefined) return path === main.path ? '' : `.at.${path}`
  const name = parent.replace(/Id$/, '')
  return `.of${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

/**
 * All calls of a resource by name: `customer.list`; below a parent `contact.list.ofCustomer`; of a relation
 * `location.attach.contacts`; of a transition `quote.transition.send`; at another address of the same rows `group.list.at./v1/groups`.
 */
export function operationsOf({ name, mounts, calls }: Resource): Record<string, Operation> {
  const operations: Record<string, Operation> = {}
  for (const mount of mounts) {
    const tail = tailOf(mount, mounts[0])
    for (const [verb, call] of Object.entries(calls.mounts[mount.path] ?? {})) {
      operations[`${name}.${verb}${tail}`] = { call: call as Call, verb: verb as Operation['verb'], mount }
    }
    for (const [relation, made] of Object.entries(calls.relations[mount.path] ?? {})) {
      for (const [verb, call] of Object.entries(made)) {
        operations[`${name}.${verb}.${relation}${tail}`] = { call, verb: verb as RelationVerb, mount, relation }
      }
    }
    for (const [transition, call] of Object.entries(calls.transitions[mount.path] ?? {})) {
      operations[`${name}.transition.${transition}${tail}`] = { call, verb: 'transition', mount, transition }
    }
  }
  return operations
}
