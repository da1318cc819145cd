import { useSearch } from '@tanstack/react-router'
import { useSearchChange } from '../lib/address-search.ts'

/** Which tab of a page is shown, stored in the address. Another tab starts without the filters and the drawer of the one before. */
export function useTab(tabs: readonly string[]): [string, (tab: string) => void] {
  const { tab } = useSearch({ strict: false }) as { tab?: string }
  const changeSearch = useSearchChange()
  const first = tabs[0] ?? ''
  const shown = tab !== undefined && tabs.includes(tab) ? tab : first
  const show = (next: string) => {
    const search = { tab: next === first ? undefined : next }
    changeSearch(search, { replace: true, resetScroll: false })
  }
  return [shown, show]
}
