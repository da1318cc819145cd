import { ensureInstalled, pinnedNode, run } from '../install.mjs'

/** Installs what is missing and makes what tests start: the built web, the browser, the cluster of the API tests, and the data of a first start. */
export function prepareTests() {
  ensureInstalled()
  run(pinnedNode, ['scripts/build-web.ts'])
  run(pinnedNode, ['e2e/src/unpack-chromium.ts'])
  run(pinnedNode, ['packages/server/test/support/prepare-ready-cluster.ts'])
  run(pinnedNode, ['e2e/src/prepare-ready-data.ts'])
}
