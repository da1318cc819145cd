import type { Page } from 'playwright-core'

/** Holds back the answers of these addresses. @returns lets them go, and waits until one has come */
export async function holdAnswers(page: Page, addresses: RegExp): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(addresses, async (route) => {
    await released
    await route.continue()
  })
  return async () => {
    const answer = page.waitForResponse(addresses)
    release()
    await (await answer).finished()
    await page.unroute(addresses)
  }
}
