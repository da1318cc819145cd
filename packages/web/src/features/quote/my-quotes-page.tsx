import { useSearch } from '@tanstack/react-router'
import { MyQuoteList } from './my-quote-list.tsx'
import { MyQuoteView } from './my-quote-view.tsx'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The quotes of the reader's company, and one of them where the address names it. */
export function MyQuotesPage() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const id = typeof search.quote === 'string' && UUID.test(search.quote) ? search.quote : undefined
  return (
    <div className="mx-auto w-full max-w-[1240px] px-8 py-6 max-md:px-4">
      {id === undefined ? <MyQuoteList /> : <MyQuoteView key={id} id={id} />}
    </div>
  )
}
