import { type TextareaHTMLAttributes, useId } from 'react'
import { classNames } from './class-names.ts'
import { FieldError } from './field-error.tsx'

export interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string
  error?: string | undefined
}

/** A field of several lines with its label and error. */
export function TextArea({ label, error, className, ...area }: TextAreaProps) {
  const id = useId()
  return (
    <div className="grid gap-[5px]">
      <label htmlFor={id} className="text-12 font-[550] text-text-2">
        {label}
      </label>
      <textarea
        {...area}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={classNames(
          'w-full rounded-control border bg-surface px-3 py-2 text-14 text-text focus:outline-2 focus:outline-focus max-md:text-16',
          error ? 'border-bad shadow-[inset_0_0_0_1px_var(--bad)]' : 'border-control',
          className,
        )}
      />
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
