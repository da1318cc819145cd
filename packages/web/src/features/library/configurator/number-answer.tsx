import { t } from '@packhouse/messages'
import { useId, useState } from 'react'
import { editable, isUnclearHere } from '../../../lib/format/decimal-text.ts'

export interface NumberAnswerProps {
  label: string
  unit?: string
  value: number | null
  least: number
  most: number
  placeholder?: string
  onType: (value: number | null) => void
  onEnd: () => void
}

export const answerInput =
  'h-[30px] w-full rounded-control border border-control bg-surface px-2 text-13 tabular-nums text-text placeholder:text-text-3 ' +
  'hover:border-text-2 focus:border-focus focus:outline-2 focus:outline-offset-0 focus:outline-focus max-md:h-11 max-md:text-16'

/** A figure that is asked for. What is no figure stays as it was typed, is marked, and asks for nothing. */
export function NumberAnswer({ label, unit, value, least, most, placeholder, onType, onEnd }: NumberAnswerProps) {
  const id = useId()
  const [draft, setDraft] = useState<string>()
  const text = draft ?? (value === null ? '' : editable(String(value)))
  const isWrong = text.trim() !== '' && parse(text, least, most) === null
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="text-12 font-[550] text-text-2">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          placeholder={placeholder}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? `${id}-error` : undefined}
          onChange={(event) => {
            setDraft(event.target.value)
            onType(parse(event.target.value, least, most))
          }}
          onBlur={() => {
            if (!isWrong) setDraft(undefined)
            onEnd()
          }}
          className={`${answerInput} ${isWrong ? 'border-bad' : ''} ${unit === undefined ? '' : 'pe-8'}`}
        />
        {unit !== undefined && (
          <span className="pointer-events-none absolute inset-y-0 end-2 flex items-center text-12 text-text-3">
            {unit}
          </span>
        )}
      </div>
      {isWrong && (
        <p id={`${id}-error`} className="text-12 text-bad">
          {t('configurator.numberFromTo', { least, most })}
        </p>
      )}
    </div>
  )
}

/** A comma is a decimal sign too. */
function parse(text: string, least: number, most: number): number | null {
  const plain = text.trim().replace(',', '.')
  const value = /^\d{1,7}(\.\d{1,4})?$/.test(plain) && !isUnclearHere(text) ? Number(plain) : Number.NaN
  return value >= least && value <= most ? value : null
}
