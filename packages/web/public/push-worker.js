// Shows notifications of alarms, also while no page is open, and opens the page where there is no connection. Of answers of the server it keeps files of the
// page and public pages of machines with their documents alone, which are the same for everybody: what else people see always comes from the server, or
// from what the page itself has kept for its account.
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
const OF_SERVER = /^\/(v1|api|docs|problems|mqtt|metrics|health|m|auth\/(?!twofactor))(\/|$)/

/** The public page of a machine, or one of its documents. */
const OF_MACHINE = /^\/m\/([\w-]{22})(?:\/documents\/[\w-]+\/[\w-]+)?$/
/** A cache for each machine. */
const MACHINE = 'machine-'
/** The machines whose page was opened last. */
const MACHINES = 5
/** Documents of a machine, in bytes. */
const MACHINE_BYTES = 30 * 1024 * 1024
/** When the page of a machine was kept, Unix ms. */
const KEPT_AT = 'x-kept-at'

self.addEventListener('message', (event) => {
  const { keep, machine } = event.data ?? {}
  const work = Array.isArray(keep) ? keepFiles(keep).then(() => true) : machine && keepMachine(machine)
  if (!work) return
  const kept = work.catch(() => false)
  event.waitUntil(kept.then((isKept) => event.ports[0]?.postMessage(isKept)))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (OF_MACHINE.test(pathname)) event.respondWith(readOfMachine(request))
  else if (pathname.startsWith('/m/assets/')) event.respondWith(readPart(request))
  else if (request.mode === 'navigate') {
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

/** As the server has it now; what is kept of it only where no answer comes at all. */
async function readOfMachine(request) {
  const { pathname } = new URL(request.url)
  const name = MACHINE + OF_MACHINE.exec(pathname)[1]
  try {
    const answer = await fetch(request)
    if (answer.status === 404 && pathname.split('/').length === 3) await caches.delete(name)
    return answer
  } catch (failure) {
    const kept = await caches.match(pathname, { cacheName: name, ignoreVary: true })
    if (kept === undefined) throw failure
    return kept
  }
}

/** Style and script of such pages: their addresses change with their content. */
async function readPart(request) {
  return (await caches.match(request.url, { ignoreVary: true })) ?? (await fetch(request))
}

/**
 * Keeps the page of a machine in the language that it was opened in, and as many of its documents as there is room for.
 * @param files addresses of documents, the most wanted first
 * @returns 'all' or 'part', as far as its documents are kept
 */
async function keepMachine({ page, files }) {
  const { pathname } = new URL(page, self.location.origin)
  const token = OF_MACHINE.exec(pathname)?.[1]
  const answer = await fetch(page, { cache: 'no-cache' })
  if (pathname !== `/m/${token}` || !answer.ok) throw new Error('The server has no such page.')
  const cache = await caches.open(MACHINE + token)
  const text = await answer.text()
  const parts = [...text.matchAll(/(?:src|href)="(\/m\/assets\/[^"]+)"/g)].map(([, part]) => part)
  for (const part of parts) await addMissing(cache, part)
  await cache.put(pathname, keptPage(answer.headers, text))
  await removeOldMachines()
  const stay = new Set([pathname, ...parts])
  let room = MACHINE_BYTES
  for (const file of files.filter((address) => address.startsWith(`${pathname}/documents/`))) {
    const size = await keepDocument(cache, file, room).catch(() => undefined)
    if (size === undefined) continue
    room -= size
    stay.add(file)
  }
  for (const { url } of await cache.keys()) {
    if (!stay.has(url.slice(self.location.origin.length))) await cache.delete(url, { ignoreVary: true })
  }
  return files.every((file) => stay.has(file)) ? 'all' : 'part'
}

/** With the headers of the server, which protect it, but for those of how it came. */
function keptPage(given, text) {
  const headers = new Headers(given)
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  headers.set(KEPT_AT, String(Date.now()))
  return new Response(text, { headers })
}

/** A file of a public document never changes. @returns its size in bytes; undefined where there is no room for it */
async function keepDocument(cache, file, room) {
  const kept = await cache.match(file, { ignoreVary: true })
  const answer = kept ?? (await fetch(file))
  const size = Number(answer.headers.get('content-length') ?? Number.POSITIVE_INFINITY)
  if (answer.ok && size <= room && kept === undefined) await cache.put(file, answer)
  else await answer.body?.cancel()
  return answer.ok && size <= room ? size : undefined
}

async function removeOldMachines() {
  const all = []
  for (const name of (await caches.keys()).filter((one) => one.startsWith(MACHINE))) {
    const page = await caches.match(`/m/${name.slice(MACHINE.length)}`, { cacheName: name, ignoreVary: true })
    all.push({ name, at: Number(page?.headers.get(KEPT_AT) ?? 0) })
  }
  const old = all.sort((one, other) => other.at - one.at).slice(MACHINES)
  for (const { name } of old) await caches.delete(name)
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
