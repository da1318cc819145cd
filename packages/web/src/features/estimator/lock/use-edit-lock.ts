import type { Editor, LockStatus, ProjectViewer } from '@packhouse/contract'
import { useMemo, useSyncExternalStore } from 'react'
import { openProject } from './open-project.ts'

/** Who edits a project, as this window knows it, and what can be done about it. What is refused rejects with an ApiError. */
export interface EditLock {
  /** `unsure`: a heartbeat failed; `lost`: expired or taken over. */
  state: 'reading' | 'mine' | 'theirs' | 'unsure' | 'lost'
  /** Sent as the header `edit-lock` with every change. Only in `mine`, and in `unsure` before the expiry. */
  token: string | undefined
  /** Who edits, last known. */
  editor: Editor | null
  /** When the holder gave a sign of life last, Unix ms by this clock. */
  activeAt: number | undefined
  asked: LockStatus['asked']
  /** The name of whom this window has taken it over from. */
  takenFrom: string | undefined
  /** Where it is lost: who took it; null where it expired. */
  lostTo: Editor | null
  /** When the server confirmed it last, Unix ms. */
  confirmedAt: number | undefined
  /** Who has the project open, the reader included. */
  people: readonly ProjectViewer[]
  begin: (options?: { continueHere?: boolean }) => Promise<void>
  release: () => Promise<void>
  ask: () => Promise<void>
  handOver: () => Promise<void>
  force: (reason: string) => Promise<void>
  /** Asks the server; for a change that it has refused with `edit_lock_lost`. */
  check: () => Promise<void>
}

/**
 * The edit lock of a project, kept while something on the page uses it: a heartbeat each minute, released when the page is left. What
 * others change is read again by itself. All who use it on one page share one lock.
 */
export function useEditLock(projectId: string): EditLock {
  const open = openProject(projectId)
  const view = useSyncExternalStore(open.subscribe, open.snapshot)
  return useMemo(() => {
    const { lock } = open
    return {
      ...view,
      begin: (options) => lock.begin(options),
      release: () => lock.release(),
      ask: () => lock.ask(),
      handOver: () => lock.handOver(),
      force: (reason) => lock.force(reason),
      check: () => lock.check(),
    }
  }, [open, view])
}
