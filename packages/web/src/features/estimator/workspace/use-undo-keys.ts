import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useWorkspace } from './workspace-context.ts'
import type { WorkspaceStore } from './workspace-store.ts'

/** Ctrl+Z takes back, Ctrl+Shift+Z and Ctrl+Y do again; within a field these are the field's own. */
export function useUndoKeys(store: WorkspaceStore) {
  const { editing } = useWorkspace()
  const onKeyDown = (event: KeyboardEvent | globalThis.KeyboardEvent) => {
    if (!editing || !(event.ctrlKey || event.metaKey) || event.altKey) return
    if (event.target instanceof HTMLElement && event.target.matches('input:not([type=checkbox]),textarea')) return
    const key = event.key.toLowerCase()
    if (key !== 'z' && key !== 'y') return
    event.preventDefault()
    if (key === 'y' || event.shiftKey) store.redo()
    else store.undo()
  }
  const latest = useRef(onKeyDown)
  useEffect(() => {
    latest.current = onKeyDown
  })
  // A field that is left by Enter, and what a step has taken off the screen, leave the focus to the page.
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.target === document.body) latest.current(event)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return onKeyDown
}
