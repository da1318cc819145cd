import { t } from '@packhouse/messages'
import { type ComponentType, type Dispatch, type SetStateAction, Suspense, useEffect, useState } from 'react'
import { SearchIcon } from '../../ui/icons.tsx'

/** The command palette as the bar knows it: code that comes when somebody asks for it. */
export interface LazyPalette {
  Palette: ComponentType<{ typed: string; onClose: () => void }>
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
  const [typed] = useState(() => new TypedAhead())
  return (
    <>
      <OpenButton onOpen={() => onOpenChange(true)} onReach={() => void preload()} />
      {open && (
        <Suspense fallback={<Typeahead typed={typed} onClose={() => onOpenChange(false)} />}>
          <OpenPalette Palette={Palette} typed={typed} onClose={() => onOpenChange(false)} />
        </Suspense>
      )}
    </>
  )
}

/** What was typed since the palette was asked for. */
class TypedAhead {
  text = ''

  /** @returns whether it was a key for it */
  take(key: string): boolean {
    if (key === 'Backspace') this.text = this.text.slice(0, -1)
    else if (key.length === 1) this.text += key
    return key === 'Backspace' || key === 'Enter' || key.length === 1
  }

  clear(): void {
    this.text = ''
  }
}

interface TypeaheadProps {
  typed: TypedAhead
  onClose: () => void
}

function OpenPalette({ Palette, typed, onClose }: TypeaheadProps & Pick<LazyPalette, 'Palette'>) {
  const [first] = useState(() => typed.text)
  useEffect(() => typed.clear(), [typed])
  return <Palette typed={first} onClose={onClose} />
}

/** Until the code of the palette is here, keys go to it and not to the screen behind. */
function Typeahead({ typed, onClose }: TypeaheadProps) {
  useEffect(() => {
    const take = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (event.key === 'Escape') onClose()
      else if (!typed.take(event.key)) return
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('keydown', take, { capture: true })
    return () => document.removeEventListener('keydown', take, { capture: true })
  }, [typed, onClose])
  return null
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
