import type { Field, Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useId } from 'react'
import { Select } from '../../ui/select.tsx'
import { ChoiceCombobox } from '../choice-combobox.tsx'
import { FieldFrame, inputClasses } from '../form/field-frame.tsx'
import type { ParentMount } from '../registry.ts'
import { type ChoiceSource, choiceSource } from '../use-choices.ts'
import { fieldOf, labelOfField, type ResourceView } from '../view.ts'
import { bulkOptions, EMPTY, parentOfAll } from './bulk-fields.ts'
import type { BulkTarget } from './use-bulk.ts'

/** Kinds of fields whose value is typed. */
const TYPED: ReadonlySet<Field['kind']> = new Set(['integer', 'text'])

export interface BulkValueProps {
  resource: Resource
  view: ResourceView
  mount: ParentMount | undefined
  name: string
  target: BulkTarget
  value: string
  onChange: (value: string) => void
}

/** Chooses the one value that all rows get, or says why they cannot share one. */
export function BulkValue(props: BulkValueProps) {
  const { resource, view, mount, name, target, value, onChange } = props
  const field = fieldOf(resource, name)
  const label = labelOfField(resource, name)
  const source = choiceSource(resource, name)
  if (source === undefined && field !== undefined && TYPED.has(field.kind)) {
    return <TypedValue {...props} label={label} field={field} />
  }
  if (source === undefined) {
    const options = [{ value: '', label: t('resource.chooseAValue') }, ...bulkOptions(resource, view, name)]
    return <Select label={label} options={options} value={value} onValueChange={onChange} />
  }
  const within = view.within?.[name]
  if (within === undefined) return <RowValue {...props} label={label} field={field} source={source} />
  const parentId = parentOfAll(resource, mount, target, within.field)
  if (parentId === undefined) {
    const many = resource.noun[1]
    return (
      <p className="text-13">{t('resource.theyDifferIn', { many, label: labelOfField(resource, within.field) })}</p>
    )
  }
  const ofParent = { ...source, mount: { path: within.path, parentId } }
  return <RowValue {...props} label={label} field={field} source={ofParent} />
}

interface LabelledProps extends BulkValueProps {
  label: string
  field: Field | undefined
}

/** The server says what is wrong with what was typed. */
function TypedValue({ field, label, value, onChange }: LabelledProps) {
  const id = useId()
  const named = field?.unit === undefined ? label : `${label}, ${field.unit}`
  return (
    <FieldFrame id={id} label={named}>
      <input
        id={id}
        inputMode={field?.kind === 'integer' ? 'numeric' : undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={inputClasses(false)}
      />
    </FieldFrame>
  )
}

function RowValue({ field, label, source, value, onChange }: LabelledProps & { source: ChoiceSource }) {
  const empty = field?.required ? [] : [{ value: EMPTY, label: t('resource.notSet') }]
  return (
    <ChoiceCombobox
      source={source}
      before={empty}
      value={value}
      onChange={onChange}
      placeholder={t('resource.typeToFind')}
      attributes={{ 'aria-label': label }}
      inputClassName={inputClasses(false)}
    />
  )
}
