import { customers, packagingStyles } from '@packhouse/contract'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import type { Product } from './product.ts'
import { Records } from './records.ts'

export interface Picture {
  name: string
  address: string | ((product: Product) => Promise<string>)
  options: BrowserContextOptions
  /** Whose screen it is: a customer's user where nothing is said. */
  as?: 'staff'
  /** What is on the screen last: the first running machine where nothing is said. */
  last?: (page: Page) => Locator
  /** What of the screen is shown: all of it where nothing is said. */
  part?: (page: Page) => Locator
}

export const desktop = { viewport: { width: 1280, height: 800 } }

export async function pageOfCustomer(product: Product): Promise<string> {
  const [customer] = await new Records(product).find(customers, 'NORDFJELL')
  return `/customers/${customer?.id}`
}

/** The configurator with a question that several machines answer. */
export async function pageOfConfigurator(product: Product): Promise<string> {
  const [style] = await new Records(product).find(packagingStyles, 'BAG-PILLOW')
  return `/library/configurator?style=${style?.id}&output=25`
}
