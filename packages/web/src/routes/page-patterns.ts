import { withDefaultScreens } from '../resource/all-screens.ts'
import { addressOf } from '../resource/feature.ts'
import { embedded, pages, sections } from './features.ts'

/** Pages that belong to no feature; `router.tsx` has their routes. */
const OWN_PAGES = ['/', '/home', '/settings', '/not-sent', '/machines/$id', '/claim/$token']

/** Route patterns of every page for signed-in people, in order: `/people/users`, `/customers/$id`. */
export function pagePatternsOf(): string[] {
  const ofSections = withDefaultScreens(sections, embedded).flatMap((section) =>
    section.screens.map((screen) => addressOf(section, screen)),
  )
  return [...new Set([...OWN_PAGES, ...ofSections, ...pages.map(({ path }) => `/${path}`)])].sort()
}
