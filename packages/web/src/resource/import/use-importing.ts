import { useSearch } from '@tanstack/react-router'
import { type AddressSearch, useSearchChange } from '../../lib/address-search.ts'

export interface Importing {
  /** Whether the import is shown in place of the list. */
  isOpen: boolean
  open: () => void
  close: () => void
}

/** Whether a file is being imported, stored in the address: the back button leads back to the list, a sign-in to the file. */
export function useImporting(): Importing {
  const search: AddressSearch = useSearch({ strict: false })
  const changeSearch = useSearchChange()
  const go = (part: AddressSearch, replace: boolean) => {
    const next = (previous: AddressSearch) => ({ ...previous, open: undefined, view: undefined, ...part })
    changeSearch(next, { replace })
  }
  return {
    isOpen: search.import === 'file',
    open: () => go({ import: 'file' }, false),
    close: () => go({ import: undefined }, true),
  }
}
