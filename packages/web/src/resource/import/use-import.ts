import type { ImportProgress, Resource } from '@packhouse/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useSession } from '../../lib/session.ts'
import type { ParentMount } from '../registry.ts'
import { renew } from '../resource-queries.ts'
import { keyFields } from './import-columns.ts'
import { draftKey, draftOf, type ImportDraft, keepDraft, subscribeToDrafts } from './import-drafts.ts'
import { failureOf, type ImportAct, sizeFailure } from './import-failure.ts'
import { readFile, sendImport } from './send-import.ts'

/** What is under way; without progress the server has not begun with the rows. */
export interface RunningImport {
  act: ImportAct
  progress?: ImportProgress
}

/** An import from the choice of its file to its rows in the list. */
export function useImport(resource: Resource, mount: ParentMount | undefined) {
  const key = draftKey(useSession()?.user.id ?? '', resource.name, mount)
  const draft = useSyncExternalStore(subscribeToDrafts, () => draftOf(key))
  const { running, start, stop } = useRunning()
  const client = useQueryClient()
  const send = (act: ImportAct, next: ImportDraft, bytesOf: () => Promise<Blob>) =>
    start(act, async (signal, onProgress) => {
      const { failure: _failure, ...before } = next
      keepDraft(key, before)
      // A file that was dropped in the meantime is of no interest any more.
      const keep = (outcome: Partial<ImportDraft>) => draftOf(key) && keepDraft(key, { ...before, ...outcome })
      try {
        const bytes = await bytesOf()
        const report = await sendImport({ resource, mount, act, bytes, signal, onProgress })
        keep(act === 'check' ? { checked: { bytes, report } } : { stored: report })
      } catch (error) {
        keep({ failure: failureOf(error, act, keyFields(resource) !== undefined) })
      }
      // Even where the answer was lost the rows may be there.
      if (act === 'store') await renew(client, resource)
    })
  const check = (file: File) => {
    const failure = sizeFailure(file.size)
    if (failure) keepDraft(key, { file, failure })
    else void send('check', { file }, () => readFile(file))
  }
  return {
    draft,
    running,
    stop,
    /** Looks at a file at once: that changes nothing. */
    choose: check,
    checkAgain: () => draft && check(draft.file),
    store: () => {
      const { checked } = draft ?? {}
      if (draft && checked) void send('store', draft, async () => checked.bytes)
    },
    /** Lets go of the file. */
    forget: () => keepDraft(key, undefined),
  }
}

export type ImportState = ReturnType<typeof useImport>

type Work = (signal: AbortSignal, onProgress: (progress: ImportProgress) => void) => Promise<void>

/** One request at a time; it ends with its screen. */
function useRunning() {
  const [running, setRunning] = useState<RunningImport>()
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])
  const start = async (act: ImportAct, work: Work) => {
    if (current.current) return
    const closing = new AbortController()
    current.current = closing
    setRunning({ act })
    await work(closing.signal, (progress) => setRunning({ act, progress }))
    current.current = undefined
    setRunning(undefined)
  }
  return { running, start, stop: () => current.current?.abort() }
}
