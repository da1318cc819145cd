import type { Page } from 'playwright-core'
import { eventually } from './eventually.ts'

/** Path and query of the page. */
export function addressOf(page: Page): string {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

/** Waits until the page has come to a path and query. */
export async function arrivesAt(page: Page, address: string): Promise<void> {
  await eventually(() => addressOf(page)).toBe(address)
}
