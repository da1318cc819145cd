import type { Resource } from '@packhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { fieldOf, type ResourceLook } from './look.ts'
import { resourceNamed } from './registry.ts'
import { choicesQuery } from './resource-queries.ts'
import { useLeave } from './use-permissions.ts'

/** Something that can be chosen: what is sent, and how people know it. */
export interface Option {
  value: string
  label: string
  sublabel?: string | undefined
}

export interface Choices {
  options: readonly Option[]
  /** The option of each value, to name what a row holds. */
  byValue: ReadonlyMap<string, Option>
  status: 'ready' | 'loading' | 'failed' | 'denied'
}

const none: readonly Option[] = []

/** The resource whose rows a field chooses from: by id, or by code where the screen says that it holds one. */
export function chosenResource(resource: Resource, look: ResourceLook, name: string): Resource | undefined {
  const wanted = look.codes?.[name] ?? fieldOf(resource, name)?.refersTo
  return wanted === undefined ? undefined : resourceNamed(wanted)
}

/** What a field chooses from. Undefined as `chosen` asks for nothing. */
export function useChoices(chosen: Resource | undefined, by: 'id' | 'code'): Choices {
  const leave = useLeave(chosen?.calls.list)
  const query = useQuery({
    ...choicesQuery(chosen ?? nobody),
    enabled: chosen !== undefined && leave.given,
  })
  const { data } = query
  const options = useMemo(() => (data ?? []).map((entry) => toOption(entry, by)), [data, by])
  const byValue = useMemo(() => new Map(options.map((option) => [option.value, option])), [options])
  if (chosen !== undefined && !leave.given) return { options: none, byValue, status: 'denied' }
  return { options, byValue, status: query.isError ? 'failed' : data ? 'ready' : 'loading' }
}

/** A code comes first, as people read it: `DKK, Danish krone`. */
function toOption(entry: { id: string; label: string; sublabel: string | null }, by: 'id' | 'code'): Option {
  if (by === 'id') return { value: entry.id, label: entry.label, sublabel: entry.sublabel ?? undefined }
  return { value: entry.sublabel ?? '', label: `${entry.sublabel}, ${entry.label}` }
}

/** Stands in where there is nothing to choose from; it is never asked. */
const nobody = { name: '', traits: {} } as Resource
