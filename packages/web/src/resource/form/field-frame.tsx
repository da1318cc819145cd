import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { FieldError } from '../../ui/field-error.tsx'

export interface FieldFrameProps {
  id: string
  label: string
  required?: boolean | undefined
  help?: string | undefined
  error?: string | undefined
  children: ReactNode
}

/** What a control of a form needs to know of its frame. */
export interface ControlAttributes {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
  'aria-required': true | undefined
}

export function controlAttributes(frame: Omit<FieldFrameProps, 'children' | 'label'>): ControlAttributes {
  const { id, help, error, required } = frame
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': classNames(help && `${id}-help`, error && `${id}-error`) || undefined,
    'aria-required': required || undefined,
  }
}

export function inputClasses(faulty: boolean): string {
  return classNames(
    'h-9 w-full rounded-control border bg-surface px-[11px] text-14 text-text placeholder:text-text-3',
    'hover:border-text-2 focus:border-focus focus:outline-2 focus:outline-offset-0 focus:outline-focus',
    'disabled:border-line-2 disabled:bg-surface-3 disabled:text-text-2 max-md:h-11 max-md:text-16',
    faulty ? 'border-bad shadow-[inset_0_0_0_1px_var(--bad)]' : 'border-control',
  )
}

/** Label, help and error around a control. */
export function FieldFrame({ id, label, required, help, error, children }: FieldFrameProps) {
  return (
    <div className="grid content-start gap-[5px]">
      <label htmlFor={id} className="text-12 font-[550] text-text-2">
        {label}
        {required && (
          <span aria-hidden="true" className="ms-0.5 text-kraft-strong">
            *
          </span>
        )}
      </label>
      {children}
      {help && (
        <p id={`${id}-help`} className="text-12 text-text-3">
          {help}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
