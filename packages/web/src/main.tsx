import './early.ts'
import './styles/app.css'
import './lib/zod-config.ts'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { type AnyRoute, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onSecondFactorRequired, onSessionEnd, tokens } from './lib/api-client.ts'
import { demoParameter } from './lib/demo-mode.ts'
import { readingDirection } from './lib/language/reading-direction.ts'
import { onOutboxWanted } from './lib/offline/outbox-wanted.ts'
import { publicSettingsQuery } from './lib/public-settings.ts'
import { queryClient } from './lib/query-client.ts'
import { keepPreferencesOnLeave, renewSession } from './lib/session.ts'
import { followTheme } from './lib/theme.ts'
import { endsSession } from './lib/token-store.ts'
import { router } from './routes/router.tsx'

/** The guard looks again and leads to the login, which comes back to this place. */
const leaveForLogin = () => void router.invalidate()

onSessionEnd(leaveForLogin)
// The guard leads to where one is set up.
onSecondFactorRequired(() => void renewSession().then(() => router.invalidate()))
addEventListener('storage', (event) => {
  if (endsSession(event)) leaveForLogin()
})
followTheme()
keepPreferencesOnLeave()

/** What the first screen needs is on its way while the guard still asks who is there. */
function preloadFirstScreen() {
  void queryClient.prefetchQuery(publicSettingsQuery)
  if (tokens.access() === null) return
  const routes: Partial<Record<string, AnyRoute>> = router.routesById
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    const route = routes[routeId]
    if (route) void router.loadRouteChunk(route)
  }
}
// With a demo parameter the page is about to load once more.
if (demoParameter(location.search) === undefined) preloadFirstScreen()

/** Its code comes when the first screen is there. Without it nothing is counted, and nothing else is missing. */
const stopWaiting = router.subscribe('onRendered', () => {
  stopWaiting()
  onOutboxWanted(
    () => void import('./routes/start-outbox.ts').then(({ startOutbox }) => startOutbox()).catch(() => undefined),
  )
  void import('./routes/record-usage.ts').then(({ recordUsage }) => recordUsage()).catch(() => undefined)
})

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no element with the id root')
createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <DirectionProvider direction={readingDirection()}>
        <RouterProvider router={router} />
      </DirectionProvider>
    </QueryClientProvider>
  </StrictMode>,
)
