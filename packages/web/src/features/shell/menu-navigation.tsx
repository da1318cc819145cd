import { t } from '@packhouse/messages'
import { useEffect, useRef, useState } from 'react'
import type { Section } from '../../lib/section.ts'
import { CrossIcon, MenuIcon } from '../../ui/icons.tsx'
import { barButtonClasses } from './bar-button.ts'
import { BarLinks } from './bar-links.tsx'

/** The links of the bar as a sheet under it. Escape closes it and returns to its button. */
export function MenuNavigation({ sections, className }: { sections: readonly Section[]; className: string }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!open) return
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [open])
  return (
    <div className={className}>
      <button
        ref={button}
        type="button"
        aria-label={open ? t('shell.closeMenu') : t('shell.openMenu')}
        aria-expanded={open}
        aria-controls="menu-navigation"
        className={barButtonClasses}
        onClick={() => setOpen(!open)}
      >
        {open ? <CrossIcon size={20} /> : <MenuIcon size={20} />}
      </button>
      <nav
        id="menu-navigation"
        aria-label={t('shell.main')}
        hidden={!open}
        className="absolute inset-x-0 top-full border-b border-bar-line bg-bar px-2 py-2 shadow-float"
      >
        <BarLinks sections={sections} place="sheet" onFollow={() => setOpen(false)} />
      </nav>
    </div>
  )
}
