import { pagePatterns } from '@packhouse/contract'
import { publicSettingsQuery } from '../lib/public-settings.ts'
import { queryClient } from '../lib/query-client.ts'
import { sendUsage } from '../lib/usage/send-usage.ts'
import { onUsageAction } from '../lib/usage/usage-actions.ts'
import { createUsageRecorder } from '../lib/usage/usage-recorder.ts'
import { router } from './router.tsx'

const WAIT_MS = 10_000
const known: ReadonlySet<string> = new Set(pagePatterns)

/** Counts which pages are viewed and for how long, by their route patterns. Where nothing is recorded, nothing is counted. */
export async function recordUsage(): Promise<void> {
  const { recordsUsage } = await queryClient.ensureQueryData(publicSettingsQuery)
  if (!recordsUsage) return
  const recorder = createUsageRecorder({
    send: sendUsage,
    now: () => performance.now(),
    newId: () => crypto.randomUUID(),
    waitMs: WAIT_MS,
  })
  let shown = ''
  const look = () => {
    const { pathname } = router.state.location
    if (pathname === shown) return
    shown = pathname
    const page = currentPattern()
    if (page === undefined) recorder.leave()
    else recorder.view(page)
  }
  router.subscribe('onResolved', look)
  onUsageAction((action) => recorder.act(action))
  addEventListener('pagehide', () => recorder.hide())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') recorder.hide()
    else recorder.show()
  })
  look()
}

/** The route pattern of the page; undefined where it is none that is counted, such as the login. */
function currentPattern(): string | undefined {
  const match = router.state.matches.at(-1)
  if (match === undefined) return undefined
  // The screens of a section share a route; which one it is stands in its last part.
  const screen = 'screen' in match.params ? String(match.params.screen) : ''
  const pattern = match.fullPath.replace('$screen', () => screen)
  const page = pattern.length > 1 ? pattern.replace(/\/$/, '') : pattern
  return known.has(page) ? page : undefined
}
