import { useSearch } from '@tanstack/react-router'
import { useSearchChange } from '../../../lib/address-search.ts'
import type { ResourceRow } from '../../../resource/registry.ts'

/** The type whose fields are shown, stored in the address; the first one where it says none. Another one closes the drawer. */
export function useChosenType(types: readonly ResourceRow[]) {
  const { type, open } = useSearch({ strict: false }) as { type?: string; open?: string }
  const changeSearch = useSearchChange()
  const chosen = types.find(({ id }) => id === type) ?? types.find(({ id }) => id === open) ?? types[0]
  const choose = (id: string) =>
    changeSearch((previous) => ({ ...previous, type: id, open: undefined, view: undefined }), {
      replace: false,
      resetScroll: false,
    })
  return { chosen, choose }
}
