import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { type Session, useSession } from '../lib/session.ts'

/** Where the rows of a resource are listed that refer to a row by a field; undefined where the reader may open no such list. */
export type ListAddresses = (resource: string, field: string | null, id: string) => string | undefined

/** The lists that somebody may open. */
export type ListAddressesFor = (session: Session | undefined) => ListAddresses

const nowhere: ListAddresses = () => undefined

/** Loads the lists of all features. The layout hands in how: screens must not know other features, and the first screen needs no list. */
export const ListAddressesLoader = createContext<() => Promise<ListAddressesFor>>(async () => () => nowhere)

/** The lists that the reader may open; none until they are loaded. */
export function useListAddresses(): ListAddresses {
  const load = use(ListAddressesLoader)
  const session = useSession()
  const { data } = useQuery({ queryKey: ['list-addresses'], queryFn: load, staleTime: Number.POSITIVE_INFINITY })
  return data?.(session) ?? nowhere
}
