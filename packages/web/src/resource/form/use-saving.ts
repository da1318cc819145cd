import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { toFormValue, toFormValues } from '../form-values.ts'
import type { ResourceRow } from '../registry.ts'
import { cacheRow, renew } from '../resource-queries.ts'
import { useCreate, useUpdate } from '../use-resource.ts'
import { faultSentence } from '../words.ts'
import type { FormCore, ResourceFormParts } from './use-resource-form.ts'

type Sent = Record<string, unknown>

/**
 * Saving a form: what is sent, what the server refuses, and two versions that have to become one.
 * @param fillIn fills in what still waits for it
 */
export function useSaving(parts: ResourceFormParts, core: FormCore, fillIn: () => Promise<void>) {
  const { form, fields, base } = core
  const client = useQueryClient()
  const [theirs, setTheirs] = useState<ResourceRow>()
  const [failure, setFailure] = useState<string>()
  const [attempted, setAttempted] = useState(false)
  const isStarting = useRef(false)
  const send = useSend(parts, core)
  const notifySaved = useAfterDrawing(parts.onSaved)
  const focusFirst = useFocusOfFault(core)
  const start = (row: ResourceRow | undefined) => {
    base.current = row
    setAttempted(false)
    setFailure(undefined)
    form.reset(toFormValues(fields, row))
  }
  const refuse = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'stale' && isRow(error.current)) {
      // Whoever accepts it unchanged sends nothing, so every screen has to know it from here on.
      cacheRow(client, parts.resource, error.current, parts.mount)
      void renew(client, parts.resource)
      return setTheirs(error.current)
    }
    const faults = faultsOf(error, core)
    for (const [name, message, types] of faults) form.setError(name, { type: 'server', message, types })
    setAttempted(true)
    if (faults.length === 0) setFailure(messageOf(error))
    focusFirst(faults.map(([name]) => name))
  }
  const submit = form.handleSubmit(
    async (sent) => {
      setFailure(undefined)
      try {
        const saved = await send(sent)
        start(saved)
        if (saved) notifySaved(saved)
      } catch (error) {
        refuse(error)
      }
    },
    (errors) => {
      setAttempted(true)
      focusFirst(Object.keys(errors))
    },
  )
  const saveAfterDrawing = useAfterDrawing(() => submit())
  return {
    theirs,
    failure,
    attempted,
    save: async (event?: React.BaseSyntheticEvent) => {
      event?.preventDefault()
      if (isStarting.current || form.formState.isSubmitting) return
      isStarting.current = true
      await fillIn()
      isStarting.current = false
      await submit()
    },
    discard: () => start(base.current),
    dismiss: () => setTheirs(undefined),
    /** Goes on from the row of somebody else with the values that were chosen, and saves them. */
    resolve: (merged: Sent) => {
      setTheirs(undefined)
      start(theirs)
      for (const [name, value] of Object.entries(merged)) {
        const field = fields[name]
        if (field) form.setValue(name, toFormValue(field, value), { shouldDirty: true })
      }
      saveAfterDrawing(true)
    },
  }
}

/** Moves the focus to the first faulty field once its fault is drawn: a fault may open the part of the form that the field is in. */
function useFocusOfFault({ form, fields }: FormCore): (names: readonly string[]) => void {
  const [wanted, setWanted] = useState<string>()
  const isDrawn = wanted !== undefined && form.formState.errors[wanted] !== undefined
  useEffect(() => {
    if (wanted === undefined || !isDrawn) return
    form.setFocus(wanted)
    setWanted(undefined)
  }, [form, wanted, isDrawn])
  return (names) => setWanted(Object.keys(fields).find((name) => names.includes(name)))
}

/** Sends the form: a new row whole, an old one as what has changed of it. Without a change nothing is sent. */
function useSend({ resource, mount }: ResourceFormParts, { base, changed }: FormCore) {
  const create = useCreate({ resource, mount })
  const update = useUpdate({ resource, mount })
  return async (sent: Sent): Promise<ResourceRow | undefined> => {
    const row = base.current
    if (!row) return await create.mutateAsync(sent)
    if (changed.length === 0) return row
    const values = Object.fromEntries(changed.map((name) => [name, sent[name]]))
    return await update.mutateAsync({ id: row.id, change: { ...values, rowVersion: row.rowVersion } })
  }
}

/**
 * Does something with a value once the form has been drawn again: changes are then counted from the new row, and
 * leaving the form is no longer leaving unsaved changes.
 */
function useAfterDrawing<Value>(act: (value: Value) => void): (value: Value) => void {
  const [pending, setPending] = useState<{ value: Value }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each value is acted on once
  useEffect(() => {
    if (pending) act(pending.value)
  }, [pending])
  return (value) => setPending({ value })
}

/** What the server found wrong, by field; what belongs to no field of the form is left out. */
function faultsOf(
  error: unknown,
  { fields }: FormCore,
): [name: string, message: string, types: Record<string, string>][] {
  if (!(error instanceof ApiError)) return []
  return error.errors.flatMap(({ path, message }) => {
    // For a list the path has the place of the entry after its name, and for an object of it the part.
    const [, name = '', entry = ''] = /^body\.(\w+)\.?(.*)$/.exec(path) ?? []
    const field = fields[name]
    if (field === undefined) return []
    const part = field.parts?.[entry.split('.')[1] ?? '']
    const sentence = faultSentence((part ?? field).label, message)
    const place = entry.split('.').slice(0, 2).join('.')
    return [[name, sentence, part === undefined ? {} : { [place]: sentence }] as const]
  })
}

function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.message
  return t('resource.theServerCouldNotBeReachedCheck')
}

function isRow(value: unknown): value is ResourceRow {
  return typeof value === 'object' && value !== null && 'id' in value && 'rowVersion' in value
}
