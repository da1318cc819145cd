import { t } from '@packhouse/messages'
import { type ReactNode, useState } from 'react'
import { formatCount } from '../../../lib/format/numbers.ts'
import { classNames } from '../../../ui/class-names.ts'

export interface FilterChoice {
  value: string
  label: string
  count: number
  icon?: ReactNode
  /** Named by people, whatever else the same word means. */
  isName?: true
}

export interface ChoiceFilterProps {
  choices: readonly FilterChoice[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** So many choices are shown at first. */
const SHOWN = 9

/** Boxes with counts. A choice that would leave nothing stays, with 0. */
export function ChoiceFilter({ choices, chosen, onChange }: ChoiceFilterProps) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? choices : choices.filter(({ value }, place) => place < SHOWN || chosen.includes(value))
  const toggle = (value: string, on: boolean) =>
    onChange(on ? [...chosen, value] : chosen.filter((other) => other !== value))
  return (
    <>
      {shown.map(({ value, label, count, icon, isName }) => (
        <label
          key={value}
          className={classNames(
            'flex min-h-[26px] cursor-pointer items-center gap-[9px] text-13 max-md:min-h-11',
            count === 0 && 'text-text-3',
          )}
        >
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) => toggle(value, event.target.checked)}
            className="size-4 shrink-0 accent-action"
          />
          {icon}
          <span translate={isName && 'no'} className="min-w-0 truncate">
            {label}
          </span>
          <span className="ms-auto text-12 text-text-3 tabular-nums">{formatCount(count)}</span>
        </label>
      ))}
      {shown.length < choices.length && (
        <button
          type="button"
          className="mt-1 text-12 underline decoration-kraft underline-offset-3 max-md:min-h-11"
          onClick={() => setShowsAll(true)}
        >
          {t('library.showAll', { count: choices.length })}
        </button>
      )}
    </>
  )
}
