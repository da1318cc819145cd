import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useSearchChange } from '../../../lib/address-search.ts'
import { type PageView, readView, writeView } from './page-view.ts'

export interface ViewChange {
  /** Whether the way back of the browser undoes it. */
  canGoBack?: boolean
}

/** The view of the page and what changes it. The controls show a choice at once; the address follows a moment later. */
export function usePageView(): [PageView, (change: Partial<PageView>, how?: ViewChange) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const changeSearch = useSearchChange()
  const inAddress = JSON.stringify(writeView(readView(search)))
  const [view, setView] = useState(() => readView(search))
  const [followed, setFollowed] = useState(inAddress)
  if (inAddress !== followed) {
    setFollowed(inAddress)
    setView(readView(search))
  }
  const change = (part: Partial<PageView>, { canGoBack = false }: ViewChange = {}) => {
    const next = { ...view, ...part }
    setView(next)
    changeSearch({ ...search, ...writeView(next) }, { replace: !canGoBack, resetScroll: false })
  }
  return [view, change]
}
