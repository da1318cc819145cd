import { t } from '@packhouse/messages'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type Area, currentArea, groupsOf, isCurrentSection } from '../../lib/section.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { barTabClasses, pageBarClasses } from '../../ui/bar-tab-classes.ts'
import { GroupBar } from './group-bar.tsx'
import { SectionMark } from './section-mark.tsx'

interface SectionBarProps {
  areas: readonly Area[]
  /** Whether an open record has put its own bar in this place. */
  isTaken: boolean
  /** Takes the element that the bar of the record is drawn in. */
  setSlot: (slot: HTMLElement | null) => void
}

/** The bar under the top bar: the pages of the area that is open, or what an open record puts there. */
export function SectionBar({ areas, isTaken, setSlot }: SectionBarProps) {
  if (isTaken) {
    return (
      <section
        ref={setSlot}
        data-section-bar
        aria-label={t('shell.thisRecord')}
        className={`${pageBarClasses} gap-1.5 ps-7.5 max-[1020px]:ps-4`}
      />
    )
  }
  return <PageBar areas={areas} />
}

/** The pages of the area; nothing where there is no choice. */
function PageBar({ areas }: Pick<SectionBarProps, 'areas'>) {
  const { pathname } = useLocation()
  const area = currentArea(areas, pathname)
  const bar = useRef<HTMLElement>(null)
  // It scrolls sideways on a narrow screen; the page that is shown must be seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link is known by the page only after it changed
  useEffect(() => {
    const show = () =>
      bar.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    // Counts come later, make their links wider, and push it out of sight again.
    const widths = new ResizeObserver(show)
    for (const link of bar.current?.children ?? []) widths.observe(link)
    return () => widths.disconnect()
  }, [pathname])
  if (area === undefined || area.sections.length === 1) return null
  const groups = groupsOf(area)
  if (groups.length > 1) return <GroupBar label={area.label} groups={groups} pathname={pathname} />
  return (
    <nav ref={bar} data-section-bar aria-label={area.label} className={pageBarClasses}>
      {area.sections.map((section) => (
        <AppLink
          key={section.to}
          href={section.to}
          aria-current={isCurrentSection(section, pathname) ? 'page' : undefined}
          className={`${barTabClasses} no-underline`}
        >
          {section.label}
          <SectionMark section={section} />
        </AppLink>
      ))}
    </nav>
  )
}
