import { type AnyRoute, createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router'
import { areaNames } from '../lib/section.ts'
import { isUuid } from '../lib/uuid.ts'
import { addressOf, type FeatureSection } from '../resource/feature.ts'
import { moved, pages, sections } from './features.ts'

/** The addresses of all sections and of the pages of their records. Their code comes when somebody goes there. */
export function sectionRoutes<Parent extends AnyRoute>(parent: () => Parent): AnyRoute[] {
  const ofSections = sections.filter(({ to }) => to !== '/').flatMap((section) => routesOf(parent, section))
  return [
    ...ofSections,
    ...pageRoutes(parent),
    ...moved.map((change) => movedRoute(parent, change)),
    ...areaRoutes(parent),
  ]
}

/** An address of before leads on with its query, so that links in mails and bookmarks stay good. */
function movedRoute<Parent extends AnyRoute>(parent: () => Parent, [before, now]: readonly [string, string]): AnyRoute {
  return createRoute({
    getParentRoute: parent,
    path: before.slice(1),
    beforeLoad: ({ location }) => {
      throw redirect({ href: now + location.href.slice(location.pathname.length), replace: true })
    },
  })
}

/** The address of an area, such as `/people`, leads to the first of its pages that the reader may open. */
function areaRoutes<Parent extends AnyRoute>(parent: () => Parent): AnyRoute[] {
  return areaNames.flatMap((area) => {
    const address = `/${area}`
    const [first] = sections.filter((section) => section.area === area)
    // The start is the address of its area, and a page may have the name of its area.
    if (first === undefined || first.to === '/' || first.to === address) return []
    const route = createRoute({
      getParentRoute: parent,
      path: address.slice(1),
      beforeLoad: async () => {
        const { firstPage } = await import('./load-screen.tsx')
        throw redirect({ href: (await firstPage(area)) ?? first.to, replace: true })
      },
    })
    return [route]
  })
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
      beforeLoad: ({ params }) => {
        const { id } = params as { id: string }
        if (page.by === undefined && !isUuid(id)) throw notFound()
      },
      loader: async () => {
        const { panelsOf, relatedOf } = await import('./load-screen.tsx')
        const [related, panels, Content] = await Promise.all([
          relatedOf(page.resource),
          panelsOf(page.resource),
          page.load(),
        ])
        return { related, panels, Content }
      },
      component: lazyRouteComponent(() => import('./section-screen.tsx'), 'RecordScreen'),
    }),
  )
}
