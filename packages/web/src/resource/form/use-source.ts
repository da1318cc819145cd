import type { Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useEffect, useRef } from 'react'
import { type Control, type ControllerRenderProps, useWatch } from 'react-hook-form'
import type { FormValues } from '../form-values.ts'
import { type ParentMount, parentFields, type ResourceRow } from '../registry.ts'
import { type ChoiceSource, choiceSource, useChoices } from '../use-choices.ts'
import { labelOfField, type ResourceView } from '../view.ts'

export interface SourceParts {
  name: string
  resource: Resource
  view: ResourceView
  mount: ParentMount | undefined
  row: ResourceRow | undefined
  control: Control<FormValues, unknown, Record<string, unknown>>
}

export interface FieldSource {
  /** Undefined where the field chooses from no rows, null while another field has to be filled in first. */
  source: ChoiceSource | null | undefined
  /** Help below it: what has to be chosen first, or why there is nothing to choose from. */
  help: string | undefined
  isDenied: boolean
}

/** What a field of a form chooses from, which another field may decide. */
export function useSource({ name, resource, view, mount, row, control }: SourceParts, bound: Bound): FieldSource {
  const within = view.within?.[name]
  const watched = useWatch({ control, name: within?.field ?? '', disabled: within === undefined })
  const isFixed = within !== undefined && parentFields(resource, mount).includes(within.field)
  // A field that cannot be changed is not in the form: its row has it.
  const ofForm = watched === undefined && within ? row?.[within.field] : watched
  const parentId = isFixed ? (mount?.parentId ?? '') : typeof ofForm === 'string' ? ofForm : ''
  const base = choiceSource(resource, name)
  const source = base && within ? ofParent(base, within.path, parentId) : base
  const choices = useChoices(source ?? undefined)
  useClearOnParentChange(bound, parentId, choices.isComplete ? choices.options : undefined)
  const first = within === undefined ? '' : labelOfField(resource, within.field)
  const help =
    source === null ? t('resource.chooseTheFirst', { label: first }) : source ? helps[choices.status] : undefined
  return { source, help, isDenied: choices.status === 'denied' }
}

const helps = {
  denied: t('resource.youNeedAPermissionToSee'),
  failed: t('resource.theChoicesCouldNotBeLoaded'),
  loading: undefined,
  ready: undefined,
}

function ofParent(source: ChoiceSource, path: string, parentId: string): ChoiceSource | null {
  return parentId === '' ? null : { ...source, mount: { path, parentId } }
}

type Bound = Pick<ControllerRenderProps<FormValues, string>, 'value' | 'onChange'>

/** Clears what belonged to the parent before, once the new parent's choices are known not to include it. */
function useClearOnParentChange(
  { value, onChange }: Bound,
  parentId: string,
  options: readonly { value: string }[] | undefined,
): void {
  const settled = useRef(parentId)
  useEffect(() => {
    if (settled.current === parentId || (parentId !== '' && options === undefined)) return
    settled.current = parentId
    if (value !== '' && !options?.some((option) => option.value === value)) onChange('')
  }, [parentId, options, value, onChange])
}
