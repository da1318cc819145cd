import type { Choice, Field, Resource } from '@packhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Option } from '../ui/option-combobox.tsx'
import { choiceQuery, choicesQuery, type FoundChoices } from './choices-query.ts'
import { type ParentMount, resourceNamed } from './registry.ts'
import { usePermission } from './use-permission.ts'
import { fieldOf } from './view.ts'

/** Which rows are chosen from: those of a resource, of one parent where a mount says so and those of a filter alone, by id or by code. */
export interface ChoiceSource {
  resource: Resource
  by: 'id' | 'code'
  mount?: ParentMount | undefined
  filter?: Readonly<Record<string, string>> | undefined
}

export interface Choices {
  options: readonly Option[]
  /** Whether these are all; otherwise the server looks for what is typed. */
  isComplete: boolean
  status: 'ready' | 'loading' | 'failed' | 'denied'
}

const none: readonly Option[] = []
/** Anything may stand in an address. */
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What a field chooses from: rows by id, or by code where it holds one. */
export function choiceSource(resource: Resource, name: string): ChoiceSource | undefined {
  const field = fieldOf(resource, name)
  return field && choiceSourceOf(field)
}

export function choiceSourceOf({ codeOf, refersTo = '' }: Field): ChoiceSource | undefined {
  const chosen = resourceNamed(codeOf ?? refersTo)
  return chosen && { resource: chosen, by: codeOf === undefined ? 'id' : 'code' }
}

/** What can be chosen, or what of it matches some words. Undefined as source asks for nothing. */
export function useChoices(source: ChoiceSource | undefined, search = ''): Choices {
  const { resource = emptyResource, by = 'id', mount, filter } = source ?? {}
  const access = usePermission(source?.resource.calls.list)
  const query = useQuery({
    ...choicesQuery(resource, { mount, filter, by, search }),
    enabled: source !== undefined && access.allowed,
  })
  const { data } = query
  const options = useMemo(() => toOptions(data, by), [data, by])
  const isComplete = data?.isComplete ?? false
  if (source !== undefined && !access.allowed) return { options, isComplete, status: 'denied' }
  return { options, isComplete, status: query.isError ? 'failed' : data ? 'ready' : 'loading' }
}

/** The option of a value, wherever it is among them; undefined if it is unknown or not loaded yet. */
export function useOption(source: ChoiceSource | undefined, value: string): { option?: Option; isLoading: boolean } {
  const { options, isComplete, status } = useChoices(value === '' ? undefined : source)
  const known = useMemo(() => options.find((option) => option.value === value), [options, value])
  const isFar = source?.by === 'id' && status === 'ready' && !isComplete && known === undefined && ID.test(value)
  const far = useQuery({ ...choiceQuery(source?.resource ?? emptyResource, value), enabled: isFar })
  if (known) return { option: known, isLoading: false }
  if (isFar && far.data) return { option: toOption(far.data, 'id'), isLoading: false }
  return { isLoading: value !== '' && (status === 'loading' || (isFar && far.isPending)) }
}

function toOptions(found: FoundChoices | undefined, by: 'id' | 'code'): readonly Option[] {
  return found ? found.choices.map((choice) => toOption(choice, by)) : none
}

/** The name comes first, by which they are ordered, then the code: `Danish krone, DKK`. Either finds it. */
function toOption(choice: Choice, by: 'id' | 'code'): Option {
  if (by === 'id') return { value: choice.id, label: choice.label, sublabel: choice.sublabel ?? undefined }
  return { value: choice.sublabel ?? '', label: `${choice.label}, ${choice.sublabel}` }
}

/** Stands in where there is nothing to choose from; it is never asked. */
const emptyResource = { name: '', traits: {} } as Resource
