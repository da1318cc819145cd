import { type NavigateOptions, useNavigate, useRouter, useSearch } from '@tanstack/react-router'

/** The parameters of the address by their names. */
export type AddressSearch = Record<string, unknown>

type Options = Pick<NavigateOptions, 'replace' | 'resetScroll'>

/**
 * Changes the parameters of the address and stays on the screen.
 * @returns takes the next parameters, or makes them of those before; an undefined one leaves the address
 */
export function useSearchChange(): (
  next: AddressSearch | ((previous: AddressSearch) => AddressSearch),
  options: Options,
) => void {
  const navigate = useNavigate()
  return (next, options) => {
    // The router knows the parameters of its own routes alone; those of the sections follow from the features, and each reads what it knows.
    void navigate({ to: '.', search: next as never, ...options })
  }
}

/**
 * The address of this screen with a row opened in it.
 * @param name the parameter that says which row is open
 * @param others what else the address says then; an undefined one leaves it
 */
export function useRowAddress(name: string, others: AddressSearch = {}): (id: string) => string {
  const router = useRouter()
  // Every row of a list leads to the same address but for its id, and making one takes time.
  const search = { ...(useSearch({ strict: false }) as AddressSearch), ...others, [name]: undefined }
  const { href } = router.buildLocation({ to: '.', search: search as never })
  return (id) => `${href}${href.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(id)}`
}
