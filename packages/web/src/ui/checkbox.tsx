import { type MouseEvent, useEffect, useRef } from 'react'

export interface CheckboxProps {
  label: string
  checked: boolean
  /** Some, but not all, of what it controls is on. */
  mixed?: boolean
  tabIndex?: number
  onToggle: (event: MouseEvent<HTMLInputElement>) => void
}

/** A checkbox whose name is only read aloud, for a table. */
export function Checkbox({ label, checked, mixed = false, tabIndex, onToggle }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = mixed
  }, [mixed])
  return (
    <span className="relative inline-grid size-4 place-items-center align-middle max-md:-m-3.5 max-md:size-11">
      <input
        ref={input}
        type="checkbox"
        aria-label={label}
        checked={checked}
        tabIndex={tabIndex}
        onClick={onToggle}
        // What it shows follows from the selection, which the click has changed.
        onChange={() => undefined}
        className="peer col-start-1 row-start-1 size-4 appearance-none rounded-[3px] border-[1.5px] border-control bg-surface checked:border-action checked:bg-action indeterminate:border-action indeterminate:bg-action max-md:before:absolute max-md:before:inset-0 max-md:before:content-['']"
      />
      <svg
        viewBox="0 0 24 24"
        aria-hidden="true"
        className="pointer-events-none col-start-1 row-start-1 hidden size-3 fill-none stroke-on-action stroke-4 peer-checked:block peer-indeterminate:block"
      >
        <path d={mixed ? 'M4 12h16' : 'm4 12.5 5.5 5.5L20 7'} strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    </span>
  )
}
