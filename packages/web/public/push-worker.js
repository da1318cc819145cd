// Shows notifications of alarms, also while no page is open, and opens the page where there is no connection. Of answers of the server it keeps files of the
// page alone, which are the same for everybody: what people see always comes from the server, or from what the page itself has kept for its account.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

/** Caches of one version of the page each, by the time at which it came. */
const SHELL = 'shell-'
/** The version before stays too: a page of it may still be open. */
const VERSIONS = 2
/** The page is the same at every address. */
const PAGE = '/'
/** What it names beside hashed files. */
const FIXED = ['/theme.js', '/mark.svg', '/mark-192.png', '/manifest.webmanifest']
/** Addresses that are not the page's. */
const OF_SERVER = /^\/(v1|api|docs|problems|mqtt|metrics|health|auth\/(?!twofactor))(\/|$)/

self.addEventListener('message', (event) => {
  const { keep } = event.data ?? {}
  if (!Array.isArray(keep)) return
  const kept = keepFiles(keep).then(
    () => true,
    () => false,
  )
  event.waitUntil(kept.then((isKept) => event.ports[0]?.postMessage(isKept)))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (!OF_SERVER.test(pathname)) event.respondWith(openPage(event))
  } else if (pathname.startsWith('/assets/')) event.respondWith(readAsset(request))
  else if (FIXED.includes(pathname)) event.respondWith(readFixed(request))
})

/** The page as the server has it now; what is kept of it only where no answer comes at all. */
async function openPage(event) {
  try {
    const answer = await fetch(event.request)
    const isPage = answer.ok && answer.headers.get('content-type')?.startsWith('text/html')
    if (isPage) event.waitUntil(renewPage(answer.clone()).catch(() => undefined))
    return answer
  } catch (failure) {
    const page = await inNewest(PAGE)
    if (page === undefined) throw failure
    return page
  }
}

/** Names of these files are made of their content: what is kept is what the server has. */
async function readAsset(request) {
  const kept = await caches.match(request.url, { ignoreVary: true })
  if (kept !== undefined) return kept
  const answer = await fetch(request)
  const [newest] = await shells()
  if (answer.ok && newest !== undefined) await (await caches.open(newest)).put(request.url, answer.clone())
  return answer
}

async function readFixed(request) {
  try {
    return await fetch(request)
  } catch (failure) {
    const file = await inNewest(new URL(request.url).pathname)
    if (file === undefined) throw failure
    return file
  }
}

/** Keeps the page as the server has it now, with files that it has loaded. */
async function keepFiles(files) {
  const answer = await fetch(PAGE, { cache: 'no-cache' })
  if (!answer.ok) throw new Error('The server has no page.')
  const name = await renewPage(answer, true)
  const shell = await caches.open(name)
  for (const file of files) {
    if (typeof file === 'string' && file.startsWith('/assets/')) await addMissing(shell, file)
  }
}

/**
 * Where the page is kept, keeps its new version with all that it names, and lets old ones go.
 * @param isWanted whether it is kept from now on
 * @returns the name of its cache
 */
async function renewPage(answer, isWanted = false) {
  const [newest, ...older] = await shells()
  if (newest === undefined && !isWanted) return undefined
  const text = await answer.clone().text()
  if (!text.includes('id="root"')) return newest
  if (newest !== undefined && (await (await inNewest(PAGE))?.text()) === text) return newest
  const name = `${SHELL}${String(Date.now()).padStart(15, '0')}`
  const shell = await caches.open(name)
  const named = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file)
  for (const file of [...named, ...FIXED]) await addMissing(shell, file)
  // Last: until everything is there, the version before is opened.
  await shell.put(PAGE, answer)
  for (const old of [newest, ...older].slice(VERSIONS - 1)) if (old !== undefined) await caches.delete(old)
  return name
}

/** The caches of versions, the newest first. */
async function shells() {
  return (await caches.keys()).filter((name) => name.startsWith(SHELL)).sort((one, other) => (one < other ? 1 : -1))
}

/** From the newest version that is whole. */
async function inNewest(path) {
  for (const name of await shells()) {
    const shell = await caches.open(name)
    if ((await shell.match(PAGE)) !== undefined) return await shell.match(path, { ignoreVary: true })
  }
  return undefined
}

async function addMissing(shell, file) {
  if ((await shell.match(file, { ignoreVary: true })) !== undefined) return
  const kept = file.startsWith('/assets/') ? await caches.match(file, { ignoreVary: true }) : undefined
  const answer = kept ?? (await fetch(file))
  if (!answer.ok) throw new Error(`The server has no ${file}.`)
  await shell.put(file, answer)
}

self.addEventListener('push', (event) => {
  const { title, body, tag, url, silent = false, open, acknowledge, ...rest } = event.data?.json() ?? {}
  if (title === undefined) return
  const actions = [
    ...(acknowledge === undefined ? [] : [{ action: 'acknowledge', title: acknowledge }]),
    { action: 'open', title: open },
  ]
  const shown = { body, tag, silent, actions, icon: '/mark-192.png', data: { title, url, ...rest } }
  // What takes the place of an earlier notification is heard again unless it needs nobody.
  event.waitUntil(self.registration.showNotification(title, { ...shown, renotify: !silent }))
})

self.addEventListener('notificationclick', (event) => {
  const { notification, action } = event
  notification.close()
  event.waitUntil(action === 'acknowledge' ? acknowledgeAlarm(notification) : showPage(notification.data.url))
})

/** The token says whose notification it is and for which alarm: no page and no session is needed. */
async function acknowledgeAlarm({ tag, data }) {
  const isDone = await fetch('/v1/notifications/acknowledge', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: data.token }),
    credentials: 'omit',
  }).then(
    ({ ok }) => ok,
    () => false,
  )
  const body = isDone ? data.acknowledged : data.failed
  await self.registration.showNotification(data.title, { body, tag, silent: true, icon: '/mark-192.png', data })
}

/** In a page of ours that is open, or in a new one. */
async function showPage(url) {
  const address = new URL(url, self.location.origin).href
  const [page] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const isShown = await page?.navigate(address).then(
    (shown) => shown?.focus(),
    () => undefined,
  )
  if (!isShown) await self.clients.openWindow(address)
}
