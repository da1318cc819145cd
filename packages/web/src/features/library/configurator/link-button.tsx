import type { ButtonHTMLAttributes } from 'react'

/** The look of a link in running text. */
export const linkLook =
  'rounded-state text-start text-12 font-[550] underline decoration-kraft decoration-2 underline-offset-4 hover:decoration-current max-md:inline-flex max-md:min-h-11 max-md:items-center'

/** A button that stands in a sentence, for a change of what is asked. */
export function LinkButton({ className = '', ...rest }: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button {...rest} type="button" className={`${linkLook} ${className}`} />
}
