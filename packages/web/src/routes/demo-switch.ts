import { demoParameter, setDemoMode, withoutDemoParameter } from '../lib/demo-mode.ts'

/**
 * Obeys a `demo` parameter: keeps what it says, removes it from the address and reloads the page. The promise never
 * settles then, because nothing of this page may go on.
 */
export async function obeyDemoParameter(target: { pathname: string; searchStr: string; hash: string }): Promise<void> {
  const wanted = demoParameter(target.searchStr)
  if (wanted === undefined) return
  setDemoMode(wanted)
  const hash = target.hash === '' ? '' : `#${target.hash}`
  history.replaceState(null, '', target.pathname + withoutDemoParameter(target.searchStr) + hash)
  location.reload()
  await new Promise(() => undefined)
}
