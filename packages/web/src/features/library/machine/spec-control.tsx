import { t } from '@packhouse/messages'
import { controlAttributes, FieldFrame, inputClasses } from '../../../resource/form/field-frame.tsx'
import { type SpecField, type Typed, withUnit } from './spec-values.ts'

export interface SpecControlProps {
  id: string
  field: SpecField
  typed: Typed
  fault: string | undefined
  onChange: (typed: Typed) => void
  onBlur: () => void
}

/** One value by the kind of its field, with its limits and unit. */
export function SpecControl(props: SpecControlProps) {
  const { id, field, fault } = props
  return (
    <FieldFrame id={id} label={field.label} required={field.required} help={limitsOf(field)} error={fault}>
      {field.kind === 'range' ? <RangeControl {...props} /> : <SingleControl {...props} />}
    </FieldFrame>
  )
}

function SingleControl(props: SpecControlProps) {
  const { field, typed, onChange } = props
  const own = attributesOf(props)
  const set = (first: string) => onChange({ first, last: '' })
  if (field.kind === 'enum' || field.kind === 'boolean') {
    return (
      <select {...own} value={typed.first} onChange={(event) => set(event.target.value)}>
        <option value="">{t('resource.noneLabel')}</option>
        {choicesOf(field).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    )
  }
  return (
    <WithUnit unit={field.unit}>
      <input
        {...own}
        {...(field.kind === 'number' ? { inputMode: 'decimal' } : { maxLength: 500 })}
        value={typed.first}
        onChange={(event) => set(event.target.value)}
      />
    </WithUnit>
  )
}

function RangeControl(props: SpecControlProps) {
  const { id, field, typed, onChange } = props
  const own = attributesOf(props)
  return (
    <span className="grid grid-cols-[1fr_auto_1fr] items-center gap-2">
      <input
        {...own}
        inputMode="decimal"
        value={typed.first}
        onChange={(event) => onChange({ ...typed, first: event.target.value })}
      />
      <span className="text-12 text-text-3">{t('library.toBetween')}</span>
      <WithUnit unit={field.unit}>
        <input
          {...own}
          id={`${id}-to`}
          aria-label={t('library.toOfField', { label: field.label })}
          inputMode="decimal"
          value={typed.last}
          onChange={(event) => onChange({ ...typed, last: event.target.value })}
        />
      </WithUnit>
    </span>
  )
}

function WithUnit({ unit, children }: { unit: string | null; children: React.ReactNode }) {
  return (
    <span className="relative block">
      {children}
      {unit !== null && (
        <span className="pointer-events-none absolute inset-y-0 end-[11px] flex items-center text-12 text-text-3">
          {unit}
        </span>
      )}
    </span>
  )
}

function attributesOf({ id, field, fault, onBlur }: SpecControlProps) {
  const frame = { id, help: limitsOf(field), error: fault, required: field.required }
  const room = field.unit !== null && field.kind !== 'enum' ? 'pe-16' : ''
  return { ...controlAttributes(frame), onBlur, className: `${inputClasses(fault !== undefined)} ${room}` }
}

function limitsOf({ kind, min, max, unit }: SpecField): string | undefined {
  if (kind !== 'number' && kind !== 'range') return undefined
  if (min !== null && max !== null) {
    return t('library.allowedFromTo', { from: withUnit(min, null), to: withUnit(max, unit) })
  }
  if (min !== null) return t('library.allowedFrom', { from: withUnit(min, unit) })
  return max === null ? undefined : t('library.allowedTo', { to: withUnit(max, unit) })
}

function choicesOf({ kind, options }: SpecField) {
  if (kind === 'enum') return options.map((value) => ({ value, label: value }))
  return [
    { value: 'true', label: t('general.yes') },
    { value: 'false', label: t('resource.no') },
  ]
}
