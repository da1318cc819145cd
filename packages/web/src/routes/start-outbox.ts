import { OutboxMark } from '../features/shell/outbox/outbox-mark.tsx'
import { tokens } from '../lib/api-client.ts'
import { isDemoMode } from '../lib/demo-mode.ts'
import { setBarMark } from '../lib/offline/bar-mark.ts'
import { outboxOf, sendWaiting, setOutboxFeatures } from '../lib/offline/own-outbox.ts'
import { beforeSignOut, loadSession, renewSession } from '../lib/session.ts'
import { currentView } from '../lib/view-as.ts'
import { outboxKinds } from './features.ts'
import { router } from './router.tsx'

/** While something waits and no event says that there is a connection again. */
const EVERY_MS = 30_000

let isStarted = false

/** Sends what was entered on this device, when the page starts, when there is a connection again, and when somebody comes back to the page. */
export function startOutbox(): void {
  if (isStarted) return
  isStarted = true
  setOutboxFeatures({
    kindOf: async (name) => await outboxKinds[name]?.(),
    loadPage: () => import('./outbox-screen.tsx'),
    loadAddress,
  })
  if (isDemoMode()) return
  setBarMark(OutboxMark)
  const send = () => void sendOwn().catch(() => undefined)
  addEventListener('online', () => {
    // What was shown of the session may be what was kept of it.
    if (tokens.access() !== null) void renewSession()
    send()
  })
  addEventListener('focus', send)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') send()
  })
  // Somebody may have signed in.
  router.subscribe('onResolved', send)
  setInterval(send, EVERY_MS)
  beforeSignOut(sendOwn)
  send()
}

/**
 * The route of a page loads what the page needs, by the imports of the build, whatever features add to it: no list of files has to follow them. The button for
 * documents is of the frame around all pages, which loads it with the first page that has one.
 */
async function loadAddress(address: string): Promise<void> {
  const frame = import('../features/documents/document-button.tsx')
  // The types ask for a route, and what is meant is the address.
  const [matches] = await Promise.all([router.preloadRoute({ to: '.', href: address }), frame])
  if (!matches?.every(({ status }) => status === 'success')) throw new Error(`Nothing was loaded for ${address}`)
}

async function sendOwn(): Promise<void> {
  // Whoever views as somebody else enters nothing for them.
  if (tokens.access() === null || currentView() !== null) return
  const session = await loadSession()
  if (session === null) return
  await outboxOf(session.user.id).read()
  await sendWaiting(session.user.id)
}
