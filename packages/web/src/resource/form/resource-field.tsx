import type { Field, Resource } from '@packhouse/contract'
import { useId } from 'react'
import { type Control, useController, useWatch } from 'react-hook-form'
import type { FormValues } from '../form-values.ts'
import type { ResourceLook } from '../look.ts'
import { chosenResource, useChoices } from '../use-choices.ts'
import { FieldControl } from './field-control.tsx'
import { controlAttributes, FieldFrame } from './field-frame.tsx'

export interface ResourceFieldProps {
  name: string
  field: Field
  resource: Resource
  look: ResourceLook
  control: Control<FormValues, unknown, Record<string, unknown>>
  disabled: boolean
}

/** One field of a form: its frame and the control of its kind. */
export function ResourceField({ name, field, resource, look, control, disabled }: ResourceFieldProps) {
  const id = `${useId()}-${name}`
  const { field: bound, fieldState } = useController({ control, name })
  const chosen = chosenResource(resource, look, name)
  const choices = useChoices(chosen, look.codes?.[name] === undefined ? 'id' : 'code')
  const unit = useUnit(control, field, look.unitFrom?.[name])
  const frame = {
    id,
    label: field.label,
    required: field.required && field.kind !== 'boolean',
    help: helpOf(field, disabled, chosen !== undefined, choices.status),
    error: fieldState.error?.message,
  }
  return (
    <FieldFrame {...frame}>
      <FieldControl
        name={name}
        field={field}
        look={look}
        choices={chosen && choices}
        control={bound}
        attributes={controlAttributes(frame)}
        faulty={frame.error !== undefined}
        disabled={disabled}
        unit={unit}
      />
    </FieldFrame>
  )
}

/** The unit beside a number: the declared one, or what another field of the form says, such as the currency. */
function useUnit(control: ResourceFieldProps['control'], field: Field, from: string | undefined): string | undefined {
  const other = useWatch({ control, name: from ?? '', disabled: from === undefined })
  return from === undefined ? field.unit : typeof other === 'string' ? other : undefined
}

function helpOf(field: Field, disabled: boolean, isChosen: boolean, status: string): string | undefined {
  if (isChosen && status === 'denied') return 'You need a permission to see what can be chosen here.'
  if (isChosen && status === 'failed') return 'The choices could not be loaded. Close this and try again.'
  if (disabled) return 'Set once, when it is created'
  // That it is a standard's code matters to whoever types it; here it is chosen by name.
  return isChosen ? undefined : field.help
}
