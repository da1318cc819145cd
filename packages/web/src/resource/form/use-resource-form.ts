import { type Fields, type Resource, writable } from '@packhouse/contract'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { useSession } from '../../lib/session.ts'
import { changedNames, type FormValues, fromFormValues, toFormValue, toFormValues } from '../form-values.ts'
import { callsAt, type ParentMount, parentFields, parentValues, type ResourceRow, resourceNamed } from '../registry.ts'
import { isShown, type ResourceView } from '../view.ts'
import { fieldsInOrder } from './form-layout.ts'
import { formResolver } from './form-resolver.ts'
import { isFilledIn, sourceLabel, useFilledIn } from './use-filled-in.ts'
import { useSaving } from './use-saving.ts'

export interface ResourceFormParts {
  resource: Resource
  view: ResourceView
  /** The row to change; without it one is created. */
  row?: ResourceRow | undefined
  mount?: ParentMount | undefined
  onSaved: (row: ResourceRow) => void
}

type Sent = Record<string, unknown>

/** What the parts of a form share. */
export interface FormCore {
  form: UseFormReturn<FormValues, unknown, Sent>
  fields: Fields
  /** What the controls hold. */
  values: FormValues
  /** The row as it was loaded; undefined for a new one. */
  base: RefObject<ResourceRow | undefined>
  /** What was filled in for whoever fills in the form, by field. */
  filled: RefObject<FormValues>
  /** The names of the fields that somebody has given another value than the row's. */
  changed: readonly string[]
}

/** The state of a form: its values, what has changed, what the server said, and how to save. */
export function useResourceForm(parts: ResourceFormParts) {
  const core = useFormCore(parts)
  const { form, fields, base, changed } = core
  useNewerRow(core, parts.row)
  const fillIn = useFilledIn(parts, core)
  const saving = useSaving(parts, core, fillIn)
  const { theirs } = saving
  return {
    fields,
    values: core.values,
    changed,
    control: form.control,
    errors: form.formState.errors,
    isSaving: form.formState.isSubmitting,
    failure: saving.failure,
    attempted: saving.attempted,
    save: saving.save,
    discard: saving.discard,
    focus: (name: string) => form.setFocus(name),
    /** The label of the field that a value was taken from; undefined where nobody took it over. */
    sourceOf: (name: string) => sourceLabel(parts, core, name),
    /** Sets fields to values of a row, as if they had been typed. */
    fill: (row: Readonly<Record<string, unknown>>) => fill(core, row),
    stale: theirs && {
      base: base.current ?? theirs,
      mine: fromFormValues(fields, form.getValues()),
      theirs,
      onResolve: saving.resolve,
      onCancel: saving.dismiss,
    },
  }
}

export type ResourceFormState = ReturnType<typeof useResourceForm>

function useFormCore({ resource, view, row, mount }: ResourceFormParts): FormCore {
  const creating = row === undefined
  const fixed = fixedNames(resource, row)
  const fields = useMemo(
    () => shownFields(resource, view, mount, creating, fixed),
    [resource, view, mount, creating, fixed],
  )
  const base = useRef(row)
  const filled = useRef<FormValues>({})
  const calls = callsAt(resource, mount)
  const beside = () => (base.current ? { rowVersion: base.current.rowVersion } : parentValues(mount))
  const isMeant = (name: string, values: FormValues) => isShown(view, name, { ...base.current, ...values })
  const session = useSession()
  const proposed = creating && session ? view.proposed?.(session) : undefined
  const [start] = useState(() => ({ ...toFormValues(fields, row), ...proposedValues(fields, proposed) }))
  const form = useForm<FormValues, unknown, Sent>({
    defaultValues: start,
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: formResolver(fields, creating ? calls.create.body : calls.update.body, beside, isMeant),
  })
  const values = useWatch({ control: form.control }) as FormValues
  const changed = changedNames(base.current ? toFormValues(fields, base.current) : start, values).filter(
    (name) => isMeant(name, values) && !isFilledIn(filled, values, name),
  )
  return { form, fields, values, base, filled, changed }
}

/** What the view proposes for a new row, as its controls hold it. */
function proposedValues(fields: Fields, proposed: Readonly<Record<string, unknown>> = {}): FormValues {
  const known = Object.entries(proposed).flatMap(([name, value]) => {
    const field = fields[name]
    return field ? [[name, toFormValue(field, value)]] : []
  })
  return Object.fromEntries(known)
}

function fill({ form, fields }: FormCore, row: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(row)) {
    const field = fields[name]
    if (field) form.setValue(name, toFormValue(field, value), { shouldTouch: true, shouldValidate: true })
  }
}

/** A newer row shows at once where nothing was typed; otherwise saving finds out and asks. */
function useNewerRow({ form, fields, base, changed }: FormCore, row: ResourceRow | undefined): void {
  useEffect(() => {
    if (!row || row.rowVersion <= (base.current?.rowVersion ?? 0) || changed.length > 0) return
    base.current = row
    form.reset(toFormValues(fields, row))
  })
}

/** The names of fields that are set once, and are; as one text, which is the same as long as they are. */
function fixedNames({ fields }: Resource, row: ResourceRow | undefined): string {
  return Object.keys(fields)
    .filter((name) => fields[name]?.once && row?.[name] != null)
    .join(' ')
}

/** The fields somebody fills in, in the order of the form: what the parent decides, and references without anything to choose from, are left out. */
function shownFields(
  resource: Resource,
  view: ResourceView,
  mount: ParentMount | undefined,
  creating: boolean,
  fixed: string,
): Fields {
  const ofParent = parentFields(resource, mount)
  const shown = Object.entries(writable(resource.fields, creating)).filter(
    ([name, { refersTo }]) =>
      !ofParent.includes(name) &&
      !fixed.split(' ').includes(name) &&
      !view.hidden?.includes(name) &&
      (refersTo === undefined || resourceNamed(refersTo) !== undefined),
  )
  return fieldsInOrder(Object.fromEntries(shown), view, creating)
}
