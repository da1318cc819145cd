import { useId } from 'react'
import { classNames } from './class-names.ts'
import { ChevronDownIcon } from './icons.tsx'

interface SelectOption<Value extends string> {
  value: Value
  label: string
}

const places = {
  beside: { whole: 'flex items-center gap-2.5', label: 'text-13', field: 'min-w-37 flex-1' },
  above: { whole: 'grid gap-[5px]', label: 'text-12', field: '' },
}

export interface SelectProps<Value extends string> {
  label: string
  options: readonly SelectOption<Value>[]
  value: Value
  onValueChange: (value: Value) => void
  /** Above it in forms, where the other fields have theirs; beside it by default. */
  labelPlace?: keyof typeof places
  className?: string
}

/**
 * A choice of one from a few with its label. It is the browser's own select: it works with every keyboard, screen
 * reader and phone, and costs no script before the first card.
 */
export function Select<Value extends string>({
  label,
  options,
  value,
  onValueChange,
  labelPlace = 'beside',
  className,
}: SelectProps<Value>) {
  const id = useId()
  const place = places[labelPlace]
  return (
    <div className={classNames(place.whole, className)}>
      <label htmlFor={id} className={classNames('font-[550] text-text-2', place.label)}>
        {label}
      </label>
      <span className={classNames('relative block', place.field)}>
        <select
          id={id}
          value={value}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value)
            if (chosen) onValueChange(chosen.value)
          }}
          className="h-9 w-full appearance-none rounded-control border border-control bg-surface pe-8 ps-[11px] text-14 text-text hover:border-text-2 focus:border-focus focus:outline-2 focus:outline-offset-0 focus:outline-focus max-md:h-11 max-md:text-16"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDownIcon size={14} className="pointer-events-none absolute top-1/2 end-[11px] -mt-[7px] text-text-2" />
      </span>
    </div>
  )
}
