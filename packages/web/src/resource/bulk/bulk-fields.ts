import type { Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { Option } from '../../ui/option-combobox.tsx'
import type { ParentMount } from '../registry.ts'
import { callsAt } from '../registry.ts'
import { choiceWord, type ResourceView } from '../view.ts'

/** What an empty field is chosen as. */
export const EMPTY = 'null'

/** The fields that can be set for many rows of a list at once, in the order of the declaration. */
export function bulkFields(resource: Resource, mount: ParentMount | undefined): readonly string[] {
  return 'bulk' in callsAt(resource, mount) ? (resource.traits.bulk ?? []) : []
}

/** What a field can be set to without asking the server. */
export function bulkOptions(resource: Resource, view: ResourceView, name: string): Option[] {
  const field = resource.fields[name]
  const empty = field?.required ? [] : [{ value: EMPTY, label: t('resource.notSet') }]
  if (field?.kind === 'boolean') {
    return [
      { value: 'true', label: t('general.yes') },
      { value: 'false', label: t('resource.no') },
    ]
  }
  return [...(field?.choices ?? []).map((value) => ({ value, label: choiceWord(view, value) })), ...empty]
}

/** What is sent for what was chosen. */
export function bulkValue(resource: Resource, name: string, chosen: string): unknown {
  if (chosen === EMPTY) return null
  return resource.fields[name]?.kind === 'boolean' ? chosen === 'true' : chosen
}
