import type { Field, Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useId, useRef } from 'react'
import { type Control, type ControllerRenderProps, useController, useWatch } from 'react-hook-form'
import { afterPress } from '../../lib/after-press.ts'
import type { FormValue, FormValues } from '../form-values.ts'
import { type ParentMount, parentFields, type ResourceRow } from '../registry.ts'
import type { ResourceView } from '../view.ts'
import { FieldControl } from './field-control.tsx'
import { controlAttributes, FieldFrame } from './field-frame.tsx'
import { useSource } from './use-source.ts'

export interface ResourceFieldProps {
  name: string
  field: Field
  resource: Resource
  view: ResourceView
  mount: ParentMount | undefined
  /** The row that is changed; undefined for a new one. */
  row?: ResourceRow | undefined
  control: Control<FormValues, unknown, Record<string, unknown>>
  /** Why the field stays as it is; undefined where it can be changed. */
  fixed: string | undefined
  /** What the screen finds wrong with it. */
  fault: string | undefined
  /** What is wrong with its stored value beyond the form. */
  note: string | undefined
  /** The label of the field that its value was taken from. */
  takenFrom?: string | undefined
}

/** One field of a form: its frame and the control of its kind. */
export function ResourceField(props: ResourceFieldProps) {
  const { name, field, resource, view, mount, row, control, fixed, fault, note, takenFrom } = props
  const id = `${useId()}-${name}`
  const { field: controlled, fieldState } = useController({ control, name })
  const bound = useBlurOfFilled(controlled)
  const { source, help, isDenied } = useSource({ name, resource, view, mount, row, control }, bound)
  const unit = useUnit(control, field, view.unitFrom?.[name])
  // What is wrong with a part of an object is said where the part is, and not once more below the list.
  const hasFaultyParts = Object.keys(fieldState.error?.types ?? {}).length > 0
  const frame = {
    id,
    label: field.label,
    // A switch always says something, and an empty list is one too.
    required: field.required && !['boolean', 'list', 'objects'].includes(field.kind),
    help: fixed ?? help ?? takenWords(takenFrom) ?? helpOf(field, source !== undefined),
    error: (hasFaultyParts ? undefined : fieldState.error?.message) ?? fault ?? (fieldState.isDirty ? undefined : note),
  }
  return (
    <FieldFrame {...frame}>
      <FieldControl
        name={name}
        field={field}
        view={view}
        source={source}
        control={bound}
        attributes={controlAttributes(frame)}
        faulty={frame.error !== undefined}
        disabled={fixed !== undefined || source === null || isDenied}
        unit={unit}
        form={control}
        parents={
          mount ? Object.fromEntries(parentFields(resource, mount).map((parent) => [parent, mount.parentId])) : {}
        }
        partErrors={fieldState.error?.types}
      />
    </FieldFrame>
  )
}

/**
 * A field is checked when it loses focus, after the press that took the focus: the message would move the button from under the pointer. One that
 * was never filled in is checked by saving alone.
 */
function useBlurOfFilled(bound: ControllerRenderProps<FormValues>): ControllerRenderProps<FormValues> {
  const wasFilled = useRef(false)
  return {
    ...bound,
    onChange: (...event) => {
      wasFilled.current = true
      bound.onChange(...event)
    },
    onBlur: () => {
      if (wasFilled.current || !isEmpty(bound.value)) afterPress(bound.onBlur)
    },
  }
}

function isEmpty(value: FormValue | undefined): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** The unit beside a number: the declared one, or what another field of the form says, such as the currency. */
function useUnit(control: ResourceFieldProps['control'], field: Field, from: string | undefined): string | undefined {
  const other = useWatch({ control, name: from ?? '', disabled: from === undefined })
  return from === undefined ? field.unit : typeof other === 'string' ? other : undefined
}

function takenWords(label: string | undefined): string | undefined {
  return label === undefined ? undefined : t('resource.takenFrom', { label })
}

function helpOf(field: Field, isChosen: boolean): string | undefined {
  // That it is a standard's code matters to whoever types it; here it is chosen by name.
  return isChosen ? undefined : field.help
}
