import { createContext, use, useSyncExternalStore } from 'react'
import type { RecordPanel } from '../../../resource/feature.ts'
import type { KeptDrafts } from '../drafts/use-kept-drafts.ts'
import type { EditLock } from '../lock/use-edit-lock.ts'
import type { WorkspaceStore } from './workspace-store.ts'

/** What all parts of the workspace share. */
export interface Workspace {
  store: WorkspaceStore
  lock: EditLock
  /** Whether the project is held here, and may be changed. */
  editing: boolean
  /** What was typed and is not saved. */
  drafts: KeptDrafts
  /** What other features show about the quote of the project. */
  panels: readonly RecordPanel[]
}

export const WorkspaceContext = createContext<Workspace | undefined>(undefined)

export function useWorkspace(): Workspace {
  const workspace = use(WorkspaceContext)
  if (workspace === undefined) throw new Error('There is no workspace around this.')
  return workspace
}

/** A part of the workspace that is drawn again only when it changes. @param select gives the same value while nothing changes */
export function useSheet<T>(select: (store: WorkspaceStore) => T): T {
  const { store } = useWorkspace()
  return useSyncExternalStore(store.subscribe, () => select(store))
}
