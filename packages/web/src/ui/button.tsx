import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'standard' | 'primary' | 'quiet' | 'danger'
export type ButtonSize = 'dense' | 'standard' | 'large'

const base =
  'inline-flex items-center justify-center gap-2 rounded-control border font-[550] whitespace-nowrap no-underline ' +
  'transition-colors max-md:h-11 aria-busy:cursor-progress disabled:cursor-not-allowed disabled:border-line ' +
  'disabled:bg-surface-3 disabled:text-text-3'

const variants: Record<ButtonVariant, string> = {
  standard:
    'border-line-2 bg-surface text-text hover:border-control hover:bg-surface-3 active:bg-line-2 ' +
    'aria-pressed:border-kraft aria-pressed:bg-kraft-soft aria-pressed:text-kraft-strong',
  primary: 'border-action bg-action text-on-action hover:border-action-hover hover:bg-action-hover',
  quiet: 'border-transparent text-text-2 hover:bg-surface-3 hover:text-text',
  danger: 'border-bad bg-surface text-bad hover:bg-bad-soft',
}

const sizes: Record<ButtonSize, string> = {
  dense: 'h-[30px] px-2.5 text-13',
  standard: 'h-9 px-3.5 text-14',
  large: 'h-11 px-3.5 text-15',
}

/** The classes of a button, for a link that looks like one. */
export function buttonClasses(variant: ButtonVariant = 'standard', size: ButtonSize = 'standard'): string {
  return classNames(base, variants[variant], sizes[size])
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Shows a turning ring, keeps the focus and ignores further presses. */
  busy?: boolean
  children: ReactNode
  ref?: Ref<HTMLButtonElement>
}

export function Button({ variant, size, busy = false, className, onClick, children, type, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      aria-busy={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
      className={classNames(buttonClasses(variant, size), className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}
