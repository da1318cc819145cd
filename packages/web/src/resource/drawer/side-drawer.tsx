import { t } from '@packhouse/messages'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { Button } from '../../ui/button.tsx'
import { CrossIcon } from '../../ui/icons.tsx'
import { BesideContent } from '../frame.tsx'

export interface SideDrawerProps {
  ref?: Ref<HTMLElement>
  label: string
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  children: ReactNode
}

/** A drawer beside the content, which stays in use; it covers a narrow screen. */
export function SideDrawer({ ref, label, onKeyDown, children }: SideDrawerProps) {
  return (
    <BesideContent>
      <aside
        ref={ref}
        aria-label={label}
        onKeyDown={onKeyDown}
        className="z-30 flex w-[456px] max-w-full shrink-0 flex-col border-s border-line-2 bg-surface shadow-drawer max-xl:fixed max-xl:top-(--head) max-xl:end-0 max-xl:bottom-0 max-md:w-full max-md:border-s-0"
      >
        {children}
      </aside>
    </BesideContent>
  )
}

export interface SideDrawerHeadProps {
  onClose: () => void
  /** The button that closes it. */
  closeRef?: Ref<HTMLButtonElement>
  children: ReactNode
}

/** The head of a drawer, with the button that closes it. */
export function SideDrawerHead({ onClose, closeRef, children }: SideDrawerHeadProps) {
  return (
    <div className="flex items-start gap-2 border-b border-line px-6 pt-4 pb-3 max-md:px-4">
      <div className="min-w-0 flex-1">{children}</div>
      <Button
        ref={closeRef}
        variant="quiet"
        size="dense"
        aria-label={t('general.close')}
        className="w-[30px] px-0 max-md:w-11"
        onClick={onClose}
      >
        <CrossIcon />
      </Button>
    </div>
  )
}
