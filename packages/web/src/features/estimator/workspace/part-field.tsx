import type { Field } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useId, useState } from 'react'
import { ChoiceCombobox } from '../../../resource/choice-combobox.tsx'
import { controlAttributes, FieldFrame, inputClasses } from '../../../resource/form/field-frame.tsx'
import { resourceNamed } from '../../../resource/registry.ts'
import { wordOfChoice } from '../../../resource/words.ts'
import { OptionCombobox } from '../../../ui/option-combobox.tsx'
import { fieldText, readField } from './field-values.ts'
import { type TypedPlace, useTypedKept } from './use-typed-kept.ts'
import { useSheet } from './workspace-context.ts'

export interface PartFieldProps {
  name: string
  field: Field
  value: unknown
  disabled: boolean
  /** What was typed and could not be saved. */
  fault: { text: string; message: string } | undefined
  onFault: (fault: { text: string; message: string } | undefined) => void
  onSave: (value: unknown) => void
  /** The row that it is of. */
  rowId: string
  /** Whose rows are chosen from, such as the contacts of the customer; undefined: all. */
  mount?: { path: string; parentId: string } | undefined
  /** Where it is kept while it is typed. */
  typed: TypedPlace
}

/** A field that saves itself when it is left. */
export function PartField(props: PartFieldProps) {
  const { field, value, disabled, fault, onFault, onSave, mount } = props
  const id = useId()
  const frame = { id, label: field.label, required: field.required, help: field.help, error: fault?.message }
  const attributes = controlAttributes(frame)
  const save = (text: string) => {
    const read = readField(field, text)
    if ('fault' in read) return onFault({ text, message: read.fault })
    onFault(undefined)
    if (read.value !== value) onSave(read.value)
  }
  if (field.kind === 'boolean') {
    return (
      <label className="flex min-h-9 items-center gap-2.5 text-13 max-md:min-h-11">
        <input
          type="checkbox"
          className="size-4 accent-action"
          checked={value === true}
          disabled={disabled}
          onChange={(event) => onSave(event.target.checked)}
        />
        {field.label}
      </label>
    )
  }
  if (field.refersTo === 'projectItem' || field.refersTo === 'projectOptionalExtra') {
    return (
      <FieldFrame {...frame}>
        <RowOfProject {...props} kind={field.refersTo === 'projectItem' ? 'items' : 'extras'} attributes={attributes} />
      </FieldFrame>
    )
  }
  if (field.refersTo !== undefined) {
    const resource = resourceNamed(field.refersTo)
    return (
      <FieldFrame {...frame}>
        <ChoiceCombobox
          source={resource && { resource, by: 'id', ...(mount && { mount }) }}
          value={typeof value === 'string' ? value : ''}
          onChange={(next) => onSave(next === '' ? null : next)}
          clearable={!field.required}
          disabled={disabled}
          inputClassName={inputClasses(fault !== undefined)}
          attributes={{ ...attributes }}
        />
      </FieldFrame>
    )
  }
  if (field.kind === 'choice') {
    return (
      <FieldFrame {...frame}>
        <select
          {...attributes}
          value={fieldText(field, value)}
          disabled={disabled}
          onChange={(event) => save(event.target.value)}
          className={inputClasses(fault !== undefined)}
        >
          {!field.required && <option value="">{t('resource.noneLabel')}</option>}
          {field.choices?.map((choice) => (
            <option key={choice} value={choice}>
              {wordOfChoice(choice)}
            </option>
          ))}
        </select>
      </FieldFrame>
    )
  }
  return (
    <FieldFrame {...frame}>
      <TypedField
        key={fault?.text ?? fieldText(field, value)}
        {...props}
        first={fault?.text ?? fieldText(field, value)}
        attributes={attributes}
        onLeave={save}
      />
    </FieldFrame>
  )
}

interface RowOfProjectProps extends PartFieldProps {
  kind: 'items' | 'extras'
  attributes: ReturnType<typeof controlAttributes>
}

/** A choice of another row of the same project. */
function RowOfProject({ kind, rowId, field, value, disabled, fault, onSave, attributes }: RowOfProjectProps) {
  const rows = useSheet(({ sheet }) => sheet[kind])
  const options = rows
    .filter(({ id }) => id !== rowId)
    .map(({ id, description, code }) => ({ value: id, label: description, ...(code !== null && { sublabel: code }) }))
  return (
    <OptionCombobox
      options={options}
      value={typeof value === 'string' ? value : ''}
      onChange={(next) => onSave(next === '' ? null : next)}
      clearable={!field.required}
      disabled={disabled}
      inputClassName={inputClasses(fault !== undefined)}
      attributes={{ ...attributes }}
    />
  )
}

interface TypedFieldProps extends PartFieldProps {
  first: string
  attributes: ReturnType<typeof controlAttributes>
  onLeave: (text: string) => void
}

function TypedField({ name, field, first, attributes, disabled, fault, onLeave, typed }: TypedFieldProps) {
  const [text, setText] = useState(first)
  const kept = useTypedKept(typed)
  const shared = {
    ...attributes,
    value: text,
    disabled,
    onChange: ({ target }: { target: { value: string } }) => {
      setText(target.value)
      const read = readField(field, target.value)
      kept.later({ [name]: 'value' in read ? read.value : target.value })
    },
    onBlur: () => {
      if (text === first) return kept.drop()
      kept.end()
      onLeave(text)
    },
  }
  if (field.kind === 'multiline') {
    return (
      <textarea
        {...shared}
        rows={3}
        className={`${inputClasses(fault !== undefined)} h-auto resize-y py-2 max-md:h-auto`}
      />
    )
  }
  return (
    <input
      {...shared}
      type={field.kind === 'date' ? 'date' : 'text'}
      inputMode={field.kind === 'decimal' ? 'decimal' : field.kind === 'integer' ? 'numeric' : undefined}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
      }}
      className={inputClasses(fault !== undefined)}
    />
  )
}
