import { t } from '@packhouse/messages'
import { type ComponentType, type Dispatch, type SetStateAction, Suspense, useEffect } from 'react'
import { SearchIcon } from '../../ui/icons.tsx'

/** The command palette as the bar knows it: code that comes when somebody asks for it. */
export interface LazyPalette {
  Palette: ComponentType<{ onClose: () => void }>
  preload: () => Promise<unknown>
}

// On a Mac, Ctrl-K deletes to the end of the line; there the key is Command.
const isMac = /^(Mac|iP)/.test(navigator.platform)

function isPaletteKey(event: KeyboardEvent): boolean {
  const held = isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
  return held && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k'
}

export interface PaletteOpenerProps {
  palette: LazyPalette
  open: boolean
  onOpenChange: Dispatch<SetStateAction<boolean>>
}

/** The button that opens the palette, and the key that does so from anywhere. */
export function PaletteOpener({ palette: { Palette, preload }, open, onOpenChange }: PaletteOpenerProps) {
  useEffect(() => {
    const toggle = (event: KeyboardEvent) => {
      if (!isPaletteKey(event)) return
      event.preventDefault()
      onOpenChange((shown) => !shown)
    }
    document.addEventListener('keydown', toggle)
    return () => document.removeEventListener('keydown', toggle)
  }, [onOpenChange])
  return (
    <>
      <OpenButton onOpen={() => onOpenChange(true)} onReach={() => void preload()} />
      <Suspense>{open && <Palette onClose={() => onOpenChange(false)} />}</Suspense>
    </>
  )
}

function OpenButton({ onOpen, onReach }: { onOpen: () => void; onReach: () => void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
      className="flex h-9 items-center gap-2 rounded-control border border-on-bar/20 px-2.5 text-13 text-on-bar-2 transition-colors hover:bg-on-bar/10 hover:text-on-bar max-xl:border-transparent max-md:size-11 max-md:justify-center"
      onClick={onOpen}
      onPointerEnter={onReach}
      onFocus={onReach}
    >
      <SearchIcon />
      <span className="max-xl:sr-only">{t('shell.search')}</span>
      <kbd className="rounded-control border border-on-bar/30 px-1.5 font-sans text-11 leading-[18px] font-[550] max-xl:sr-only">
        {isMac ? '⌘ K' : t('ui.keyWithCtrl', { key: 'K' })}
      </kbd>
    </button>
  )
}
