import type { TestProject } from 'vitest/node'
import { buildWeb } from './build-web.ts'
import { type Product, type ProductAddress, startProduct } from './product.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The product as `npm start` leaves it: its simulated fleet is running. */
    living: ProductAddress
    /** A product in which nothing moves but what a test publishes. */
    quiet: ProductAddress
  }
}

const stops: (() => Promise<unknown>)[] = []

/** Builds the web and starts the two products that all tests share. */
export async function setup(project: TestProject): Promise<void> {
  buildWeb()
  const [living, quiet] = await Promise.all([
    project.name === 'office' ? undefined : startProduct(),
    startProduct({ environment: { SIMULATOR: 'off' } }),
  ])
  stops.push(
    async () => await living?.stop(),
    () => quiet.stop(),
  )
  // The back office needs no living fleet.
  if (living) project.provide('living', addressOf(living))
  project.provide('quiet', addressOf(quiet))
}

export async function teardown(): Promise<void> {
  await Promise.all(stops.map((stop) => stop()))
}

function addressOf({ url, mqttPort, password, devicePassword }: Product): ProductAddress {
  return { url, mqttPort, password, devicePassword }
}
