import type { AreaName } from '../lib/section.ts'
import { loadSession } from '../lib/session.ts'
import { withDefaultScreens } from '../resource/all-screens.ts'
import { type FeatureSection, openScreens, openSections, type RecordPanel, type Screen } from '../resource/feature.ts'
import { declared } from '../resource/registry.ts'
import type { LoadedScreen } from '../resource/section-page.tsx'
import type { Related } from '../resource/view.ts'
import { embedded, features, sections } from './features.ts'

/** Every section with all of its screens, those included that follow from a declaration alone. */
export const allSections: readonly FeatureSection[] = withDefaultScreens(sections, embedded)

/**
 * Loads the code of a screen.
 * @param path the last part of the address
 * @returns undefined where the section has no such screen
 */
export async function loadScreen(to: string, path: string): Promise<LoadedScreen | undefined> {
  const section = allSections.find((candidate) => candidate.to === to)
  const shown = section?.screens.find((screen) => screen.path === path)
  if (section === undefined || shown === undefined) return undefined
  const [session, related] = await Promise.all([loadSession(), relatedOf(shown.resource)])
  return { section, screens: openScreens(session, section), shown, related, ...(await contentOf(shown)) }
}

/** Where a section leads that names no screen: the first that the reader may open. */
export async function firstPath(to: string): Promise<string> {
  const section = allSections.find((candidate) => candidate.to === to)
  if (section === undefined) return ''
  const [first] = openScreens(await loadSession(), section)
  return (first ?? section.screens[0]).path
}

/** The address of the first page of an area that the reader may open. */
export async function firstPage(area: AreaName): Promise<string | undefined> {
  const ofArea = allSections.filter((section) => section.area === area)
  return openSections(await loadSession(), ofArea)[0]?.to
}

/** The tabs that features have for the records of another one. */
export async function relatedOf(resource: string | undefined): Promise<readonly Related[]> {
  if (resource === undefined) return []
  const tabs = await Promise.all(features.map((feature) => feature.related?.[resource]?.() ?? []))
  return tabs.flat()
}

/** What features show on the pages of the records of another one, in the order of the features. */
export async function panelsOf(resource: string): Promise<readonly RecordPanel[]> {
  const panels = await Promise.all(features.map((feature) => feature.panels?.[resource]?.() ?? []))
  return panels.flat()
}

async function contentOf({ load, resource = '', view }: Screen): Promise<Pick<LoadedScreen, 'Content' | 'list'>> {
  if (load !== undefined) return { Content: await load() }
  return { list: { resource: declared(resource), view: (await view?.()) ?? {} } }
}
