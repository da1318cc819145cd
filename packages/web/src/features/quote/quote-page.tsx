import { NEWER_REVISION, type PublicQuote } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { FlatCarton } from '../../ui/flat-carton.tsx'
import { PanelFailure } from '../../ui/panel-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AcceptForm } from './accept-form.tsx'
import { PublicMedia } from './public-media.tsx'
import { QuoteDataSheets } from './quote-data-sheets.tsx'
import { QuoteHead } from './quote-head.tsx'
import { QuoteLetterhead } from './quote-letterhead.tsx'
import { QuotePlan } from './quote-plan.tsx'
import { QuotePriceBox } from './quote-price-box.tsx'
import { QuoteQuestions } from './quote-questions.tsx'
import { QuoteScope } from './quote-scope.tsx'
import { QuoteStateAlert } from './quote-state-alert.tsx'
import { type ShownQuote, useChoices, usePublicQuote } from './use-quote.ts'

/** The quote of a link, for whoever has it. */
export function QuotePage({ token }: { token: string }) {
  const query = usePublicQuote(token)
  if (query.isError && query.data === undefined) {
    return <PanelFailure what={t('quotePage.theQuote')} onRetry={() => void query.refetch()} />
  }
  if (query.data === undefined) return <Skeleton className="m-6 h-96" />
  if (query.data === null) return <NoQuote title={t('quotePage.linkNotValid')} text={t('quotePage.askForANewLink')} />
  const { state, maker, hasNewer, quote } = query.data
  if (quote === null) {
    return <NoQuote title={t('quotePage.withdrawn')} text={t('quotePage.askTheMaker', { maker })} />
  }
  return (
    <FoundQuote
      key={quote.acceptance === null ? 'offer' : 'order'}
      token={token}
      {...{ state, maker, hasNewer, quote }}
    />
  )
}

function NoQuote({ title, text }: { title: string; text: string }) {
  return (
    <main className="mx-auto grid max-w-xl justify-items-center gap-3 p-8 pt-24 text-center">
      <FlatCarton />
      <h1 className="text-26">{title}</h1>
      <p className="text-text-2">{text}</p>
    </main>
  )
}

interface FoundProps {
  token: string
  state: PublicQuote['state']
  maker: string
  hasNewer: boolean
  quote: ShownQuote
}

function FoundQuote({ token, state, maker, hasNewer, quote }: FoundProps) {
  const [isSigning, setSigning] = useState(false)
  const isOpen = state === 'open'
  const chosen = useChoices(token, quote, isOpen)
  const shown = { token, quote, chosen, isOpen, maker }
  return (
    <div className="min-h-dvh bg-paper">
      <QuoteLetterhead maker={maker} quote={quote} token={token} />
      {isSigning && isOpen ? (
        <AcceptForm {...shown} onBack={() => setSigning(false)} />
      ) : (
        <div className="mx-auto grid max-w-[1240px] items-start gap-8 px-6 py-8 max-lg:grid-cols-1 max-md:gap-5 max-md:px-4 max-md:pt-5 max-md:pb-28 lg:grid-cols-[minmax(0,1fr)_348px]">
          <main className="min-w-0">
            <QuoteStateAlert
              state={state}
              quote={quote}
              newer={hasNewer ? `/quote/${token}${NEWER_REVISION}` : undefined}
            />
            <QuoteHead quote={quote} />
            <QuoteScope {...shown} />
            <PublicMedia token={token} media={quote.content.media} />
            <QuotePlan content={quote.content} />
            <QuoteDataSheets sheets={quote.content.dataSheets} />
          </main>
          <aside className="grid gap-4 lg:sticky lg:top-6">
            <QuotePriceBox {...shown} onAccept={() => setSigning(true)} />
            <QuoteQuestions token={token} quote={quote} />
          </aside>
        </div>
      )}
    </div>
  )
}
