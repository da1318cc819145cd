import type { Histogram } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useEffect, useRef, useState } from 'react'
import { numberFormat } from '../../../lib/format/numbers.ts'
import { classNames } from '../../../ui/class-names.ts'
import { isEnd, partsWithin, readSpan, type Span, writeSpan } from './spec-conditions.ts'

export interface RangeFilterProps {
  label: string
  unit: string | null
  histogram: Histogram | undefined
  /** Such as `40..130`; empty where nothing is wanted. */
  value: string
  onChange: (value: string) => void
}

const TYPING_MS = 400
const inputClasses =
  'h-[30px] w-full min-w-0 rounded-control border bg-surface px-[9px] text-13 tabular-nums placeholder:text-text-3 ' +
  'hover:border-text-2 focus:border-focus focus:outline-2 focus:outline-offset-0 focus:outline-focus max-md:h-11 max-md:text-16'

/** A number from and to, over a picture of where the machines lie. */
export function RangeFilter({ label, unit, histogram, value, onChange }: RangeFilterProps) {
  const [typed, setTyped] = useTypedSpan(value, onChange)
  return (
    <>
      {histogram && <Bars histogram={histogram} span={typed} />}
      <div className="mt-1.5 grid grid-cols-[1fr_auto_1fr] items-center gap-2">
        <EndInput
          label={t('library.fromOfField', { label })}
          placeholder={histogram ? numberFormat({}).format(histogram.from) : t('library.any')}
          value={typed.from}
          onChange={(from) => setTyped({ ...typed, from })}
        />
        <span className="text-12 text-text-3">{t('library.toBetween')}</span>
        <EndInput
          label={t('library.toOfField', { label })}
          placeholder={histogram ? numberFormat({}).format(histogram.to) : t('library.any')}
          value={typed.to}
          onChange={(to) => setTyped({ ...typed, to })}
        />
      </div>
      {[typed.from, typed.to].every(isEnd) || (
        <p role="alert" className="mt-1 text-12 text-bad">
          {unit === null ? t('library.onlyNumbers') : t('library.onlyNumbersIn', { unit })}
        </p>
      )}
    </>
  )
}

interface EndInputProps {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
}

function EndInput({ label, placeholder, value, onChange }: EndInputProps) {
  const isBad = !isEnd(value)
  return (
    <input
      aria-label={label}
      inputMode="decimal"
      aria-invalid={isBad || undefined}
      placeholder={placeholder}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={classNames(inputClasses, isBad ? 'border-bad' : 'border-control')}
    />
  )
}

/** Where the machines lie; what is wanted is dark. The two fields below say the same in numbers. */
function Bars({ histogram, span }: { histogram: NonNullable<Histogram>; span: Span }) {
  const most = Math.max(1, ...histogram.counts)
  const within = partsWithin(histogram, span)
  return (
    <div aria-hidden="true" className="flex h-8.5 items-end gap-0.5 border-b border-line-2 rtl:flex-row-reverse">
      {histogram.counts.map((count, part) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place
          key={part}
          className={classNames('flex-1', within[part] ? 'bg-series-1' : 'bg-line-2')}
          style={{ height: count === 0 ? 0 : `${Math.max(8, (count / most) * 100)}%` }}
        />
      ))}
    </div>
  )
}

/** What is typed shows at once; the list follows when nothing more is typed for a moment. */
function useTypedSpan(value: string, onChange: (value: string) => void): [Span, (span: Span) => void] {
  const [typed, setTyped] = useState(readSpan(value))
  const [followed, setFollowed] = useState(value)
  if (value !== followed) {
    setFollowed(value)
    if (writeSpan(typed) !== value) setTyped(readSpan(value))
  }
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  const wanted = writeSpan(typed)
  const isWhole = isEnd(typed.from) && isEnd(typed.to)
  useEffect(() => {
    if (wanted === value || !isWhole) return
    const timer = setTimeout(() => latest.current(wanted), TYPING_MS)
    return () => clearTimeout(timer)
  }, [wanted, value, isWhole])
  return [typed, setTyped]
}
