import type { ReactNode } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { ChevronDownIcon } from '../../../ui/icons.tsx'

export interface ToolSelectProps {
  /** Read aloud only: the first choice says what is chosen from. */
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  /** The choice of no filter. */
  all: string
  onChange: (value: string) => void
}

/** A filter in one line: the browser's own select. */
export function ToolSelect({ label, value, options, all, onChange }: ToolSelectProps) {
  return (
    <span className="relative block max-md:min-w-0 max-md:flex-1 max-md:basis-[calc(50%-8px)]">
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={classNames(
          'h-[30px] max-w-44 appearance-none truncate rounded-control border bg-surface pe-7 ps-2.5 text-13 text-text hover:border-text-2 focus:border-focus focus:outline-2 focus:outline-offset-0 focus:outline-focus max-md:h-11 max-md:w-full max-md:max-w-none max-md:text-16',
          value === '' ? 'border-control' : 'border-kraft bg-kraft-soft! font-[550] text-kraft-strong!',
        )}
      >
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDownIcon size={14} className="pointer-events-none absolute top-1/2 end-2 -mt-[7px] text-text-2" />
    </span>
  )
}

/** A filter that is on or off. */
export function ToolCheck(props: { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode }) {
  return (
    <label className="flex cursor-pointer items-center gap-2 text-12 text-text-2 max-md:min-h-11 max-md:text-14">
      <input
        type="checkbox"
        checked={props.checked}
        onChange={(event) => props.onChange(event.target.checked)}
        className="size-4 accent-action"
      />
      {props.children}
    </label>
  )
}
