import type { RevisionOption } from '@packhouse/contract'
import type { Swap } from '@packhouse/contract/configurator'
import { t } from '@packhouse/messages'
import { type Names, optionReasonWords } from './option-reason.ts'
import { Excluded, priceWords } from './option-row.tsx'
import type { OptionQuestion } from './option-sections.ts'
import type { OptionsState } from './use-options.ts'

export interface NumberQuestionProps {
  question: OptionQuestion
  options: OptionsState
  names: Names
  showsPrices: boolean
  isTabStop: boolean
  onClick: (option: RevisionOption) => void
  onSwap: (option: RevisionOption, swap: Swap) => void
  onFocus: () => void
}

/** A number in steps, such as of lanes. Left and right go to the next one; one that is excluded says why. */
export function NumberQuestion(props: NumberQuestionProps) {
  const { question, options, names } = props
  const states = options.configured?.states?.states
  const stateOf = ({ id }: RevisionOption) => states?.get(id) ?? 'free'
  const at = question.options.findIndex((one) => ['chosen', 'implied', 'default'].includes(stateOf(one)))
  const now = question.options[at]
  const step = (by: number) => {
    const next = question.options[at < 0 ? (by > 0 ? 0 : question.options.length - 1) : at + by]
    if (next !== undefined && stateOf(next) !== 'excluded') props.onClick(next)
  }
  const unit = question.group.unit ?? ''
  const neighbours = [question.options[at - 1], question.options[at + 1]].filter((one) => one !== undefined)
  const excluded = neighbours.filter((one) => stateOf(one) === 'excluded')
  const known = now && stateOf(now) === 'implied' ? options.reasons.get(now.id) : undefined
  return (
    <div className="py-1.5 text-13">
      <div className="flex items-center gap-1.5">
        <StepButton
          name="-"
          label={t('configurator.less', { name: question.group.name })}
          isOff={at <= 0 || stateOf(question.options[at - 1] as RevisionOption) === 'excluded'}
          onClick={() => step(-1)}
        />
        <div
          role="spinbutton"
          aria-label={question.group.name}
          aria-valuenow={now === undefined ? undefined : Number(now.choice)}
          aria-valuetext={now === undefined ? t('configurator.notChosenYet') : `${now.choice} ${unit}`.trim()}
          aria-valuemin={Number(question.options[0]?.choice ?? 0)}
          aria-valuemax={Number(question.options.at(-1)?.choice ?? 0)}
          data-option={question.options[0]?.id}
          tabIndex={props.isTabStop ? 0 : -1}
          onFocus={props.onFocus}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
            event.preventDefault()
            step(event.key === 'ArrowRight' ? 1 : -1)
          }}
          className="min-w-16 rounded-control border border-control px-2 py-1 text-center tabular-nums max-md:py-3"
        >
          {now === undefined ? t('configurator.choose') : `${now.choice} ${unit}`.trim()}
        </div>
        <StepButton
          name="+"
          label={t('configurator.more', { name: question.group.name })}
          isOff={
            at === question.options.length - 1 ||
            (at >= 0 && stateOf(question.options[at + 1] as RevisionOption) === 'excluded')
          }
          onClick={() => step(1)}
        />
        <span className="ms-auto text-text-2 tabular-nums">
          {props.showsPrices &&
            now?.price != null &&
            priceWords(now.price, options.configured?.content.machine.currency ?? null)}
        </span>
      </div>
      {known && (
        <p className="mt-1 text-12 text-text-2">{optionReasonWords(known.reason, names).map((text) => `${text} `)}</p>
      )}
      {excluded.map((one) => (
        <p key={one.id} className="mt-1 text-12">
          <span className="text-text-3">{`${one.choice} ${unit}`.trim()}</span>
          <Excluded
            option={one}
            known={options.reasons.get(one.id)}
            names={names}
            onSwap={(swap) => props.onSwap(one, swap)}
          />
        </p>
      ))}
    </div>
  )
}

function StepButton({
  name,
  label,
  isOff,
  onClick,
}: {
  name: '-' | '+'
  label: string
  isOff: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isOff || undefined}
      onClick={() => !isOff && onClick()}
      className="grid size-[30px] place-items-center rounded-control border border-line-2 text-16 hover:border-control aria-disabled:cursor-not-allowed aria-disabled:bg-surface-3 aria-disabled:text-text-3 max-md:size-11"
    >
      {name === '-' ? '−' : '+'}
    </button>
  )
}
