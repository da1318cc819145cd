import { useEffect, useEffectEvent } from 'react'

/** Ctrl-S and F8 wherever the focus is; a dialog that is open has the keys for itself. */
export function useWorkspaceKeys({ save, nextFault }: { save: () => void; nextFault: () => void }): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector('[role=alertdialog], [role=dialog]') !== null) return
    const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 's'
    if (!isSave && event.key !== 'F8') return
    event.preventDefault()
    if (isSave) save()
    else nextFault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
