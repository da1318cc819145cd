import type { api, CallResult } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { formatPlainDate } from '../../lib/format/dates.ts'
import { formatPrice } from '../../lib/format/money.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { OpenCarton } from '../../ui/illustrations.tsx'
import { PanelFailure } from '../../ui/panel-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { myQuotesQuery } from './my-quotes.queries.ts'
import { QuoteStateBadge } from './quote-state-badge.tsx'

type MyQuote = CallResult<(typeof api)['myQuotes']>['items'][number]

/** What the own company was offered, newest first. */
export function MyQuoteList() {
  useDocumentTitle(t('myQuotes.title'))
  const query = useQuery(myQuotesQuery)
  const items = query.data?.items
  return (
    <>
      <h1 className="mb-4 text-26">{t('myQuotes.title')}</h1>
      {query.isError && items === undefined && (
        <PanelFailure what={t('myQuotes.title')} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <Skeleton className="h-64" />}
      {items?.length === 0 && <EmptyState illustration={<OpenCarton />} title={t('myQuotes.none')} />}
      {items !== undefined && items.length > 0 && (
        <ul className="divide-y divide-line rounded-panel border border-line bg-surface">
          {items.map((quote) => (
            <li key={quote.id}>
              <QuoteEntry quote={quote} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** All of it is a link. */
function QuoteEntry({ quote }: { quote: MyQuote }) {
  const { id, number, title, state, currency, total, validUntil, sentAt } = quote
  return (
    <AppLink
      href={`/quotes?quote=${id}`}
      className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-6 gap-y-1 px-5 py-3.5 no-underline hover:bg-surface-2 focus-visible:-outline-offset-2 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:px-4"
    >
      <span className="min-w-0">
        <span className="block text-15 font-semibold wrap-anywhere">{title}</span>
        <span className="block text-12 text-text-2">
          <span className="code">{number}</span> · <DateLabel value={sentAt} /> ·{' '}
          {t('estimator.validTo', { date: formatPlainDate(validUntil) })}
        </span>
      </span>
      <span className="text-end text-15 font-semibold tabular-nums">{formatPrice(total, currency)}</span>
      <span className="min-w-24 text-end max-md:col-span-full max-md:text-start">
        <QuoteStateBadge state={state} />
      </span>
    </AppLink>
  )
}
