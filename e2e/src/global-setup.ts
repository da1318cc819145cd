import { spawnSync } from 'node:child_process'
import type { TestProject } from 'vitest/node'
import { launchBrowser } from './browser.ts'
import { type Product, type ProductAddress, startProduct } from './product.ts'
import { pinnedNode, repository } from './repository.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    browser: string
    /** The product as `npm start` leaves it: its simulated fleet is running. */
    living: ProductAddress
    /** A product in which nothing moves but what a test publishes. */
    quiet: ProductAddress
  }
}

/** Builds the web and starts what all tests share: one browser and two products. */
// biome-ignore lint/style/noDefaultExport: the test runner calls the default export
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { status } = spawnSync(pinnedNode, ['scripts/build-web.ts'], { cwd: repository, stdio: 'inherit' })
  if (status !== 0) throw new Error('The web could not be built.')
  const [browser, living, quiet] = await Promise.all([
    launchBrowser(),
    startProduct(),
    startProduct({ environment: { SIMULATOR: 'off' } }),
  ])
  project.provide('browser', browser.wsEndpoint())
  project.provide('living', addressOf(living))
  project.provide('quiet', addressOf(quiet))
  return async () => {
    await Promise.all([browser.close(), living.stop(), quiet.stop()])
  }
}

function addressOf({ url, mqttPort, password }: Product): ProductAddress {
  return { url, mqttPort, password }
}
