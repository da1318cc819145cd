import { t } from '@packhouse/messages'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useSession } from '../../lib/session.ts'
import { recordAction } from '../../lib/usage/usage-actions.ts'
import type { PaletteItem } from './palette-item.ts'
import type { Places } from './palette-places.ts'
import { PaletteSearch } from './palette-search.tsx'
import { rememberChoice } from './recent-choices.ts'

export interface CommandPaletteProps {
  places: Places
  /** What was typed before it was there. */
  typed: RefObject<string>
  onClose: () => void
}

/** Finds everything the reader may see and goes there. Escape closes it and returns to where the focus was. */
export function CommandPalette({ places, typed, onClose }: CommandPaletteProps) {
  const session = useSession()
  const router = useRouter()
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => {
    dialog.current?.close()
    // The event of closing comes later; whoever presses Ctrl-K before it wants the palette again.
    onClose()
  }
  const choose = (item: PaletteItem) => {
    recordAction('search')
    if (session) rememberChoice(session.user.id, item)
    // First, because closing returns the focus and the new screen takes it.
    close()
    if (item.newTab) window.open(item.href, '_blank', 'noopener')
    else void router.navigate({ href: item.href })
  }
  return (
    <PaletteDialog dialog={dialog} onClose={onClose}>
      <PaletteSearch places={places} typed={typed} onChoose={choose} onClose={close} />
    </PaletteDialog>
  )
}

interface PaletteDialogProps {
  dialog: RefObject<HTMLDialogElement | null>
  onClose: () => void
  children: ReactNode
}

/** The browser's own modal dialog: it keeps the focus inside and gives it back, and nothing behind it can be reached. */
function PaletteDialog({ dialog, onClose, children }: PaletteDialogProps) {
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [dialog])
  // Beside the bar and not in it: what is on the bar has colours of its own.
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside the dialog; the keyboard has Escape
    <dialog
      ref={dialog}
      aria-label={t('palette.commandPalette')}
      onClose={() => {
        if (!dialog.current?.open) onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close()
      }}
      className="mx-auto mt-[max(8vh,72px)] mb-auto h-fit max-h-[min(600px,78dvh)] w-[min(680px,calc(100vw-48px))] overflow-hidden rounded-dialog border border-line-2 bg-surface p-0 text-text shadow-drawer backdrop:bg-[#0a101d]/45 max-md:m-0 max-md:h-dvh max-md:max-h-none max-md:w-full max-md:max-w-none max-md:rounded-none max-md:border-0 open:flex"
    >
      {children}
    </dialog>,
    document.body,
  )
}
