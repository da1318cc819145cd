import { mailStates } from '@packhouse/contract'
import { useSearch } from '@tanstack/react-router'
import { type AddressSearch, useSearchChange } from '../../../lib/address-search.ts'

/** The page, the search and the filter in the address, so that the back button returns to them. */
export function useMailAddress() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const changeSearch = useSearchChange()
  const wanted = Number(search.page)
  const go = (part: AddressSearch, replace: boolean) => {
    changeSearch((previous) => ({ ...previous, ...part }), { replace, resetScroll: false })
  }
  return {
    page: Number.isInteger(wanted) && wanted > 0 && wanted <= 1_000_000 ? wanted : 1,
    search: search.search === undefined ? '' : String(search.search).slice(0, 200),
    state: mailStates.find((state) => state === search.state),
    /** Another choice begins on its first page. */
    change: (part: { search?: string; state?: string }) => {
      const named = Object.entries(part).map(([name, value]) => [name, value || undefined])
      go({ page: undefined, ...Object.fromEntries(named) }, true)
    },
    goTo: (page: number) => go({ page: page > 1 ? page : undefined }, false),
  }
}

export type MailAddress = ReturnType<typeof useMailAddress>
