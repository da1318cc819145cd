const WORKER = '/push-worker.js'

declare const trustedTypes:
  | {
      createPolicy: (
        name: string,
        rules: { createScriptURL: () => string },
      ) => { createScriptURL: (url: string) => string }
    }
  | undefined

/** The page takes addresses of scripts only from a policy: this one knows a single address, a file of our own. */
const workerAddress =
  typeof trustedTypes === 'undefined'
    ? WORKER
    : trustedTypes.createPolicy('push-worker', { createScriptURL: () => WORKER }).createScriptURL('')

/** Registers the worker of this origin: it shows notifications, and opens the page where there is no connection. */
export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(workerAddress)
  return await navigator.serviceWorker.ready
}

/**
 * Has the worker keep the page and the files that it has loaded so far, so that it opens without a connection too.
 * @returns whether it does: not in a browser without workers, without room, or without a connection now
 */
export async function keepPage(): Promise<boolean> {
  if (!isSecureContext || !('serviceWorker' in navigator)) return false
  try {
    const { active } = await registerWorker()
    // The browser notes a bounded number of what it has loaded; scripts and styles stand in the document too.
    const named = [...document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>('script[src], link[href]')]
    const noted = performance.getEntriesByType('resource').map(({ name }) => name)
    const loaded = [...noted, ...named.map((element) => ('src' in element ? element.src : element.href))]
    const files = loaded
      .map((address) => new URL(address))
      .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    const { port1, port2 } = new MessageChannel()
    const answer = new Promise<boolean>((resolve) => {
      port1.onmessage = ({ data }) => resolve(data === true)
    })
    active?.postMessage({ keep: [...new Set(files.map(({ pathname }) => pathname))] }, [port2])
    return active === null ? false : await answer
  } catch {
    return false
  }
}
