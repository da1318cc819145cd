import { t } from '@packhouse/messages'
import { useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import { isDemoMode } from '../../lib/demo-mode.ts'
import { useProduct } from '../../lib/public-settings.ts'
import { type Area, currentArea, isCurrentSection } from '../../lib/section.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { ExternalIcon } from '../../ui/icons.tsx'
import { AreaMenu } from './area-menu.tsx'
import { barEntryClasses } from './bar-classes.ts'
import { useAreaMenus } from './use-area-menus.ts'

interface AreaNavigationProps {
  areas: readonly Area[]
  /** How many of the areas have found their place. The others wait, and so does Docs: an entry never moves from under a pointer. */
  placed: number
  className: string
}

/** The areas in the top bar and Docs. An area with one page is a link to it, every other opens a menu of its pages. */
export function AreaNavigation({ areas, placed, className }: AreaNavigationProps) {
  const { pathname } = useLocation()
  const { docsUrl } = useProduct()
  const { navigation, onKeyDown, menuOf } = useAreaMenus(pathname)
  const current = currentArea(areas, pathname)
  return (
    <nav ref={navigation} aria-label={t('shell.main')} className={className} onKeyDown={onKeyDown}>
      {areas
        .slice(0, placed)
        .map((area) =>
          area.sections.length === 1 ? (
            <AreaLink key={area.label} area={area} pathname={pathname} />
          ) : (
            <AreaMenu
              key={area.label}
              area={area}
              isCurrent={area === current}
              pathname={pathname}
              {...menuOf(area.label)}
            />
          ),
        )}
      {placed >= areas.length && (
        <a data-entry href={docsUrl} target="_blank" rel="noopener" className={barEntryClasses}>
          {t('shell.docs')} <ExternalIcon size={12} />
          <span className="sr-only">{t('shell.opensInANewTab')}</span>
        </a>
      )}
    </nav>
  )
}

function AreaLink({ area, pathname }: { area: Area; pathname: string }) {
  const [{ Mark, ...section }] = area.sections
  return (
    <AppLink
      data-entry
      href={section.to}
      aria-current={isCurrentSection(section, pathname) ? 'page' : undefined}
      className={barEntryClasses}
    >
      {area.label}
      {/* In the demo nothing is ever counted. */}
      {Mark && !isDemoMode() && (
        // As wide as the highest count, so that the bar does not move under somebody's pointer when the count comes.
        <span className="-me-2 flex min-w-8">
          <Suspense>
            <Mark />
          </Suspense>
        </span>
      )}
    </AppLink>
  )
}
