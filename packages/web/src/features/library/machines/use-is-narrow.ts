import { useSyncExternalStore } from 'react'

/** Below it the filters have no room beside the list. */
const narrow = matchMedia('(max-width: 59.99rem)')

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

/** Whether the filters are a sheet. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches)
}
