import { api, type CallResult } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { QuoteMachines } from '../../entities/order/quote-machines.tsx'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { PdfButton } from '../../resource/pdf-button.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { PanelFailure } from '../../ui/panel-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { myQuoteQuery, myQuotesQuery } from './my-quotes.queries.ts'
import { QuoteDataSheets } from './quote-data-sheets.tsx'
import { QuoteHead } from './quote-head.tsx'
import { QuotePlan } from './quote-plan.tsx'
import { QuotePriceBox } from './quote-price-box.tsx'
import { QuoteScope } from './quote-scope.tsx'
import { QuoteStateBadge } from './quote-state-badge.tsx'
import { SignedInMedia } from './signed-in-media.tsx'
import type { ShownQuote } from './use-quote.ts'

/** A quote as it was sent. It is accepted by its link: who may order has that. */
export function MyQuoteView({ id }: { id: string }) {
  const list = useQuery(myQuotesQuery)
  const query = useQuery(myQuoteQuery(id))
  useDocumentTitle(query.data?.content.title ?? t('myQuotes.title'))
  const sentAt = list.data?.items.find((one) => one.id === id)?.sentAt
  return (
    <>
      <AppLink href="/quotes" className="mb-4 inline-block text-13 underline max-md:min-h-11">
        {t('myQuotes.back')}
      </AppLink>
      {query.isError && <PanelFailure what={t('quotePage.theQuote')} onRetry={() => void query.refetch()} />}
      {(query.isPending || list.isPending) && <Skeleton className="h-96" />}
      {query.data !== undefined && sentAt !== undefined && <SentQuote id={id} sent={query.data} sentAt={sentAt} />}
    </>
  )
}

interface SentQuoteProps {
  id: string
  sent: CallResult<(typeof api)['myQuote']>
  sentAt: string
}

function SentQuote({ id, sent, sentAt }: SentQuoteProps) {
  const { state, content, machines, choices, price, sha256 } = sent
  const quote: ShownQuote = { ...sent, recipient: '', sentAt, questions: [], acceptance: null }
  const chosen = { choices, price, settled: { choices, price, sha256 }, fault: undefined, choose: () => undefined }
  const shown = { quote, chosen, isOpen: false }
  return (
    <div className="grid items-start gap-8 max-lg:grid-cols-1 lg:grid-cols-[minmax(0,1fr)_348px]">
      <div className="min-w-0">
        <div className="mb-3 flex flex-wrap items-center gap-3">
          <QuoteStateBadge state={state} />
          <PdfButton
            request={{ type: state === 'accepted' ? 'orderConfirmation' : 'quote', id }}
            label={content.title}
          />
        </div>
        <QuoteHead quote={quote} />
        {machines.length > 0 && (
          <section aria-label={t('orders.yourMachines')} className="mb-6">
            <h2 className="mb-2">{t('orders.yourMachines')}</h2>
            <QuoteMachines machines={machines} />
          </section>
        )}
        <QuoteScope {...shown} />
        <SignedInMedia id={id} call={api.myQuoteFile} media={content.media} />
        <QuotePlan content={content} />
        <QuoteDataSheets sheets={content.dataSheets} />
      </div>
      <aside className="grid gap-4 lg:sticky lg:top-20">
        <QuotePriceBox token="" {...shown} onAccept={() => undefined} />
        {state === 'open' && <p className="text-13 text-text-2">{t('myQuotes.toAccept')}</p>}
      </aside>
    </div>
  )
}
