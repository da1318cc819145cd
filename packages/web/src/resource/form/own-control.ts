import type { Ref } from 'react'
import type { FormValue, FormValues } from '../form-values.ts'
import type { ControlAttributes } from './field-frame.tsx'

/** What a control of a screen's own is given, and what the form holds beside it. */
export interface OwnControlProps {
  value: FormValue | undefined
  onChange: (value: FormValue) => void
  onBlur: () => void
  attributes: ControlAttributes
  /** Where the focus goes when something is wrong with the field. */
  inputRef: Ref<HTMLInputElement & HTMLDivElement>
  label: string
  required: boolean
  faulty: boolean
  disabled: boolean
  values: Partial<FormValues>
}
