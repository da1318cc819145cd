import type { Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { Option } from '../../ui/option-combobox.tsx'
import { callsAt, type ParentMount, parentFields } from '../registry.ts'
import { choiceWord, type ResourceView } from '../view.ts'
import type { BulkTarget } from './use-bulk.ts'

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
  const { kind, codeOf } = resource.fields[name] ?? {}
  // What is no number is sent as it was typed and refused: as NaN it would be sent as null, which empties a field.
  if (kind === 'integer') return Number.isNaN(Number(chosen)) ? chosen : Number(chosen)
  if (kind === 'text' && codeOf === undefined) return chosen.trim()
  if (chosen === EMPTY) return null
  return kind === 'boolean' ? chosen === 'true' : chosen
}

/** The row that all rows have in a field, such as the customer of machines whose location is set; undefined where they differ or nobody knows. */
export function parentOfAll(
  resource: Resource,
  mount: ParentMount | undefined,
  target: BulkTarget,
  field: string,
): string | undefined {
  if (parentFields(resource, mount).includes(field)) return mount?.parentId
  const held = 'query' in target ? namesIn(target.query[field]) : target.rows.map((row) => row[field])
  const [only, ...others] = new Set(held)
  return others.length === 0 && typeof only === 'string' && only !== EMPTY ? only : undefined
}

/** The values of a filter, of which any may hold. */
function namesIn(filter: string | string[] | undefined): readonly string[] {
  return [filter ?? []].flat().flatMap((part) => part.split(','))
}
