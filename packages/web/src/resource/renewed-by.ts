import type { Resource } from '@packhouse/contract'
import { resourceNamed } from './registry.ts'

/**
 * The names of the resources whose rows may look different after a change of a row: its own, and those that it may refer to and that say
 * something of what refers to them, such as a customer how many locations it has.
 */
export function renewedBy({ name, fields }: Resource): string[] {
  const counting = Object.values(fields).flatMap(({ refersTo = '' }) => {
    const other = resourceNamed(refersTo)
    return other !== undefined && Object.values(other.fields).some(({ derived }) => derived) ? [refersTo] : []
  })
  return [...new Set([name, ...counting])]
}
