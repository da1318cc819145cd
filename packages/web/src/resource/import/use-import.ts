import type { ImportProgress, Resource } from '@packhouse/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useSession } from '../../lib/session.ts'
import type { ParentMount } from '../registry.ts'
import { renew } from '../resource-queries.ts'
import type { ResourceView } from '../view.ts'
import {
  adjustmentsOf,
  type ColumnFields,
  cellKey,
  columnsFound,
  type DecimalAnswer,
  type FileChanges,
  wordsOfChoices,
} from './import-adjustments.ts'
import { keyFields } from './import-columns.ts'
import { type CheckedFile, draftKey, draftOf, type ImportDraft, keepDraft, subscribeToDrafts } from './import-drafts.ts'
import { failureOf, type ImportAct, sizeFailure } from './import-failure.ts'
import { rememberColumns, rememberedColumns } from './remembered-columns.ts'
import { readFile, sendImport } from './send-import.ts'

/** What is under way; without progress the server has not begun with the rows. */
export interface RunningImport {
  act: ImportAct
  progress?: ImportProgress
}

/** An import from the choice of its file to its rows in the list. */
export function useImport(resource: Resource, view: ResourceView, mount: ParentMount | undefined) {
  const userId = useSession()?.user.id ?? ''
  const key = draftKey(userId, resource.name, mount)
  const draft = useSyncExternalStore(subscribeToDrafts, () => draftOf(key))
  const { running, start, stop } = useRunning()
  const client = useQueryClient()
  const list = `${userId}/${resource.name}`
  const words = wordsOfChoices(resource, view)
  const send = (act: ImportAct, next: ImportDraft, work: (request: Request) => Promise<Partial<ImportDraft>>) =>
    start(act, async (signal, onProgress) => {
      const { failure: _failure, ...before } = next
      keepDraft(key, before)
      // A file that was dropped in the meantime is of no interest any more; what was typed in the meantime stays.
      const keep = (outcome: Partial<ImportDraft>) => {
        const now = draftOf(key)
        if (now) keepDraft(key, { ...before, ...changesOf(now), ...outcome })
      }
      try {
        keep(await work({ resource, mount, act, signal, onProgress }))
      } catch (error) {
        keep({ failure: failureOf(error, act, keyFields(resource) !== undefined) })
      }
      // Even where the answer was lost the rows may be there. Nobody waits for the lists: the import is over.
      if (act === 'store') void renew(client, resource)
    })
  const check = (next: ImportDraft) =>
    send('check', next, async (request) => {
      const bytes = await readFile(next.file)
      const look = async (changes: FileChanges): Promise<CheckedFile> => {
        const adjustments = adjustmentsOf(changes, words)
        return { bytes, adjustments, report: await sendImport({ ...request, bytes, adjustments }) }
      }
      const checked = await look(next)
      if (next.columns !== undefined) {
        if (checked.report.errors.length === 0) await rememberColumns(list, checked.report, next.columns)
        return { checked }
      }
      const columns = await rememberedColumns(list, checked.report)
      if (columns === undefined) return { checked }
      return { columns, checked: await look({ ...next, columns }) }
    })
  const change = (part: (draft: ImportDraft) => Partial<ImportDraft>) => {
    const now = draftOf(key)
    if (now) keepDraft(key, { ...now, ...part(now) })
  }
  const report = draft?.checked?.report
  const columns = draft?.columns ?? (report ? columnsFound(report) : [])
  const hasColumns = draft?.columns !== undefined || (report !== undefined && report.errors.length > 0)
  return {
    draft,
    running,
    /** Whether rows are on their way; it ends with the result, whatever is drawn first. */
    isStoring: running?.act === 'store' && draft !== undefined && draft.stored === undefined,
    stop,
    /** Looks at a file at once: that changes nothing. */
    choose: (file: File) => {
      const failure = sizeFailure(file.size)
      if (failure) keepDraft(key, { file, cells: {}, failure })
      else void check({ file, cells: {} })
    },
    /** Looks at it again with what was changed; what was left open is left out then. */
    checkAgain: () =>
      draft && void check({ ...draft, columns: hasColumns ? columns.map((field) => field ?? null) : undefined }),
    /** Says how the numbers of the file are written, and looks at it again. */
    answerDecimals: (decimals: DecimalAnswer) => draft && void check({ ...draft, decimals }),
    store: () => {
      const { checked } = draft ?? {}
      if (!draft || !checked) return
      const { bytes, adjustments } = checked
      void send('store', draft, async (request) => ({ stored: await sendImport({ ...request, bytes, adjustments }) }))
    },
    setColumns: (columns: ColumnFields) => change(() => ({ columns })),
    mend: (line: number, field: string, text: string) =>
      change(({ cells }) => ({ cells: { ...cells, [cellKey(line, field)]: text } })),
    /** Leaves a line out of the import, or takes it in again. */
    leaveOut: (line: number, isOut: boolean) =>
      change(({ leftOut = [] }) => ({
        leftOut: isOut ? [...leftOut, line] : leftOut.filter((other) => other !== line),
      })),
    takeAllIn: () => draft && void check({ ...draft, leftOut: [] }),
    /** The columns as they are chosen now. */
    columns,
    /** Whether something was changed that no check has looked at. */
    isChanged: draft?.checked !== undefined && !isSame(draft.checked.adjustments, adjustmentsOf(draft, words)),
    /** Whether the columns are others than the check has read: what it says of the rows is no longer true. */
    areColumnsChanged:
      draft?.checked !== undefined && !isSame(draft.checked.adjustments.columns, adjustmentsOf(draft, words).columns),
    /** Lets go of the file. */
    forget: () => keepDraft(key, undefined),
  }
}

export type ImportState = ReturnType<typeof useImport>

function changesOf({ columns, cells, leftOut, decimals }: ImportDraft): FileChanges {
  return { columns, cells, leftOut, decimals }
}

type Request = Omit<Parameters<typeof sendImport>[0], 'bytes' | 'adjustments'>

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

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
