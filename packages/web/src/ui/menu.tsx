import { Menu as BaseMenu } from '@base-ui/react/menu'
import { t } from '@packhouse/messages'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactElement, type ReactNode, useRef } from 'react'
import type { Icon } from './icon.tsx'
import { ExternalIcon } from './icons.tsx'

const itemClasses =
  'flex w-full cursor-pointer items-center gap-2.5 rounded-control px-2.5 py-2 text-start text-14 no-underline ' +
  'outline-none data-highlighted:bg-surface-3 max-md:min-h-11'

export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement
  defaultOpen?: boolean
  /** Stands above the entries, behind a line. */
  head?: ReactNode
  children: ReactNode
}

/**
 * A menu under a button: arrow keys move, letters search, Escape closes it and returns to the button. It needs about
 * 45 kB of script, so a screen loads it when somebody reaches for it.
 */
export function Menu({ trigger, defaultOpen = false, head, children }: MenuProps) {
  // It opens beside its button and not at the end of the page: it stays in the landmark and in the reading order.
  const place = useRef<HTMLDivElement>(null)
  return (
    <BaseMenu.Root defaultOpen={defaultOpen} modal={false}>
      <div ref={place}>
        <BaseMenu.Trigger render={trigger} />
      </div>
      <BaseMenu.Portal container={place}>
        <BaseMenu.Positioner align="end" sideOffset={6} collisionPadding={8} className="z-60 outline-none">
          <BaseMenu.Popup className="max-w-[calc(100vw-16px)] min-w-54 rounded-panel border border-line bg-surface p-1.5 text-text shadow-float outline-none">
            {head && <div className="mb-1.5 border-b border-line px-2.5 pt-2 pb-2.5">{head}</div>}
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

interface EntryProps {
  icon: Icon
  children: ReactNode
}

/** An entry that does something. */
export function MenuAction({ icon: Shape, onSelect, children }: EntryProps & { onSelect: () => void }) {
  return (
    <BaseMenu.Item className={itemClasses} onClick={onSelect}>
      <Shape className="text-text-3" />
      {children}
    </BaseMenu.Item>
  )
}

/** An entry that leads to another screen. */
export function MenuRouterLink({ icon: Shape, to, children }: EntryProps & { to: LinkProps['to'] }) {
  return (
    <BaseMenu.LinkItem className={itemClasses} closeOnClick render={<Link to={to} />}>
      <Shape className="text-text-3" />
      {children}
    </BaseMenu.LinkItem>
  )
}

/** An entry that leads out of the product, in a new tab. */
export function MenuExternalLink({ icon: Shape, href, children }: EntryProps & { href: string }) {
  return (
    <BaseMenu.LinkItem className={itemClasses} closeOnClick href={href} target="_blank" rel="noopener">
      <Shape className="text-text-3" />
      {children}
      <ExternalIcon size={14} className="ms-auto text-text-3" />
      <span className="sr-only">{t('ui.opensInANewTab')}</span>
    </BaseMenu.LinkItem>
  )
}
