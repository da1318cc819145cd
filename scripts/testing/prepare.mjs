import { ensureInstalled, pinnedNode, run } from '../install.mjs'

/** Installs what is missing and makes what tests start: the built web and the browser. */
export function prepareTests() {
  ensureInstalled()
  run(pinnedNode, ['scripts/build-web.ts'])
  run(pinnedNode, ['e2e/src/unpack-chromium.ts'])
}
