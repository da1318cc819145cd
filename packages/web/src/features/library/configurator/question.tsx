import { type ReactNode, useId } from 'react'
import { ChevronDownIcon } from '../../../ui/icons.tsx'
import { answerInput } from './number-answer.tsx'

/** Questions that belong together, under one title. */
export function Question({
  title,
  isFirst = false,
  children,
}: {
  title: string
  isFirst?: boolean
  children: ReactNode
}) {
  const id = useId()
  return (
    // A fieldset cannot have its legend in its padding box.
    // biome-ignore lint/a11y/useSemanticElements: the legend of a fieldset lies on its border
    <div
      role="group"
      aria-labelledby={id}
      className={`px-[18px] pt-3 pb-3.5 ${isFirst ? 'pt-1.5' : 'border-t border-line'}`}
    >
      <p id={id} className="mb-2 text-12 font-semibold text-text-2">
        {title}
      </p>
      {children}
    </div>
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** A choice from a few. It is the browser’s own select. */
export function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-12 font-[550] text-text-2">
        {label}
      </label>
      <span className="relative">
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={`${answerInput} appearance-none pe-7`}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDownIcon size={14} className="pointer-events-none absolute top-1/2 end-2 -mt-[7px] text-text-2" />
      </span>
    </div>
  )
}
