import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'

/** What each page is called, by its route pattern. */
export type PageNames = ReadonlyMap<string, string>

const nothing: PageNames = new Map()

/** Loads the names. The routes know them; the layout gives the way to screens, which must not know other features. */
export const PageNamesLoader = createContext<() => Promise<PageNames>>(async () => nothing)

/** Says what a page is called: its pattern until the names are there, and for pages of before. */
export function usePageName(): (pattern: string) => string {
  const load = use(PageNamesLoader)
  const { data } = useQuery({ queryKey: ['page-names'], queryFn: load, staleTime: Number.POSITIVE_INFINITY })
  return (pattern) => data?.get(pattern) ?? pattern
}
