import { useRouter } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react'

export interface AppLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** Path, query and hash within the product. */
  href: string
  ref?: Ref<HTMLAnchorElement>
}

/**
 * A link to an address of the product that is known as text. The router's own link follows every change of the address to
 * know whether it is active; a thousand of them made each choice of a filter cost more than drawing its result. This one
 * only leads there.
 */
export function AppLink({ onClick, href, ...rest }: AppLinkProps) {
  const router = useRouter()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!isPlainClick(event)) return
    event.preventDefault()
    void router.navigate({ href })
  }
  return <a {...rest} href={href} onClick={follow} />
}

/** A click that the browser would follow in this very tab; new tabs, windows and downloads stay its business. */
export function isPlainClick(event: MouseEvent): boolean {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return !event.defaultPrevented && event.button === 0 && !modified
}
