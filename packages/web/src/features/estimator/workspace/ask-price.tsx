import { t } from '@packhouse/messages'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { faultWords, pageDecimalSign, readDecimal } from '../../../lib/format/decimal-text.ts'

export interface AskPriceProps {
  /** Why the catalogue has no price for the line. */
  reason: string
  /** Of the project. */
  currency: string
  onPrice: (price: string) => void
  onClose: () => void
}

/** Asks for the price of an item that has none in the currency of the project: a line for 0 would be sold for 0. */
export function AskPrice({ reason, currency, onPrice, onClose }: AskPriceProps) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => input.current?.focus(), [])
  const enter = () => {
    const read = readDecimal(text, pageDecimalSign(), false)
    if ('value' in read) onPrice(read.value)
    else setFault(faultWords(read.fault, text))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Enter') enter()
    else if (event.key === 'Escape' || event.key === 'Tab') onClose()
    else return
    event.preventDefault()
  }
  return (
    <span className="absolute inset-0 z-10">
      <input
        ref={input}
        inputMode="decimal"
        aria-label={t('estimator.unitPriceIn', { currency })}
        placeholder={t('estimator.unitPriceIn', { currency })}
        aria-describedby={`${id}reason`}
        aria-invalid={fault !== undefined}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setFault(undefined)
        }}
        onKeyDown={onKeyDown}
        // Who looks at another window comes back to it.
        onBlur={() => document.activeElement !== input.current && onClose()}
        className="h-full w-full bg-surface px-2 text-13 text-text outline-2 -outline-offset-2 outline-focus max-md:min-h-11 max-md:text-16"
      />
      <span
        id={`${id}reason`}
        role="status"
        className="absolute start-0 top-full z-30 w-[min(560px,90vw)] rounded-panel border border-line bg-surface px-2.5 py-1.5 text-13 text-text shadow-float"
      >
        {reason} {fault !== undefined && <span className="text-bad">{fault}</span>}
      </span>
    </span>
  )
}
