/**
 * Leads somebody who is signed in on this device to the machine itself; `?public` stays. Every other visitor needs no script: it has the worker keep the
 * page with its documents, so that they open beside a machine without a connection. Who saves data is asked for no more than they open.
 */
export const visitorScript = `'use strict'
{
  const { machine, token } = document.currentScript.dataset
  const stays = new URLSearchParams(location.search).has('public')
  const say = (what) => {
    const words = document.querySelector('.kept')
    words.textContent = words.dataset[what] ?? ''
  }
  const keep = async () => {
    if (!isSecureContext || !('serviceWorker' in navigator)) return
    if (!navigator.onLine) return say('offline')
    if (navigator.connection?.saveData) return
    const worker = '/push-worker.js'
    const policy = globalThis.trustedTypes?.createPolicy('push-worker', { createScriptURL: () => worker })
    await navigator.serviceWorker.register(policy?.createScriptURL('') ?? worker)
    const { active } = await navigator.serviceWorker.ready
    const links = [...document.querySelectorAll('.file > a:first-child')]
    // Earlier revisions come last.
    const isOld = (link) => Number(link.closest('details') !== null)
    const files = links.sort((one, other) => isOld(one) - isOld(other)).map((link) => link.pathname)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => say(data)
    active.postMessage({ machine: { page: location.pathname + location.search, files } }, [port2])
  }
  if (!stays && navigator.onLine && localStorage.getItem('token') !== null) {
    location.replace('/machines/' + encodeURIComponent(machine) + '?label=' + token)
  } else addEventListener('load', () => keep().catch(() => undefined))
}
`
