import { useNavigate, useSearch } from '@tanstack/react-router'

type Address = Record<string, unknown>

export interface Importing {
  /** Whether the list gives its place to the import. */
  isOpen: boolean
  open: () => void
  close: () => void
}

/** Whether a file is being imported, kept in the address: the back button leads back to the list, a sign-in to the file. */
export function useImporting(): Importing {
  const search: Address = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = (part: Address, replace: boolean) => {
    const next = (previous: Address) => ({ ...previous, open: undefined, view: undefined, ...part })
    void navigate({ to: '.', search: next as never, replace })
  }
  return {
    isOpen: search.import === 'file',
    open: () => go({ import: 'file' }, false),
    close: () => go({ import: undefined }, true),
  }
}
