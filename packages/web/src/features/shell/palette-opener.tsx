import { t } from '@packhouse/messages'
import { type ComponentType, Suspense, useEffect, useState } from 'react'
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

/** The button that opens the palette, and the key that does so from anywhere. */
export function PaletteOpener({ palette }: { palette: LazyPalette }) {
  const [open, setOpen] = useState(false)
  const { Palette, preload } = palette
  useEffect(() => {
    const toggle = (event: KeyboardEvent) => {
      if (!isPaletteKey(event)) return
      event.preventDefault()
      setOpen((shown) => !shown)
    }
    document.addEventListener('keydown', toggle)
    return () => document.removeEventListener('keydown', toggle)
  }, [])
  return (
    <>
      <OpenButton onOpen={() => setOpen(true)} onReach={() => void preload()} />
      <Suspense>{open && <Palette onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

function OpenButton({ onOpen, onReach }: { onOpen: () => void; onReach: () => void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
      className="flex h-9 items-center gap-2 rounded-control px-2.5 text-13 text-on-bar-2 transition-colors hover:bg-on-bar/10 hover:text-on-bar max-md:size-11 max-md:justify-center"
      onClick={onOpen}
      onPointerEnter={onReach}
      onFocus={onReach}
    >
      <SearchIcon />
      <span className="max-xl:sr-only">{t('shell.search')}</span>
      <kbd className="rounded-control border border-on-bar/30 px-1.5 font-sans text-11 leading-[18px] font-[550] whitespace-nowrap max-lg:sr-only">
        {isMac ? '⌘ K' : t('shell.ctrlK')}
      </kbd>
    </button>
  )
}
