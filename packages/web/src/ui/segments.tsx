import { useId } from 'react'

export interface SegmentsProps<Value extends string> {
  /** Read aloud before the choices. */
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onValueChange: (value: Value) => void
}

/** A choice of one from two to four, all in sight. Radio buttons underneath: one tab stop, arrow keys inside. */
export function Segments<Value extends string>({ label, options, value, onValueChange }: SegmentsProps<Value>) {
  const name = useId()
  return (
    <fieldset className="inline-flex min-w-0 max-w-full flex-wrap rounded-control border border-line-2 bg-surface-3 p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="relative cursor-pointer">
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onValueChange(option.value)}
            className="peer sr-only"
          />
          <span className="flex h-[26px] items-center rounded-[3px] px-2.5 text-13 font-medium whitespace-nowrap text-text-2 peer-checked:bg-surface peer-checked:text-text peer-checked:shadow-[0_0_0_1px_var(--line-2)] peer-focus-visible:outline-2 peer-focus-visible:outline-offset-0 peer-focus-visible:outline-focus max-md:h-11 max-md:px-4">
            {option.label}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
