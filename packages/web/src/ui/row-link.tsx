import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { isPlainClick } from './app-link.tsx'
import { classNames } from './class-names.ts'

interface RowLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'onClick'> {
  /** Where the row leads, within the product. */
  href: string
  onOpen: () => void
  /** Lies over all of its row, which has `linkedRowClasses` and `rowPresses`. */
  coversRow?: boolean
  /** What finds the link among those of its list. */
  [data: `data-${string}`]: string
}

/** For the row that a link lies over. The turn by nothing is for browsers in which a relative row does not bound what is absolute in it. */
export const linkedRowClasses = 'relative cursor-pointer [transform:rotate(0)]'

/** For what lies above the link of its row: text that can be selected. On a phone the link is above text, so that a long press is one on it. */
export const aboveRowLink = 'md:relative md:z-1'

/** The link of a row: a click opens it here, and everything else is what browsers do with links, such as a new tab. */
export function RowLink({ href, onOpen, coversRow = false, className, children, ...rest }: RowLinkProps) {
  const open = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    onOpen()
  }
  return (
    <a
      {...rest}
      data-row-link
      href={href}
      onClick={open}
      className={classNames(
        'no-underline',
        coversRow &&
          'after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus',
        className,
      )}
    >
      {children}
    </a>
  )
}

/** The link of a row, if it leads anywhere. */
export function linkOfRow(row: Element): HTMLAnchorElement | null {
  return row.querySelector('a[data-row-link]')
}

const MIDDLE = 1
const pressable = 'a, button, input, label, select, textarea'

/** What presses on the text that lies above the link of a row do: what the link does. */
export function rowPresses(onOpen: () => void) {
  const press = (event: MouseEvent<HTMLElement>) => {
    const { currentTarget: row, target } = event
    const link = linkOfRow(row)
    if (link === null || !isBesideControls(row, target) || holdsSelection(row)) return
    if (isPlainClick(event)) {
      // As a press on the link does; whatever opens gives the focus back to it.
      link.focus({ preventScroll: true })
      onOpen()
    } else if (event.button === MIDDLE || event.ctrlKey || event.metaKey || event.shiftKey) {
      window.open(link.href, '_blank', 'noopener')
    }
  }
  return {
    onClick: press,
    onAuxClick: (event: MouseEvent<HTMLElement>) => event.button === MIDDLE && press(event),
    // Or the middle button scrolls.
    onMouseDown: (event: MouseEvent<HTMLElement>) => {
      if (event.button === MIDDLE && isBesideControls(event.currentTarget, event.target)) event.preventDefault()
    },
  }
}

/** Whether the row itself was pressed: no control in it, and nothing that React alone has below it, such as its menu. */
function isBesideControls(row: HTMLElement, target: EventTarget): boolean {
  return target instanceof Element && row.contains(target) && target.closest(pressable) === null
}

/** Whoever selected text in the row by dragging does not want to open it. */
function holdsSelection(row: HTMLElement): boolean {
  const selection = window.getSelection()
  return selection !== null && !selection.isCollapsed && selection.containsNode(row, true)
}
