import { t } from '@packhouse/messages'
import { Link } from '@tanstack/react-router'
import { useState, useSyncExternalStore } from 'react'
import { isDemoMode } from '../../lib/demo-mode.ts'
import { barMark } from '../../lib/offline/bar-mark.ts'
import { useProduct } from '../../lib/public-settings.ts'
import { type Area, isStaff } from '../../lib/section.ts'
import { useSession } from '../../lib/session.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { classNames } from '../../ui/class-names.ts'
import { AreaNavigation } from './area-navigation.tsx'
import { AreaSheet } from './area-sheet.tsx'
import { type LazyPalette, PaletteOpener } from './palette-opener.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { ThemeToggle } from './theme-toggle.tsx'
import { WaitingLinks } from './waiting-links.tsx'

export interface TopBarProps {
  areas: readonly Area[]
  /** How many of the areas have found their place; infinite where all have. */
  placed: number
  palette: LazyPalette
}

/** The few links of a customer fit until a phone; the areas of staff move behind the menu button sooner. */
const widths = {
  few: { bar: 'max-md:hidden', menu: 'md:hidden' },
  many: { bar: 'max-[940px]:hidden', menu: 'min-[940px]:hidden' },
}

/** The bar over every signed-in screen. On narrow screens its areas move behind the menu button. */
export function TopBar({ areas, placed, palette }: TopBarProps) {
  const [searching, setSearching] = useState(false)
  const Mark = useSyncExternalStore(barMark.subscribe, barMark.read)
  // Whoever has to set up a second factor first finds nothing yet.
  const finds = !useSession()?.secondFactorRequired
  const isPlain = areas.length <= 3 && areas.every(({ sections }) => sections.length === 1)
  const width = widths[isPlain ? 'few' : 'many']
  return (
    <header className="sticky top-(--banner) z-40 flex h-14 items-stretch border-b border-bar-line bg-bar px-8 text-on-bar max-[1020px]:px-4 [--focus:var(--bar-focus)] max-md:pe-2 max-md:ps-4">
      <Brand besideMany={!isPlain} />
      <AreaNavigation
        areas={areas}
        placed={placed}
        className={`ms-7 flex items-stretch gap-0.5 max-xl:ms-3 max-xl:gap-0 ${width.bar}`}
      />
      <div className="ms-auto flex items-center gap-1.5 ps-2 max-sm:ps-0 max-xl:gap-0">
        {finds && <PaletteOpener palette={palette} open={searching} onOpenChange={setSearching} />}
        {Mark !== undefined && <Mark />}
        <WaitingLinks areas={areas} />
        <ThemeToggle />
        <ProfileMenu />
        <AreaSheet areas={areas} className={width.menu} onSearch={finds ? () => setSearching(true) : undefined} />
      </div>
    </header>
  )
}

/** @param besideMany between phones and wide screens six areas leave no room for the title: the mark stands for it */
function Brand({ besideMany }: { besideMany: boolean }) {
  const { productTitle, logo } = useProduct()
  const session = useSession()
  return (
    <>
      <Link
        to={session && isStaff(session) ? '/home' : '/'}
        className="me-2 flex min-w-0 items-center gap-2.5 max-sm:me-1 max-sm:gap-2 font-display text-17 leading-none font-semibold tracking-[-.01em] no-underline"
      >
        {logo === null ? <BrandMark className="text-on-bar" /> : <img src={logo} alt="" className="h-7 max-w-40" />}
        <span
          className={classNames('truncate pe-0.5 leading-normal', besideMany && 'min-[940px]:max-[1100px]:sr-only')}
        >
          {productTitle}
        </span>
      </Link>
      {isDemoMode() && (
        // Where there is no room it shrinks before the title does.
        <em className="me-1 min-w-0 shrink-[9999] self-center truncate pe-0.5 text-13 text-bar-focus italic max-sm:me-0 max-sm:text-11">
          {t('shell.demo')}
        </em>
      )}
    </>
  )
}
