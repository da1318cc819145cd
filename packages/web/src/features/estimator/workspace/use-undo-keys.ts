import type { KeyboardEvent } from 'react'
import { useWorkspace } from './workspace-context.ts'
import type { WorkspaceStore } from './workspace-store.ts'

/** Ctrl+Z takes back, Ctrl+Shift+Z and Ctrl+Y do again; within a field these are the field's own. */
export function useUndoKeys(store: WorkspaceStore) {
  const { editing } = useWorkspace()
  return (event: KeyboardEvent) => {
    if (!editing || !(event.ctrlKey || event.metaKey) || event.altKey) return
    if (event.target instanceof HTMLElement && event.target.matches('input:not([type=checkbox]),textarea,select'))
      return
    const key = event.key.toLowerCase()
    if (key !== 'z' && key !== 'y') return
    event.preventDefault()
    if (key === 'y' || event.shiftKey) store.redo()
    else store.undo()
  }
}
