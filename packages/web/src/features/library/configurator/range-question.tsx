import type { RevisionOption } from '@packhouse/contract'
import type { Swap } from '@packhouse/contract/configurator'
import { t } from '@packhouse/messages'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { allOf } from '../../../lib/format/lists.ts'
import { type Configured, type NumberSpan, numberNow, spansOf } from './configuration.ts'
import { type Names, optionReasonWords } from './option-reason.ts'
import { Excluded, priceWords } from './option-row.tsx'
import type { OptionReason } from './use-option-reasons.ts'
import type { OptionsState } from './use-options.ts'

export interface RangeQuestionProps {
  option: RevisionOption
  unit: string
  options: OptionsState
  configured: Configured
  names: Names
  showsPrices: boolean
  isTabStop: boolean
  onSwap: (swap: Swap) => void
  onFocus: () => void
}

/** A free number: a field with the numbers that can be had, and why one that was typed cannot. */
export function RangeQuestion(props: RangeQuestionProps) {
  const { option, unit, options, configured, names } = props
  const id = useId()
  const now = numberNow(configured, option.id)
  const spans = spansOf(configured, option.id)
  const [typed, setTyped] = useState<string>()
  // The number of another step, such as after Undo, is shown in place of what was typed before.
  useEffect(() => setTyped((before) => (now === undefined ? before : undefined)), [now])
  const text = typed ?? now?.toString() ?? ''
  const wanted = /^-?\d+$/.test(text.trim()) ? Number(text) : undefined
  const span = spans.find((one) => wanted !== undefined && contains(one, wanted))
  const isRefused = typed !== undefined && span?.state === 'excluded'
  const refusal = useRefusal(props, isRefused ? wanted : undefined)
  const place = useRef<HTMLDivElement>(null)
  // Why a number cannot be had stands below the field, which may be the last one in sight.
  useEffect(() => {
    if (isRefused) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isRefused])
  const take = (value: string) => {
    setTyped(value)
    if (value.trim() === '' && now !== undefined && options.solver !== undefined) {
      const own = options.solver.numberCode(option.id, now)
      options.go(options.solver.withdraw(configured.configuration, own))
    }
    const number = /^-?\d+$/.test(value.trim()) ? Number(value) : undefined
    const at = spans.find((one) => number !== undefined && contains(one, number))
    if (options.solver === undefined || number === undefined || at === undefined || at.state === 'excluded') return
    const code = options.solver.numberCode(option.id, number)
    if (number !== now)
      options.go(options.solver.choose(configured.rules, configured.configuration, { option: code, taken: true }))
  }
  const outside = spans.filter(({ state }) => state === 'excluded')
  const known = outside.map(({ code }) => options.reasons.get(code)).find((one) => one !== undefined)
  const isUnreadable = typed !== undefined && typed.trim() !== '' && span === undefined
  return (
    // The bar with the price stands above the end of a small screen.
    <div ref={place} className="py-1.5 text-13 max-lg:scroll-mb-36">
      <div className="flex items-center gap-1.5">
        <input
          aria-label={option.name}
          aria-describedby={`${id}-why`}
          aria-invalid={isUnreadable || isRefused || undefined}
          data-option={option.id}
          inputMode="numeric"
          tabIndex={props.isTabStop ? 0 : -1}
          value={text}
          placeholder={t('configurator.choose')}
          onFocus={props.onFocus}
          onChange={(event) => take(event.target.value)}
          className="w-24 rounded-control border border-control bg-surface px-2 py-1 text-end tabular-nums max-lg:scroll-mb-36 max-md:py-3 max-md:text-16"
        />
        <span className="text-text-2">{unit}</span>
        <span className="ms-auto text-text-2 tabular-nums">
          {props.showsPrices && option.price !== null && priceWords(option.price, configured.content.machine.currency)}
        </span>
      </div>
      <div id={`${id}-why`} className="mt-1 text-12 text-text-2">
        <p>{t('configurator.numbersToHave', { numbers: rangeWords(spans) })}</p>
        {isUnreadable && <p className="text-bad">{t('configurator.noSuchNumber')}</p>}
        {isRefused ? (
          <Excluded
            option={{ name: names.option(`${option.id}=${wanted}`) }}
            known={refusal}
            names={names}
            onSwap={(swap) => {
              setTyped(undefined)
              props.onSwap(swap)
            }}
          />
        ) : (
          known && (
            <p>
              {t('configurator.otherNumbers')} {optionReasonWords(known.reason, names).map((words) => `${words} `)}
            </p>
          )
        )}
      </div>
    </div>
  )
}

/** Why the number cannot be had, and the choices to give up for it. */
function useRefusal({ option, options, configured }: RangeQuestionProps, number: number | undefined) {
  const { solver } = options
  return useMemo((): OptionReason | undefined => {
    if (solver === undefined || number === undefined || configured.states === undefined) return undefined
    const { rules, configuration } = configured
    const code = solver.numberCode(option.id, number)
    const reason = solver.explainChoice(rules, configuration, code)
    const { swaps } = solver.findSwaps(rules, configuration, { option: code, taken: true })
    return reason && { reason, swaps }
  }, [solver, configured, option.id, number])
}

function contains({ from, to, step }: NumberSpan, value: number): boolean {
  return value >= from && value <= to && (value - from) % step === 0
}

/** The numbers that can be had, neighbours as one range: `1 to 5 and 8`. */
export function rangeWords(spans: readonly NumberSpan[]): string {
  const ranges: { from: number; to: number }[] = []
  let isOpen = false
  for (const { from, to, state } of spans) {
    const last = ranges.at(-1)
    if (state === 'excluded') isOpen = false
    else if (isOpen && last !== undefined) last.to = to
    else {
      ranges.push({ from, to })
      isOpen = true
    }
  }
  return allOf(ranges.map(({ from, to }) => (from === to ? String(from) : t('configurator.numberRange', { from, to }))))
}
