import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { classNames } from './class-names.ts'
import { FieldError } from './field-error.tsx'

const inputClasses =
  'w-full rounded-control border bg-surface text-text placeholder:text-text-3 hover:border-text-2 focus:border-focus ' +
  'focus:outline-2 focus:outline-offset-0 focus:outline-focus disabled:border-line-2 disabled:bg-surface-3 ' +
  'disabled:text-text-2 max-md:h-11 max-md:text-16'

const sizes = { standard: 'h-9 px-[11px] text-14', large: 'h-11 px-[13px] text-15' }

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> {
  label: string
  help?: string
  error?: string
  size?: 'standard' | 'large'
  /** At the end of the label's line; Tab reaches it after the field. */
  labelEnd?: ReactNode
  /** A button inside the field, at its end. */
  end?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** A field of text with its label, help and error. */
export function TextField({ label, help, error, size = 'standard', labelEnd, end, ...input }: TextFieldProps) {
  const id = useId()
  const described = classNames(help && `${id}-help`, error && `${id}-error`)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-[5px] *:col-span-full">
      <label
        htmlFor={id}
        className={classNames('row-start-1 text-12 font-[550] text-text-2', labelEnd != null && 'col-span-1!')}
      >
        {label}
      </label>
      <div className="relative">
        <input
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          className={classNames(
            inputClasses,
            sizes[size],
            end != null && 'pe-12',
            error ? 'border-bad shadow-[inset_0_0_0_1px_var(--bad)]' : 'border-control',
          )}
        />
        {end && <div className="absolute inset-y-0 end-1 flex items-center">{end}</div>}
      </div>
      {labelEnd && <div className="col-span-1! col-start-2 row-start-1 text-13">{labelEnd}</div>}
      {help && (
        <p id={`${id}-help`} className="text-12 text-text-3">
          {help}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
