import type { Resource } from '@packhouse/contract'
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react'
import { useDocumentTitle } from '../lib/document-title.ts'
import { AppLink } from '../ui/app-link.tsx'
import { barTabClasses, pageBarClasses } from '../ui/bar-tab-classes.ts'
import { addressOf, type FeatureSection, type Screen, type ScreenProps } from './feature.ts'
import { Frame } from './frame.tsx'
import { ResourceList } from './resource-list.tsx'
import type { ResourceView } from './view.ts'

/** A screen whose code is loaded: one of its own, or else a list. */
export interface LoadedScreen extends ScreenProps {
  section: FeatureSection
  /** Those of the section that the reader may open. */
  screens: readonly Screen[]
  shown: Screen
  Content?: ComponentType<ScreenProps>
  list?: { resource: Resource; view: ResourceView }
}

/** A screen in its frame, with the navigation of its section where that has several screens. */
export function SectionPage(loaded: LoadedScreen) {
  const { section, screens, shown } = loaded
  useDocumentTitle(shown.label)
  if (shown.hasFrame) {
    return (
      <>
        {section.hasTabs && screens.length > 1 && <ScreenTabs section={section} screens={screens} shown={shown} />}
        <ScreenContent {...loaded} />
      </>
    )
  }
  return (
    <SectionFrame section={section} screens={screens} shown={shown}>
      <ScreenContent key={shown.path} {...loaded} />
    </SectionFrame>
  )
}

function ScreenContent({ Content, list, related }: LoadedScreen) {
  if (Content !== undefined) return <Content related={related} />
  if (list === undefined) return null
  const { resource, view } = list
  return <ResourceList resource={resource} view={{ ...view, related: [...(view.related ?? []), ...related] }} />
}

type SectionFrameProps = Pick<LoadedScreen, 'section' | 'screens' | 'shown'> & { children: ReactNode }

function SectionFrame({ section, screens, shown, children }: SectionFrameProps) {
  return (
    <Frame>
      <div className="flex min-h-0 flex-1 gap-6 pt-5 pe-6 ps-8 max-lg:flex-col max-lg:gap-3 max-md:px-4">
        {section.screens.length > 1 && <ScreenNavigation section={section} screens={screens} shown={shown} />}
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">{children}</div>
      </div>
    </Frame>
  )
}

function ScreenTabs({ section, screens, shown }: Omit<SectionFrameProps, 'children'>) {
  return (
    <nav data-section-bar aria-label={section.label} className={pageBarClasses}>
      {screens.map((screen) => (
        <AppLink
          key={screen.path}
          href={addressOf(section, screen)}
          aria-current={screen.path === shown.path ? 'page' : undefined}
          className={`${barTabClasses} no-underline`}
        >
          {screen.label}
        </AppLink>
      ))}
    </nav>
  )
}

function ScreenNavigation({ section, screens, shown }: Omit<SectionFrameProps, 'children'>) {
  const nav = useRef<HTMLElement>(null)
  // On a narrow screen the names scroll sideways; the one that is shown must be seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link is known by the page only after it changed
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [shown])
  return (
    <nav ref={nav} aria-label={section.label} className="w-44 shrink-0 max-lg:w-auto">
      <p className="mb-2 px-2.5 text-12 font-[550] text-text-2 max-lg:hidden">{section.label}</p>
      <ul className="grid gap-0.5 max-lg:flex max-lg:overflow-x-auto">
        {screens.map((screen) => (
          <li key={screen.path}>
            <AppLink
              href={addressOf(section, screen)}
              aria-current={screen.path === shown.path ? 'page' : undefined}
              className="flex items-center rounded-control border-s-[3px] border-transparent px-2.5 py-1.5 text-13 text-text-2 max-lg:whitespace-nowrap no-underline hover:bg-surface-3 aria-[current]:border-kraft aria-[current]:bg-kraft-soft aria-[current]:font-[550] aria-[current]:text-kraft-strong max-md:min-h-11"
            >
              {screen.label}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
