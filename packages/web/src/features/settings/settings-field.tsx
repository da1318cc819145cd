import { declared, t } from '@packhouse/messages'
import { TextField, type TextFieldProps } from '../../ui/text-field.tsx'
import type { Saving } from './use-saving.ts'

export interface SettingsFieldProps extends Omit<TextFieldProps, 'name' | 'error'> {
  name: string
  saving: Saving
}

/** A field of a form of the settings, with what the server found wrong in it. */
export function SettingsField({ name, saving, ...field }: SettingsFieldProps) {
  const fault = saving.fault(name)
  return (
    <TextField
      {...field}
      name={name}
      {...(fault !== undefined && { error: t('settings.fieldFault', { field: field.label, fault: declared(fault) }) })}
    />
  )
}

/** The text of a field of a form that is sent. */
export function textOf(form: HTMLFormElement | null, name: string): string {
  return form === null ? '' : String(new FormData(form).get(name) ?? '')
}
