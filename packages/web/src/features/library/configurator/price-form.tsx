import { t } from '@packhouse/messages'
import { type SubmitEvent, useState } from 'react'
import { faultWords, pageDecimalSign, readDecimal } from '../../../lib/format/decimal-text.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { PriceQuestion } from './use-add-to-quote.ts'

export interface PriceFormProps {
  question: PriceQuestion
  isBusy: boolean
  onPrice: (price: string) => void
  onClose: () => void
}

/** Asks for the price of a machine that has none in the currency of the quote: a line for 0 would be sold for 0. */
export function PriceForm({ question: { reason, currency }, isBusy, onPrice, onClose }: PriceFormProps) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const read = readDecimal(text, pageDecimalSign(), false)
    if ('value' in read) onPrice(read.value)
    else setFault(faultWords(read.fault, text))
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <TextField
        label={t('estimator.unitPriceIn', { currency })}
        help={reason}
        inputMode="decimal"
        autoFocus
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setFault(undefined)
        }}
        {...(fault === undefined ? {} : { error: fault })}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('general.cancel')}</Button>
        <Button type="submit" variant="primary" busy={isBusy}>
          {t('estimator.add')}
        </Button>
      </div>
    </form>
  )
}
