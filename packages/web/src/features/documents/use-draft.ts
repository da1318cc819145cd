import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { cacheRow, renew } from '../../resource/resource-queries.ts'
import { MAIN, type Partial, partials as partialResource, type Template, templates } from './template.ts'

type SourceRow = Template | Partial

/** A text that differs from what is saved, and the row that it was made from. */
interface Edit {
  text: string
  base: SourceRow
}

/** Somebody else has saved a source that is changed here. */
export interface Conflict {
  name: string
  base: SourceRow
  mine: string
  theirs: SourceRow
}

/** The sources of a template while they are edited: its own and those of its partials. Nothing typed is lost when saving fails. */
export function useDraft(template: Template, partials: readonly Partial[]) {
  const client = useQueryClient()
  const [edits, setEdits] = useState<Readonly<Record<string, Edit>>>({})
  const [conflict, setConflict] = useState<Conflict>()
  const [isSaving, setIsSaving] = useState(false)
  const rowOf = (name: string) => (name === MAIN ? template : partials.find((partial) => partial.name === name))
  const changed = Object.entries(edits).filter(([, { text, base }]) => text !== base.source)

  const set = (name: string, text: string) =>
    setEdits((before) => {
      const base = before[name]?.base ?? rowOf(name)
      return base === undefined ? before : { ...before, [name]: { text, base } }
    })

  const send = async (name: string, edit: Edit): Promise<SourceRow> => {
    const now = rowOf(name) ?? edit.base
    // A newer row with the same source, such as after a change of its margins, is no conflict.
    const { rowVersion } = now.source === edit.base.source ? now : edit.base
    const body = { source: edit.text, rowVersion }
    const params = { id: edit.base.id }
    const saved =
      name === MAIN
        ? await callApi(templates.calls.update, { params, body })
        : await callApi(partialResource.calls.update, { params, body })
    const resource = name === MAIN ? templates : partialResource
    cacheRow(client, resource, saved)
    await renew(client, resource)
    setEdits((before) => withSaved(before, name, edit, saved))
    return saved
  }

  /** @returns the template as it is saved; undefined where somebody has to decide first */
  const save = async (sent = changed): Promise<Template | undefined> => {
    setIsSaving(true)
    let saved = template
    try {
      for (const [name, edit] of sent) {
        const row = await send(name, edit).catch((error: unknown) => {
          const theirs = staleRow(error)
          if (theirs === undefined) throw error
          setConflict({ name, base: edit.base, mine: edit.text, theirs })
          return undefined
        })
        if (row === undefined) return undefined
        if ('locale' in row) saved = row
      }
      return saved
    } finally {
      setIsSaving(false)
    }
  }

  return {
    textOf: (name: string) => edits[name]?.text ?? rowOf(name)?.source ?? '',
    isChanged: (name: string) => changed.some(([one]) => one === name),
    /** Texts that are not saved yet, by name. */
    changed: Object.fromEntries(changed.map(([name, { text }]) => [name, text])),
    count: changed.length,
    set,
    save: () => save(),
    isSaving,
    discard: () => setEdits({}),
    conflict,
    dismiss: () => setConflict(undefined),
    /** Goes on from the row of somebody else with the text that was chosen, and saves it. */
    resolve: (text: string) => {
      if (conflict === undefined) return Promise.resolve(undefined)
      const { name, theirs } = conflict
      setConflict(undefined)
      const edit = { text, base: theirs }
      setEdits((before) => ({ ...before, [name]: edit }))
      return text === theirs.source ? Promise.resolve(undefined) : save([[name, edit]])
    },
  }
}

export type Draft = ReturnType<typeof useDraft>

/** What was typed while it was saved stays, on top of what is saved now. */
function withSaved(before: Readonly<Record<string, Edit>>, name: string, sent: Edit, saved: SourceRow) {
  const { [name]: now, ...others } = before
  return now === undefined || now.text === sent.text ? others : { ...others, [name]: { text: now.text, base: saved } }
}

function staleRow(error: unknown): SourceRow | undefined {
  if (!(error instanceof ApiError) || error.code !== 'stale') return undefined
  const { current } = error
  return isSourceRow(current) ? current : undefined
}

function isSourceRow(value: unknown): value is SourceRow {
  return typeof value === 'object' && value !== null && 'source' in value && 'rowVersion' in value
}
