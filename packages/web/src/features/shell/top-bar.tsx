import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { isDemoMode } from '../../lib/demo-mode.ts'
import { useProduct } from '../../lib/public-settings.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { CrossIcon, MenuIcon } from '../../ui/icons.tsx'
import { barButtonClasses } from './bar-button.ts'
import { BarLinks } from './bar-links.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

/** The bar over every signed-in screen. On phones its links move behind the menu button. */
export function TopBar() {
  const { productTitle } = useProduct()
  return (
    <header className="sticky top-0 z-40 flex h-14 items-stretch border-b border-bar-line bg-bar px-8 text-on-bar [--focus:var(--bar-focus)] max-md:pr-2 max-md:pl-4">
      <Link
        to="/"
        className="mr-2 flex min-w-0 items-center gap-2.5 font-display text-17 leading-none font-semibold tracking-[-.01em] no-underline"
      >
        <BrandMark className="text-on-bar" />
        <span className="truncate leading-normal">{productTitle}</span>
      </Link>
      {isDemoMode() && <em className="mr-1 self-center text-13 text-bar-focus italic">Demo</em>}
      <nav aria-label="Main" className="ml-7 flex items-stretch gap-0.5 max-md:hidden">
        <BarLinks place="bar" />
      </nav>
      <div className="ml-auto flex items-center gap-1.5 pl-2">
        <ThemeToggle />
        <ProfileMenu />
        <PhoneNavigation />
      </div>
    </header>
  )
}

/** The links of the bar as a sheet under it. Escape closes it and returns to its button. */
function PhoneNavigation() {
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
    <div className="md:hidden">
      <button
        ref={button}
        type="button"
        aria-label={open ? 'Close menu' : 'Open menu'}
        aria-expanded={open}
        aria-controls="phone-navigation"
        className={barButtonClasses}
        onClick={() => setOpen(!open)}
      >
        {open ? <CrossIcon size={20} /> : <MenuIcon size={20} />}
      </button>
      <nav
        id="phone-navigation"
        aria-label="Main"
        hidden={!open}
        className="absolute inset-x-0 top-full border-b border-bar-line bg-bar px-2 py-2 shadow-float"
      >
        <BarLinks place="sheet" onFollow={() => setOpen(false)} />
      </nav>
    </div>
  )
}
