import type { Field } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type ComponentType, useMemo } from 'react'
import { type Control, type ControllerRenderProps, useWatch } from 'react-hook-form'
import { emailInput } from '../../ui/email-input.ts'
import { ChevronDownIcon } from '../../ui/icons.tsx'
import { OptionCombobox } from '../../ui/option-combobox.tsx'
import { ChoiceCombobox } from '../choice-combobox.tsx'
import { type FormValue, type FormValues, textsOf } from '../form-values.ts'
import type { ChoiceSource } from '../use-choices.ts'
import { choiceWord, type ResourceView } from '../view.ts'
import { ChipsControl } from './chips-control.tsx'
import { type ControlAttributes, inputClasses } from './field-frame.tsx'
import { ObjectsControl } from './objects-control.tsx'
import type { OwnControlProps } from './own-control.ts'
import { ReferencesControl } from './references-control.tsx'
import { useCreateInPlace } from './use-create-in-place.ts'

export interface FieldControlProps {
  name: string
  field: Field
  view: ResourceView
  /** What a reference or a code is chosen from; null while nothing can be chosen yet. */
  source: ChoiceSource | null | undefined
  control: ControllerRenderProps<FormValues, string>
  attributes: ControlAttributes
  faulty: boolean
  disabled: boolean
  unit: string | undefined
  /** The rows that the form is below, by the field that holds them. */
  parents: Readonly<Record<string, string>>
  /** What is wrong with the objects of a list, by their place and the part: `0.percent`. */
  partErrors?: Readonly<Record<string, unknown>> | undefined
  /** The rest of the form. */
  form: Control<FormValues, unknown, Record<string, unknown>>
}

/** The control of a field by its kind. */
export function FieldControl(props: FieldControlProps) {
  const { name, field, view, source } = props
  const suggestions = view.suggestions?.[name]
  const Own = view.controls?.[name]
  if (Own !== undefined) return <OwnControl {...props} Own={Own} />
  if (source !== undefined)
    return field.kind === 'list' ? <ReferencesControl {...props} /> : <ChoosingControl {...props} />
  if (suggestions && field.kind !== 'list') return <SuggestedControl {...props} suggestions={suggestions} />
  if (field.kind === 'objects') return <ObjectsControl {...props} PartControl={FieldControl} />
  const OfKind = controlOf(field.kind)
  return <OfKind {...props} />
}

function controlOf(kind: Field['kind']): ComponentType<FieldControlProps> {
  switch (kind) {
    case 'choice':
      return ChoiceControl
    case 'boolean':
      return SwitchControl
    case 'multiline':
      return MultilineControl
    case 'list':
      return ListControl
    default:
      return InputControl
  }
}

const inputKinds: Partial<Record<Field['kind'], React.InputHTMLAttributes<HTMLInputElement>>> = {
  email: { ...emailInput, autoComplete: 'off' },
  url: { type: 'url', placeholder: 'https://' },
  integer: { inputMode: 'numeric' },
  decimal: { inputMode: 'decimal' },
  date: { type: 'date' },
  time: { type: 'datetime-local' },
}

/** The dots of a secret that is there go with the first key: half of them and half of a new one is neither. */
const secretInput: React.InputHTMLAttributes<HTMLInputElement> = {
  type: 'password',
  autoComplete: 'new-password',
  onFocus: (event) => event.currentTarget.select(),
}

function InputControl({ field, control, attributes, faulty, disabled, unit }: FieldControlProps) {
  const { ref, value, onChange, onBlur } = control
  return (
    <div className="relative">
      <input
        {...attributes}
        {...(field.secret ? secretInput : inputKinds[field.kind])}
        ref={ref}
        value={textOf(value)}
        disabled={disabled}
        onChange={onChange}
        onBlur={onBlur}
        className={`${inputClasses(faulty)} ${unit ? 'pe-20' : ''} ${attributes.id.endsWith('code') ? 'code' : ''}`}
      />
      {unit && (
        <span className="pointer-events-none absolute inset-y-0 end-[11px] flex items-center text-12 text-text-3">
          {unit}
        </span>
      )}
    </div>
  )
}

function MultilineControl({ control, attributes, faulty, disabled }: FieldControlProps) {
  const { ref, value, onChange, onBlur } = control
  return (
    <textarea
      {...attributes}
      ref={ref}
      rows={3}
      value={textOf(value)}
      disabled={disabled}
      onChange={onChange}
      onBlur={onBlur}
      className={`${inputClasses(faulty)} h-auto resize-y py-2 max-md:h-auto`}
    />
  )
}

function ChoiceControl({ field, view, control, attributes, faulty, disabled }: FieldControlProps) {
  const { ref, value, onChange, onBlur } = control
  return (
    <span className="relative block">
      <select
        {...attributes}
        ref={ref}
        value={textOf(value)}
        disabled={disabled}
        onChange={onChange}
        onBlur={onBlur}
        className={`${inputClasses(faulty)} appearance-none pe-8`}
      >
        {(!field.required || value === '') && (
          <option value="">{field.required ? t('resource.choose') : t('resource.noneLabel')}</option>
        )}
        {field.choices?.map((choice) => (
          <option key={choice} value={choice}>
            {choiceWord(view, choice)}
          </option>
        ))}
      </select>
      <ChevronDownIcon size={14} className="pointer-events-none absolute top-1/2 end-[11px] -mt-[7px] text-text-2" />
    </span>
  )
}

function SwitchControl({ control, attributes, disabled }: FieldControlProps) {
  const { ref, value, onChange, onBlur } = control
  return (
    <span className="flex h-9 items-center gap-2.5 max-md:h-11">
      <input
        {...attributes}
        ref={ref}
        type="checkbox"
        role="switch"
        aria-checked={value === true}
        checked={value === true}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        onBlur={onBlur}
        className="relative h-5 w-[34px] shrink-0 appearance-none rounded-full border-[1.5px] border-control bg-surface after:absolute after:top-0.5 after:start-0.5 after:size-[13px] after:rounded-full after:bg-control after:transition-transform checked:border-action checked:bg-action checked:after:translate-x-3.5 rtl:checked:after:-translate-x-3.5 checked:after:bg-on-action"
      />
      <span aria-hidden="true" className="text-text-2">
        {value === true ? t('general.yes') : t('resource.no')}
      </span>
    </span>
  )
}

function ListControl({ name, view, control, attributes, faulty }: FieldControlProps) {
  const { ref, value, onChange, onBlur } = control
  return (
    <ChipsControl
      attributes={attributes}
      inputRef={ref}
      value={textsOf(value)}
      onChange={onChange}
      onBlur={onBlur}
      faulty={faulty}
      suggestions={view.suggestions?.[name]?.()}
    />
  )
}

function ChoosingControl(props: FieldControlProps) {
  const { field, source } = props
  const create = useCreateInPlace(field.createInPlace ? (source ?? undefined) : undefined)
  const noun = source?.resource.noun[0] ?? ''
  return (
    <ChoiceCombobox
      {...comboboxProps(props)}
      source={source ?? undefined}
      {...(create && { create: { label: (name: string) => t('resource.createNamed', { noun, name }), run: create } })}
    />
  )
}

function SuggestedControl(props: FieldControlProps & { suggestions: () => readonly string[] }) {
  const { suggestions } = props
  const options = useMemo(() => suggestions().map((value) => ({ value, label: value })), [suggestions])
  return <OptionCombobox {...comboboxProps(props)} options={options} />
}

function comboboxProps({ field, control, attributes, faulty, disabled }: FieldControlProps) {
  return {
    value: textOf(control.value),
    onChange: control.onChange,
    onBlur: control.onBlur,
    inputRef: control.ref,
    attributes: { ...attributes },
    clearable: !field.required,
    placeholder: t('resource.typeToFind'),
    disabled,
    inputClassName: inputClasses(faulty),
  }
}

function OwnControl({ Own, ...props }: FieldControlProps & { Own: ComponentType<OwnControlProps> }) {
  const { field, control, attributes, faulty, disabled, form } = props
  const { label, required } = field
  const { ref, value, onChange, onBlur } = control
  const values = useWatch({ control: form }) as Partial<FormValues>
  return <Own {...{ value, onChange, onBlur, attributes, inputRef: ref, label, required, faulty, disabled, values }} />
}

function textOf(value: FormValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
