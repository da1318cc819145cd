import { type Fields, type Resource, writable } from '@packhouse/contract'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type Control, useForm, useWatch } from 'react-hook-form'
import { ApiError } from '../../lib/api-error.ts'
import { changedNames, type FormValues, fromFormValues, toFormValue, toFormValues } from '../form-values.ts'
import type { ResourceLook } from '../look.ts'
import { callsAt, type ParentMount, parentField, type ResourceRow, resourceNamed } from '../registry.ts'
import { useCreate, useUpdate } from '../use-resource.ts'
import { faultSentence } from '../words.ts'
import { formResolver } from './form-resolver.ts'

export interface ResourceFormParts {
  resource: Resource
  look: ResourceLook
  /** The row to change; without it one is created. */
  row?: ResourceRow | undefined
  mount?: ParentMount | undefined
  onSaved: (row: ResourceRow) => void
}

export type FormControl = Control<FormValues, unknown, Record<string, unknown>>

/** The state of a form: its values, what has changed, what the server said, and how to save. */
export function useResourceForm({ resource, look, row, mount, onSaved }: ResourceFormParts) {
  const creating = row === undefined
  const fields = useMemo(() => shownFields(resource, look, mount, creating), [resource, look, mount, creating])
  const base = useRef(row)
  const [theirs, setTheirs] = useState<ResourceRow>()
  const [failure, setFailure] = useState<string>()
  const [attempted, setAttempted] = useState(false)
  const create = useCreate({ resource, mount })
  const update = useUpdate({ resource, mount })
  const calls = callsAt(resource, mount)
  const form = useForm<FormValues, unknown, Record<string, unknown>>({
    defaultValues: toFormValues(fields, row),
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: formResolver(fields, row ? calls.update.body : calls.create.body, () =>
      base.current ? { rowVersion: base.current.rowVersion } : {},
    ),
  })
  const values = useWatch({ control: form.control }) as FormValues
  const start = toFormValues(fields, base.current)
  const changed = changedNames(start, values)

  useEffect(() => {
    // A newer row shows at once where nothing was typed; otherwise saving finds out and asks.
    if (!row || row.rowVersion === base.current?.rowVersion || changed.length > 0) return
    base.current = row
    form.reset(toFormValues(fields, row))
  })

  const focusFirst = (names: readonly string[]) => {
    const first = Object.keys(fields).find((name) => names.includes(name))
    if (first !== undefined) form.setFocus(first)
  }

  const send = async (sent: Record<string, unknown>) => {
    setFailure(undefined)
    try {
      const saved = await (base.current
        ? update.mutateAsync({ id: base.current.id, change: changeOf(sent, changed, base.current.rowVersion) })
        : create.mutateAsync(sent))
      if (!saved) return
      base.current = saved
      setAttempted(false)
      form.reset(toFormValues(fields, saved))
      onSaved(saved)
    } catch (error) {
      refuse(error)
    }
  }

  const refuse = (error: unknown) => {
    if (!(error instanceof ApiError))
      return setFailure('The server could not be reached. Check your connection, then save again.')
    if (error.code === 'stale' && isRow(error.current)) return setTheirs(error.current)
    const faults = error.errors.map(({ path, message }) => ({ name: path.replace(/^body\./, ''), message }))
    const placed = faults.filter(({ name }) => name in fields)
    for (const { name, message } of placed) {
      form.setError(name, { type: 'server', message: faultSentence(fields[name]?.label ?? name, message) })
    }
    setAttempted(true)
    if (placed.length === 0) setFailure(error.message)
    focusFirst(placed.map(({ name }) => name))
  }

  const save = form.handleSubmit(send, (errors) => {
    setAttempted(true)
    focusFirst(Object.keys(errors))
  })

  /** Goes on from the row of somebody else with the values that were chosen, and saves them. */
  const resolve = (merged: Record<string, unknown>) => {
    if (!theirs) return
    base.current = theirs
    setTheirs(undefined)
    form.reset(toFormValues(fields, theirs))
    for (const [name, value] of Object.entries(merged)) {
      const field = fields[name]
      if (field) form.setValue(name, toFormValue(field, value), { shouldDirty: true })
    }
    setResolved((count) => count + 1)
  }
  // Saved after the next drawing, when what has changed is counted from the new base.
  const [resolved, setResolved] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each resolution saves once
  useEffect(() => {
    if (resolved > 0 && changed.length > 0) void save()
    else if (resolved > 0 && base.current) onSaved(base.current)
  }, [resolved])

  return {
    fields,
    control: form.control,
    errors: form.formState.errors,
    isSaving: form.formState.isSubmitting,
    changed,
    failure,
    attempted,
    stale: theirs && {
      base: base.current ?? theirs,
      mine: fromFormValues(fields, values),
      theirs,
      resolve,
      cancel: () => setTheirs(undefined),
    },
    save,
    focus: (name: string) => form.setFocus(name),
    discard: () => {
      setAttempted(false)
      setFailure(undefined)
      form.reset(toFormValues(fields, base.current))
    },
  }
}

export type ResourceFormState = ReturnType<typeof useResourceForm>

/** The fields somebody fills in: what the mount knows, and references nobody could choose from, are left out. */
function shownFields(
  resource: Resource,
  look: ResourceLook,
  mount: ParentMount | undefined,
  creating: boolean,
): Fields {
  const byMount = parentField(resource, mount)
  const shown = Object.entries(writable(resource.fields, creating)).filter(
    ([name, { refersTo }]) =>
      name !== byMount &&
      !look.hidden?.includes(name) &&
      (refersTo === undefined || resourceNamed(refersTo) !== undefined),
  )
  return Object.fromEntries(shown)
}

function changeOf(sent: Record<string, unknown>, names: readonly string[], rowVersion: number) {
  return { ...Object.fromEntries(names.map((name) => [name, sent[name]])), rowVersion }
}

function isRow(value: unknown): value is ResourceRow {
  return typeof value === 'object' && value !== null && 'id' in value && 'rowVersion' in value
}
