import { useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { type Area, currentArea, isCurrentSection } from '../../lib/section.ts'
import { AppLink } from '../../ui/app-link.tsx'

/** The pages of the area that is open, under the top bar; nothing where there is no choice. */
export function SectionBar({ areas }: { areas: readonly Area[] }) {
  const { pathname } = useLocation()
  const area = currentArea(areas, pathname)
  const bar = useRef<HTMLElement>(null)
  // It scrolls sideways on a narrow screen; the page that is shown must be seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link is known by the page only after it changed
  useEffect(() => {
    bar.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [pathname])
  if (area === undefined || area.sections.length === 1) return null
  return (
    <nav
      ref={bar}
      data-section-bar
      aria-label={area.label}
      className="sticky top-14 z-30 flex h-11 items-stretch gap-0.5 overflow-x-auto overflow-y-hidden border-b border-line bg-surface px-5.5 [scrollbar-width:none] max-[1020px]:px-1.5"
    >
      {area.sections.map(({ Mark, ...section }) => (
        <AppLink
          key={section.to}
          href={section.to}
          aria-current={isCurrentSection(section, pathname) ? 'page' : undefined}
          className="relative flex shrink-0 items-center gap-1.5 px-2.5 text-13 font-medium whitespace-nowrap text-text-2 no-underline hover:text-text focus-visible:-outline-offset-3 aria-[current]:font-semibold aria-[current]:text-text aria-[current]:after:absolute aria-[current]:after:inset-x-2.5 aria-[current]:after:bottom-0 aria-[current]:after:h-[3px] aria-[current]:after:bg-kraft"
        >
          {section.label}
          <Suspense>{Mark && <Mark />}</Suspense>
        </AppLink>
      ))}
    </nav>
  )
}
