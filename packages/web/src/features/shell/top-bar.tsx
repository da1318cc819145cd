import { t } from '@packhouse/messages'
import { Link } from '@tanstack/react-router'
import { isDemoMode } from '../../lib/demo-mode.ts'
import { useProduct } from '../../lib/public-settings.ts'
import { type Section, sectionsFor } from '../../lib/section.ts'
import { useSession } from '../../lib/session.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { BarLinks } from './bar-links.tsx'
import { MenuNavigation } from './menu-navigation.tsx'
import { type LazyPalette, PaletteOpener } from './palette-opener.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

export interface TopBarProps {
  sections: readonly Section[]
  palette: LazyPalette
}

/** A customer's two links fit until a phone; the many of staff move behind the menu button sooner. */
const widths = {
  few: { bar: 'max-md:hidden', menu: 'md:hidden' },
  many: { bar: 'max-[1080px]:hidden', menu: 'min-[1080px]:hidden' },
}

/** The bar over every signed-in screen. On phones its links move behind the menu button. */
export function TopBar({ sections, palette }: TopBarProps) {
  const allowed = sectionsFor(useSession(), sections)
  const width = widths[allowed.length > 2 ? 'many' : 'few']
  return (
    <header className="sticky top-0 z-40 flex h-14 items-stretch border-b border-bar-line bg-bar px-8 text-on-bar max-[1020px]:px-4 [--focus:var(--bar-focus)] max-md:pr-2 max-md:pl-4">
      <Brand />
      <nav aria-label={t('shell.main')} className={`ml-7 flex items-stretch gap-0.5 max-[1400px]:ml-3 ${width.bar}`}>
        <BarLinks sections={allowed} place="bar" />
      </nav>
      <div className="ml-auto flex items-center gap-1.5 pl-2 max-md:gap-0">
        <PaletteOpener palette={palette} />
        <ThemeToggle />
        <ProfileMenu />
        <MenuNavigation sections={allowed} className={width.menu} />
      </div>
    </header>
  )
}

function Brand() {
  const { productTitle } = useProduct()
  return (
    <>
      <Link
        to="/"
        className="mr-2 flex min-w-0 items-center gap-2.5 font-display text-17 leading-none font-semibold tracking-[-.01em] no-underline"
      >
        <BrandMark className="text-on-bar" />
        <span className="truncate pr-0.5 leading-normal">{productTitle}</span>
      </Link>
      {isDemoMode() && <em className="mr-1 self-center text-13 text-bar-focus italic">{t('shell.demo')}</em>}
    </>
  )
}
