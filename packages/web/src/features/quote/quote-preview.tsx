import { api, type CallResult, priceQuote, withoutOrphans } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { PanelFailure } from '../../ui/panel-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { QuoteDataSheets } from './quote-data-sheets.tsx'
import { QuoteHead } from './quote-head.tsx'
import { QuotePlan } from './quote-plan.tsx'
import { QuotePriceBox } from './quote-price-box.tsx'
import { QuoteScope } from './quote-scope.tsx'
import { SignedInMedia } from './signed-in-media.tsx'
import type { Chosen, ShownQuote } from './use-quote.ts'

/** The quote of a project as its customer sees it, for staff; what can be chosen may be tried and is kept nowhere. */
export function QuotePreview({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  const place = useId()
  return (
    <section aria-label={t('quotePreview.title')} className="text-13">
      <Button aria-expanded={isOpen} aria-controls={place} onClick={() => setOpen(!isOpen)}>
        {isOpen ? t('quotePreview.hide') : t('quotePreview.show')}
      </Button>
      <div id={place} hidden={!isOpen}>
        {isOpen && <Preview id={id} />}
      </div>
    </section>
  )
}

function Preview({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['quote-preview', id],
    queryFn: async ({ signal }) => await callApi(api.previewQuote, { params: { id } }, { signal }),
    // What was changed since it was looked at is in it.
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (query.data !== undefined) return <Previewed key={query.data.sha256} id={id} preview={query.data} />
  if (!query.isError) return <Skeleton className="mt-3 h-96" />
  const { error } = query
  if (error instanceof ApiError && error.code === 'invalid_request') {
    return (
      <Alert tone="warn" className="mt-3">
        {error.message}
      </Alert>
    )
  }
  return <PanelFailure what={t('quotePreview.title')} onRetry={() => void query.refetch()} />
}

interface PreviewedProps {
  id: string
  preview: CallResult<(typeof api)['previewQuote']>
}

function Previewed({ id, preview }: PreviewedProps) {
  const { content } = preview
  const [today] = useState(() => new Date().toISOString())
  const [choices, setChoices] = useState(preview.choices)
  const quote: ShownQuote = { ...preview, recipient: '', sentAt: today, questions: [], acceptance: null }
  const chosen: Chosen = {
    choices,
    price: priceQuote(content, choices),
    settled: undefined,
    fault: undefined,
    choose: (next) => setChoices(withoutOrphans(content, next)),
  }
  return (
    <div className="mt-3 grid items-start gap-8 rounded-panel border border-line bg-paper p-5 max-lg:grid-cols-1 max-md:p-3 lg:grid-cols-[minmax(0,1fr)_348px]">
      <div className="min-w-0">
        <QuoteHead quote={quote} heading="h2" />
        <QuoteScope quote={quote} chosen={chosen} isOpen />
        <SignedInMedia id={id} call={api.previewQuoteFile} media={content.media} />
        <QuotePlan content={content} />
        <QuoteDataSheets sheets={content.dataSheets} />
      </div>
      <aside className="grid gap-4">
        <QuotePriceBox token="" quote={quote} chosen={chosen} isOpen={false} onAccept={() => undefined} />
      </aside>
    </div>
  )
}
