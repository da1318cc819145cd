import { type AnyRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { addressOf, type FeatureSection } from '../resource/feature.ts'
import { pages, sections } from './features.ts'

/** The addresses of all sections and of the pages of their records. Their code comes when somebody goes there. */
export function sectionRoutes<Parent extends AnyRoute>(parent: () => Parent): AnyRoute[] {
  const ofSections = sections.filter(({ to }) => to !== '/').flatMap((section) => routesOf(parent, section))
  return [...ofSections, ...pageRoutes(parent)]
}

function routesOf<Parent extends AnyRoute>(parent: () => Parent, { to, screens }: FeatureSection): AnyRoute[] {
  const component = lazyRouteComponent(() => import('./section-screen.tsx'), 'SectionScreen')
  const path = to.slice(1)
  const own = createRoute({
    getParentRoute: parent,
    path,
    loader: async () => {
      const { firstPath, loadScreen } = await import('./load-screen.tsx')
      const first = await firstPath(to)
      if (first !== '') throw redirect({ href: addressOf({ to }, { path: first }), replace: true })
      return await loadScreen(to, first)
    },
    component,
  })
  // Below a section of one screen are the pages of its records, such as `customers/$id`; a screen there would take them.
  if (screens.length === 1) return [own]
  const ofScreens = createRoute({
    getParentRoute: parent,
    path: `${path}/$screen`,
    loader: async ({ params }) => {
      const { firstPath, loadScreen } = await import('./load-screen.tsx')
      const { screen } = params as { screen: string }
      const loaded = await loadScreen(to, screen)
      if (loaded !== undefined) return loaded
      const first = await firstPath(to)
      throw redirect({ href: addressOf({ to }, { path: first }), replace: true })
    },
    component,
  })
  return [own, ofScreens]
}

function pageRoutes<Parent extends AnyRoute>(parent: () => Parent): AnyRoute[] {
  return pages.map((page) =>
    createRoute({
      getParentRoute: parent,
      path: page.path,
      loader: async () => {
        const { relatedOf } = await import('./load-screen.tsx')
        const [related, Content] = await Promise.all([relatedOf(page.resource), page.load()])
        return { related, Content }
      },
      component: lazyRouteComponent(() => import('./section-screen.tsx'), 'RecordScreen'),
    }),
  )
}
