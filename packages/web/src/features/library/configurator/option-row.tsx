import type { RevisionOption } from '@packhouse/contract'
import type { ChoiceState, Swap } from '@packhouse/contract/configurator'
import { t } from '@packhouse/messages'
import { useId } from 'react'
import { CrossIcon } from '../../../ui/icons.tsx'
import { CheckIcon } from '../../../ui/tool-icons.tsx'
import { LinkButton } from './link-button.tsx'
import { formatSurcharge } from './money.ts'
import { choiceNames, type Names, optionReasonWords } from './option-reason.ts'
import type { OptionReason } from './use-option-reasons.ts'

export interface OptionRowProps {
  option: RevisionOption
  state: ChoiceState
  /** Of the price. */
  currency: string | null
  kind: 'radio' | 'checkbox'
  known: OptionReason | undefined
  names: Names
  /** Whether the job cannot be done without it. */
  isNeeded: boolean
  showsPrices: boolean
  /** The one option that the Tab key leads to. */
  isTabStop: boolean
  onClick: () => void
  onSwap: (swap: Swap) => void
  onFocus: () => void
}

/** One option with its state. An excluded one looks disabled, but can be focused and says what excludes it. */
export function OptionRow(props: OptionRowProps) {
  const { option, state, kind, currency } = props
  const id = useId()
  const isExcluded = state === 'excluded'
  const isOn = state === 'chosen' || state === 'implied' || state === 'default'
  return (
    <div className="py-1.5 text-13 max-md:py-0">
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles have it; an excluded input of the browser could not be focused */}
      <button
        type="button"
        role={kind}
        aria-checked={isOn}
        aria-disabled={isExcluded || state === 'implied' || undefined}
        aria-describedby={`${id}-why`}
        data-option={option.id}
        tabIndex={props.isTabStop ? 0 : -1}
        onFocus={props.onFocus}
        onClick={props.onClick}
        className={`grid w-full grid-cols-[18px_minmax(0,1fr)_auto] items-start gap-x-[9px] rounded-control text-start outline-offset-1 max-md:min-h-11 max-md:items-center ${isExcluded ? 'cursor-not-allowed text-text-3' : ''}`}
      >
        <Mark kind={kind} isOn={isOn} isOff={isExcluded || state === 'implied'} />
        <span className="wrap-anywhere">{option.name}</span>
        {props.showsPrices && (
          <span className={`tabular-nums ${isExcluded ? '' : 'text-text-2'}`}>
            {option.price === null ? t('configurator.noPrice') : priceWords(option.price, currency)}
          </span>
        )}
      </button>
      <div id={`${id}-why`} className="mt-0.5 ps-[27px] text-12 text-text-2 empty:hidden max-md:mb-1.5">
        <Why {...props} />
      </div>
    </div>
  )
}

export function priceWords(price: string, currency: string | null): string {
  return Number(price) === 0 ? t('configurator.included') : formatSurcharge(price, currency)
}

function Mark({ kind, isOn, isOff }: { kind: 'radio' | 'checkbox'; isOn: boolean; isOff: boolean }) {
  if (kind === 'radio') {
    const look = isOn
      ? `border-5 ${isOff ? 'border-control' : 'border-action'}`
      : isOff
        ? 'border border-line-2 bg-surface-3'
        : 'border-[1.5px] border-control'
    return <span className={`mt-px size-4 rounded-full bg-surface ${look}`} />
  }
  const look = isOn
    ? isOff
      ? 'border-control bg-control'
      : 'border-action bg-action'
    : isOff
      ? 'border-line-2 bg-surface-3'
      : 'border-control bg-surface'
  return (
    <span className={`mt-px grid size-4 place-items-center rounded-[3px] border-[1.5px] text-on-action ${look}`}>
      {isOn && <CheckIcon size={12} />}
    </span>
  )
}

function Why({ option, state, known, names, isNeeded, onSwap }: OptionRowProps) {
  if (state === 'excluded') return <Excluded option={option} known={known} names={names} onSwap={onSwap} />
  if (state === 'implied')
    return known === undefined
      ? t('configurator.chosenByARule')
      : optionReasonWords(known.reason, names).map((text) => `${text} `)
  if (isNeeded) return state === 'free' ? t('configurator.jobNeedsIt') : t('configurator.takenForTheJob')
  if (state === 'default') return t('configurator.standard')
  return option.leadDays ? t('configurator.addsDays', { count: option.leadDays }) : null
}

type ExcludedProps = Pick<OptionRowProps, 'known' | 'names' | 'onSwap'> & { option: Pick<RevisionOption, 'name'> }

export function Excluded({ option, known, names, onSwap }: ExcludedProps) {
  if (known === undefined) return t('configurator.excluded')
  const [swap] = known.swaps
  return (
    <span className="flex gap-1.5 text-warn">
      <CrossIcon size={12} className="mt-0.5" />
      <span className="wrap-anywhere">
        {optionReasonWords(known.reason, names).map((text) => `${text} `)}
        {swap && (
          <LinkButton
            onClick={() => onSwap(swap)}
            aria-label={swapLabel(swap, option, names)}
            className="text-warn decoration-warn"
          >
            {swapWords(swap, names)}
          </LinkButton>
        )}
        {known.swaps.length === 0 &&
          t('configurator.nothingHelps', { by: known.reason.facts.includes('style') ? 'style' : 'rules' })}
      </span>
    </span>
  )
}

function swapWords({ givesUp }: Swap, names: Names): string {
  return givesUp.length === 0
    ? t('configurator.takeIt')
    : t('configurator.giveUp', { names: choiceNames(givesUp, names) })
}

function swapLabel(swap: Swap, option: Pick<RevisionOption, 'name'>, names: Names): string {
  return t('configurator.swapFor', { change: swapWords(swap, names), option: option.name })
}
