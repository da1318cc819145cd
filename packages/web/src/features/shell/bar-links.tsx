import { t } from '@packhouse/messages'
import { useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useProduct } from '../../lib/public-settings.ts'
import { isCurrentSection, type Section } from '../../lib/section.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { ExternalIcon } from '../../ui/icons.tsx'

const places = {
  bar:
    'relative flex items-center gap-1.5 px-3 text-14 font-medium whitespace-nowrap text-on-bar-2 no-underline ' +
    'transition-colors max-[1400px]:px-2 hover:text-on-bar aria-[current]:text-on-bar aria-[current]:after:absolute ' +
    'aria-[current]:after:inset-x-3 max-[1400px]:aria-[current]:after:inset-x-2 aria-[current]:after:bottom-0 ' +
    'aria-[current]:after:h-1 aria-[current]:after:bg-bar-mark focus-visible:-outline-offset-4',
  sheet:
    'flex min-h-11 items-center gap-2 rounded-control border-l-4 border-transparent px-3 text-16 font-medium ' +
    'text-on-bar-2 no-underline aria-[current]:border-bar-mark aria-[current]:text-on-bar',
}

export interface BarLinksProps {
  sections: readonly Section[]
  place: keyof typeof places
  onFollow?: () => void
}

/** The sections and Docs, in the bar or in the sheet of a phone. */
export function BarLinks({ sections, place, onFollow }: BarLinksProps) {
  const { docsUrl } = useProduct()
  const { pathname } = useLocation()
  return (
    <>
      {sections.map((section) => (
        <AppLink
          key={section.to}
          href={section.to}
          aria-current={isCurrentSection(section, pathname) ? 'page' : undefined}
          className={places[place]}
          onClick={onFollow}
        >
          {section.label}
          <Suspense>{section.Mark && <section.Mark />}</Suspense>
        </AppLink>
      ))}
      <a href={docsUrl} target="_blank" rel="noopener" className={places[place]} onClick={onFollow}>
        {t('shell.docs')} <ExternalIcon size={12} />
        <span className="sr-only">{t('shell.opensInANewTab')}</span>
      </a>
    </>
  )
}
