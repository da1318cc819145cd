import { api, type PricedQuote, type SignatureDrawing } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type FormEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { SignatureField } from '../../entities/signing/signature-field.tsx'
import { callApi } from '../../lib/api-client.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { OrderedLines } from './ordered-lines.tsx'
import { PriceRows, shownTotal, totalName } from './price-rows.tsx'
import { paymentWords } from './quote-plan.tsx'
import type { ScopeProps } from './quote-scope.tsx'
import { useShowQuote } from './use-quote.ts'

type AcceptProps = ScopeProps & { token: string; onBack: () => void }

/** Everything once more, and the signature: drawn, or the typed name alone. */
export function AcceptForm({ token, quote, chosen, onBack }: AcceptProps) {
  const { content } = quote
  const show = useShowQuote(token)
  const mayOrderId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [name, setName] = useState('')
  const [position, setPosition] = useState('')
  const [orderNumber, setOrderNumber] = useState('')
  const [drawing, setDrawing] = useState<SignatureDrawing>([])
  const [mayOrder, setMayOrder] = useState(false)
  const [wasSent, setSent] = useState(false)
  const [ownFault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [waits, setWaits] = useState(false)
  // Before the reader can have gone on to a field.
  useLayoutEffect(() => {
    scrollTo(0, 0)
    heading.current?.focus()
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    setWaits(name.trim() !== '' && mayOrder)
  }
  const accept = useEffectEvent(async ({ choices, sha256 }: PricedQuote) => {
    setWaits(false)
    if (!mayOrder) return
    setBusy(true)
    setFault(undefined)
    const texts = { position: position.trim() || null, orderNumber: orderNumber.trim() || null }
    const body = { name, ...texts, drawing: drawing.length > 0 ? drawing : null, mayOrder, choices, sha256 }
    try {
      const answer = await callApi(api.acceptQuote, { params: { token }, body })
      scrollTo(0, 0)
      show(() => answer)
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  })
  const { settled } = chosen
  const fault = ownFault ?? chosen.fault?.message
  // The price that is accepted is that of the server, which may be on its way yet.
  useEffect(() => {
    if (waits && settled !== undefined) void accept(settled)
  }, [waits, settled])
  return (
    <main className="mx-auto max-w-[760px] px-4 py-8 max-md:py-5">
      <Button size="dense" variant="quiet" onClick={onBack}>
        {t('quotePage.backToQuote')}
      </Button>
      <h1 ref={heading} tabIndex={-1} className="mt-2 text-26 outline-none">
        {t('quotePage.acceptQuote', { number: content.number, version: content.version })}
      </h1>
      <p className="text-text-2">{t('quotePage.youOrder')}</p>
      <OrderedLines quote={quote} chosen={chosen} />
      <section className="my-5 rounded-panel border border-line bg-surface pt-3" aria-label={t('quotePage.yourPrice')}>
        <PriceRows content={content} price={chosen.price} />
        {content.milestones.length > 0 && <p className="px-5 py-[5px] text-13 text-text-2">{paymentWords(content)}</p>}
        <p className="mt-2 flex flex-wrap items-baseline justify-between gap-2 border-t border-line px-5 py-3 text-text-2">
          {totalName(content)}
          <b className="font-display text-26 text-text tabular-nums">
            {content.currency} {shownTotal(content, chosen.price)}
          </b>
        </p>
      </section>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          label={t('quotePage.fullName')}
          value={name}
          maxLength={200}
          size="large"
          autoComplete="name"
          {...(wasSent && name.trim() === '' && { error: t('quotePage.enterYourName') })}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label={t('quotePage.position')}
          value={position}
          maxLength={200}
          size="large"
          onChange={(event) => setPosition(event.target.value)}
        />
        <TextField
          label={t('quotePage.yourOrderNumber')}
          value={orderNumber}
          maxLength={100}
          size="large"
          onChange={(event) => setOrderNumber(event.target.value)}
        />
        <SignatureField drawing={drawing} onDrawing={setDrawing} />
        <div className="grid gap-1">
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              checked={mayOrder}
              aria-describedby={wasSent && !mayOrder ? mayOrderId : undefined}
              aria-invalid={wasSent && !mayOrder ? true : undefined}
              onChange={(event) => setMayOrder(event.target.checked)}
              className="size-5 shrink-0 accent-action"
            />
            <span>{t('quotePage.iMaySign', { customer: content.customer })}</span>
          </label>
          {wasSent && !mayOrder && (
            <p id={mayOrderId} className="text-12 text-bad">
              {t('quotePage.confirmThat')}
            </p>
          )}
        </div>
        {fault !== undefined && <Alert tone="bad">{fault}</Alert>}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" size="large" busy={isBusy || (waits && chosen.fault === undefined)}>
            {t('quotePage.signAndOrder')}
          </Button>
          <p className="text-12 text-text-2">{t('quotePage.whatIsKept')}</p>
        </div>
      </form>
    </main>
  )
}
