import type { Field } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type ComponentType, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { CrossIcon } from '../../ui/icons.tsx'
import { PlusIcon } from '../../ui/tool-icons.tsx'
import { type FormEntry, type FormValue, type SimpleValue, toFormEntry } from '../form-values.ts'
import { choiceSourceOf } from '../use-choices.ts'
import type { FieldControlProps } from './field-control.tsx'
import { controlAttributes, FieldFrame } from './field-frame.tsx'

interface ObjectsControlProps extends FieldControlProps {
  /** The control of a part by its kind. */
  PartControl: ComponentType<FieldControlProps>
}

/** The objects of a list, one below the other, each with a control for each of its parts. */
export function ObjectsControl(props: ObjectsControlProps) {
  const { field, control, attributes, disabled } = props
  const entries = entriesOf(control.value)
  const list = useRef<HTMLFieldSetElement>(null)
  const focusEntry = (place: number) =>
    // Once it is drawn; of an empty list the button that adds is left.
    requestAnimationFrame(() => {
      const entry = list.current?.querySelectorAll('[data-entry]')[place] ?? list.current
      entry?.querySelector<HTMLElement>('input, select, textarea, button')?.focus()
    })
  const change = (place: number, entry: FormEntry) => control.onChange(entries.with(place, entry))
  const add = () => {
    control.onChange([...entries, toFormEntry(field)])
    focusEntry(entries.length)
  }
  const remove = (place: number) => {
    control.onChange(entries.toSpliced(place, 1))
    focusEntry(Math.min(place, entries.length - 2))
  }
  return (
    <fieldset
      ref={list}
      aria-label={field.label}
      aria-describedby={attributes['aria-describedby']}
      className="grid gap-2"
    >
      {entries.map((entry, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other name, and hold no state of their own
        <Entry key={place} {...props} place={place} entry={entry} onChange={change} onRemove={remove} />
      ))}
      <Button
        id={attributes.id}
        ref={control.ref}
        size="dense"
        className="justify-self-start"
        // The label of the field would be its name otherwise.
        aria-label={t('resource.addEntry', { label: field.label })}
        disabled={disabled}
        onBlur={control.onBlur}
        onClick={add}
      >
        <PlusIcon size={14} />
        {t('resource.addEntry', { label: field.label })}
      </Button>
    </fieldset>
  )
}

interface EntryProps extends ObjectsControlProps {
  place: number
  entry: FormEntry
  onChange: (place: number, entry: FormEntry) => void
  onRemove: (place: number) => void
}

function Entry({ place, entry, onChange, onRemove, ...list }: EntryProps) {
  const { field, disabled } = list
  const label = t('resource.entryOf', { label: field.label, number: place + 1 })
  return (
    <fieldset
      aria-label={label}
      data-entry=""
      className="flex items-start gap-2 rounded-control border border-line bg-surface-2 p-2.5"
    >
      <div className="grid min-w-0 flex-1 grid-cols-[repeat(auto-fit,minmax(140px,1fr))] gap-2.5">
        {Object.entries(field.parts ?? {}).map(([name, part]) => (
          <Part
            {...list}
            key={name}
            part={part}
            partName={name}
            place={place}
            value={entry[name]}
            onPart={(value) => onChange(place, { ...entry, [name]: value })}
          />
        ))}
      </div>
      <Button
        variant="quiet"
        size="dense"
        className="mt-5 px-2 max-md:size-11"
        aria-label={t('resource.removeText', { text: label })}
        disabled={disabled}
        onClick={() => onRemove(place)}
      >
        <CrossIcon size={14} />
      </Button>
    </fieldset>
  )
}

interface PartProps extends ObjectsControlProps {
  part: Field
  partName: string
  place: number
  value: SimpleValue | undefined
  onPart: (value: SimpleValue) => void
}

function Part({ part, partName, place, value, onPart, PartControl, ...list }: PartProps) {
  const { name, control, attributes, partErrors } = list
  const fault = partErrors?.[`${place}.${partName}`]
  const frame = {
    id: `${attributes.id}-${place}-${partName}`,
    label: part.label,
    required: part.required && part.kind !== 'boolean' && part.kind !== 'list',
    help: part.help,
    error: typeof fault === 'string' ? fault : undefined,
  }
  return (
    <FieldFrame {...frame}>
      <PartControl
        {...list}
        field={part}
        source={usePartSource(list, part, `${name}.${partName}`)}
        control={{
          ...control,
          name: frame.id,
          value: value ?? '',
          ref: () => undefined,
          onChange: (next: FormValue | { target: { value: string } }) => onPart(simpleOf(next)),
        }}
        attributes={controlAttributes(frame)}
        faulty={frame.error !== undefined}
        unit={part.unit}
        partErrors={undefined}
      />
    </FieldFrame>
  )
}

/** What a part chooses from: all rows, or those of the parent that another field of the form holds. Null while that is empty. */
function usePartSource({ view, form, parents }: FieldControlProps, part: Field, path: string) {
  const within = view.within?.[path]
  const watched = useWatch({ control: form, name: within?.field ?? '', disabled: within === undefined })
  const source = choiceSourceOf(part)
  if (source === undefined || within === undefined) return source
  const parentId = parents[within.field] ?? watched
  if (parentId === undefined) return source
  return typeof parentId === 'string' && parentId !== '' ? { ...source, mount: { path: within.path, parentId } } : null
}

/** A control of the browser gives an event, any other the value. */
function simpleOf(next: FormValue | { target: { value: string } }): SimpleValue {
  if (typeof next === 'object' && 'target' in next) return next.target.value
  return next as SimpleValue
}

function entriesOf(value: FormValue | undefined): FormEntry[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'object') : []
}
