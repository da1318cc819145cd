import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type BasketLine, type BasketTexts, toQuantity } from '../../../entities/parts-basket/basket.ts'
import type { AskedParts, useBasket } from '../../../entities/parts-basket/use-basket.ts'
import { callApi } from '../../../lib/api-client.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { requestsKey } from '../use-machine-service.ts'

interface PartsBasketProps {
  /** Machine ID. */
  id: string
  basket: ReturnType<typeof useBasket>
}

/** The parts that are about to be asked for. What was typed stays where the server refuses it. */
export function PartsBasket({ id, basket }: PartsBasketProps) {
  const client = useQueryClient()
  const { lines, texts } = basket
  const [failure, setFailure] = useState<string>()
  const [isSending, setSending] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // Enter in a field asks as the button does, which is off meanwhile.
    if (isSending) return
    const asked = requestOf(lines, texts)
    if (asked.parts.length < lines.length) {
      setFailure(t('service.enterQuantities'))
      return
    }
    setSending(true)
    setFailure(undefined)
    const key = basket.send(asked)
    try {
      const headers = { 'idempotency-key': key }
      await callApi(api.askForParts, { params: { id }, body: { ...asked, parts: [...asked.parts] } }, { headers })
      basket.made(key, asked)
      await client.invalidateQueries({ queryKey: requestsKey(id) })
      showToast({ message: t('service.partsAskedFor') })
    } catch (error) {
      if (isRefusal(error)) basket.refused(key)
      setFailure(error instanceof ApiError ? error.message : t('service.basketNotAnswered'))
    } finally {
      setSending(false)
    }
  }
  const change = (name: keyof typeof texts) => (event: { target: { value: string } }) =>
    basket.type({ [name]: event.target.value })
  return (
    <form
      aria-label={t('service.basket')}
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid gap-3 border-y border-line bg-surface-2 px-4 py-3"
    >
      <h3 className="font-semibold">{t('service.basket')}</h3>
      <ul className="grid gap-2">
        {lines.map((line) => (
          <Line key={line.itemId} line={line} basket={basket} />
        ))}
      </ul>
      <div className="grid gap-3 sm:grid-cols-3">
        <TextField label={t('service.note')} maxLength={4_000} value={texts.note} onChange={change('note')} />
        <TextField type="date" label={t('service.wantedBy')} value={texts.wantedOn} onChange={change('wantedOn')} />
        <TextField
          type="tel"
          label={t('service.phoneToCall')}
          maxLength={60}
          value={texts.phone}
          onChange={change('phone')}
        />
      </div>
      {failure !== undefined && (
        <Alert tone="bad" className="text-13">
          {failure}
        </Alert>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span className="me-auto text-12 text-text-2">{t('service.pricesWithQuote')}</span>
        <Button variant="quiet" onClick={basket.empty}>
          {t('service.emptyBasket')}
        </Button>
        <Button type="submit" variant="primary" busy={isSending}>
          {t('service.askForParts')}
        </Button>
      </div>
    </form>
  )
}

function requestOf(lines: readonly BasketLine[], { note, wantedOn, phone }: BasketTexts): AskedParts {
  const parts = lines.flatMap(({ itemId, quantity: typed }) => {
    const quantity = toQuantity(typed)
    return quantity === undefined ? [] : [{ itemId, quantity }]
  })
  return { parts, note: note.trim() || null, wantedOn: wantedOn || null, phone: phone.trim() || null }
}

/** Answers that say nothing about whether the request was made before: signed out, too slow, too many. */
const SAYS_NOTHING: readonly number[] = [401, 408, 429]

/** Whether the server has said no. Where it failed, or is still at it, the same request may have been made. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === 'idempotency_key_in_use') return false
  return error.status < 500 && !SAYS_NOTHING.includes(error.status)
}

function Line({ line, basket }: { line: BasketLine; basket: PartsBasketProps['basket'] }) {
  const { itemId, number, name, unit, quantity } = line
  return (
    <li className="flex flex-wrap items-end gap-x-3 gap-y-1 text-13">
      <span className="min-w-40 flex-1 wrap-anywhere" translate="no">
        <span className="block font-[550]">{name}</span>
        <span className="block text-12 text-text-2">{number}</span>
      </span>
      <div className="w-32">
        <TextField
          inputMode="decimal"
          label={t('service.quantityOf', { unit })}
          aria-label={t('service.quantityOfPart', { number, unit })}
          maxLength={12}
          value={quantity}
          onChange={(event) => basket.change(itemId, event.target.value)}
          {...(toQuantity(quantity) === undefined && { error: t('service.noQuantity') })}
        />
      </div>
      <Button variant="quiet" aria-label={t('service.removePart', { number })} onClick={() => basket.remove(itemId)}>
        {t('service.removeFromBasket')}
      </Button>
    </li>
  )
}
