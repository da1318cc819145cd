import { type NavigateOptions, useNavigate } from '@tanstack/react-router'

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
