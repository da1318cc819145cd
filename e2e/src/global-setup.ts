import type { TestProject } from 'vitest/node'
import { buildWeb } from './build-web.ts'
import { type Product, type ProductAddress, startProduct } from './product.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A product in which nothing moves but what a test publishes. */
    quiet: ProductAddress
    /** Whether screens draw what moves in one step, unless a test asks otherwise. */
    areScreensStill: boolean
  }
}

let quiet: Product | undefined

/** Builds the web and starts the product that all tests share. */
export async function setup(project: TestProject): Promise<void> {
  buildWeb()
  quiet = await startProduct({ environment: { SIMULATOR: 'off' } })
  const { url, mqttPort, password, devicePassword } = quiet
  project.provide('quiet', { url, mqttPort, password, devicePassword })
  project.provide('areScreensStill', project.name === 'office')
}

export async function teardown(): Promise<void> {
  await quiet?.stop()
}
