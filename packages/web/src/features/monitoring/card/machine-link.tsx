import { useNavigate } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react'

interface MachineLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  id: string
  ref?: Ref<HTMLAnchorElement>
}

/**
 * A link to a machine's page. The router's own link follows every change of the address to know whether it is active;
 * a thousand of them made each choice of a filter cost more than drawing its result. This one only leads there.
 */
export function MachineLink({ id, ...rest }: MachineLinkProps) {
  const navigate = useNavigate()
  const follow = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    void navigate({ to: '/machines/$id', params: { id } })
  }
  return <a {...rest} href={`/machines/${encodeURIComponent(id)}`} onClick={follow} />
}

/** A click that the browser would follow in this very tab; new tabs, windows and downloads stay its business. */
function isPlainClick(event: MouseEvent): boolean {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return !event.defaultPrevented && event.button === 0 && !modified
}
