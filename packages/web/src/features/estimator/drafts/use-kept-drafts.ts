import type { projects } from '@packhouse/contract'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSession } from '../../../lib/session.ts'
import { declaredAs } from '../../../resource/registry.ts'
import { useResourceRow } from '../../../resource/use-resource.ts'
import { readDrafts, removeDrafts, storeDraft } from './draft-store.ts'
import { differencesOf, type Edit, type KeptDifference, type KeptDraft } from './kept-draft.ts'

export interface KeptDrafts {
  /** What was typed and not saved, where it differs from what the server has now; oldest first. */
  differences: readonly KeptDifference[]
  /** What was typed in a field and not saved. */
  typed: (rowId: string, field: string) => unknown
  /** Stores what was typed. @param token of the edit lock. @returns whether this device has stored it */
  keep: (edit: Edit, token: string | undefined) => Promise<boolean>
  /** It was saved, or given up: it is offered no more. */
  forget: (drafts: readonly Pick<Edit, 'rowId' | 'field'>[]) => Promise<void>
}

/** What the reader has typed in a project and not saved yet, also before the page was loaded or in another tab. */
export function useKeptDrafts(projectId: string): KeptDrafts {
  const userId = useSession()?.user.id ?? ''
  const project = useResourceRow(declaredAs<typeof projects>('project'), projectId).data
  const [drafts, setDrafts] = useState<readonly KeptDraft[]>([])

  useEffect(() => {
    let isGone = false
    void readDrafts(userId, projectId, Date.now()).then((found) => isGone || setDrafts(found))
    return () => {
      isGone = true
    }
  }, [userId, projectId])

  const keep = useCallback(
    async (edit: Edit, token: string | undefined) => {
      const draft = { ...edit, projectId, at: Date.now(), token }
      setDrafts((before) => [...without(before, [draft]), draft])
      return await storeDraft(userId, draft)
    },
    [userId, projectId],
  )

  const forget = useCallback(
    async (gone: readonly Pick<Edit, 'rowId' | 'field'>[]) => {
      setDrafts((before) => without(before, gone))
      await removeDrafts(
        userId,
        gone.map(({ rowId, field }) => ({ projectId, rowId, field })),
      )
    },
    [userId, projectId],
  )

  const differences = useMemo(() => (project === undefined ? [] : differencesOf(drafts, project)), [drafts, project])
  const typed = useCallback(
    (rowId: string, field: string) => drafts.find((one) => one.rowId === rowId && one.field === field)?.mine,
    [drafts],
  )
  return useMemo(() => ({ differences, typed, keep, forget }), [differences, typed, keep, forget])
}

function without(drafts: readonly KeptDraft[], gone: readonly Pick<Edit, 'rowId' | 'field'>[]): KeptDraft[] {
  return drafts.filter((draft) => !gone.some(({ rowId, field }) => draft.rowId === rowId && draft.field === field))
}
