import { api } from '@packhouse/contract'
import type { Page } from 'playwright-core'

/** Lets the session say that it has no other permissions than those that match. */
export async function keepPermissions(page: Page, kept: RegExp): Promise<void> {
  await page.route(`**${api.me.path}`, async (route) => {
    const response = await route.fetch()
    const session = await response.json()
    const permissions = session.permissions.filter((name: string) => kept.test(name))
    await route.fulfill({ response, json: { ...session, permissions } })
  })
}
