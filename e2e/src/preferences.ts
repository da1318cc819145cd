import { api, type MySettings } from '@packhouse/contract'
import type { Page } from 'playwright-core'
import type { ProductAddress } from './product.ts'
import { type Account, signInByApi } from './sign-in.ts'

/** Waits for the theme that is about to be chosen to be kept in the account. */
export async function themeKept(page: Page): Promise<void> {
  const answer = await page.waitForResponse(
    (response) => response.url().endsWith(api.changeMySettings.path) && response.request().method() === 'PUT',
  )
  await answer.finished()
}

/** Forgets what an account has set up, such as its columns or its theme: it would be found again in the next test. */
export async function forgetPreferences(product: ProductAddress, account: Account): Promise<void> {
  const { access_token: token } = await signInByApi(product, account)
  const address = product.url + api.mySettings.path
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const { preferences } = (await (await fetch(address, { headers })).json()) as MySettings
  const none = Object.fromEntries(Object.keys(preferences).map((key) => [key, null]))
  const body = JSON.stringify({ preferences: none, theme: 'system' })
  const response = await fetch(address, { method: 'PUT', headers, body })
  if (!response.ok) throw new Error(`The preferences of ${account} were not forgotten: ${await response.text()}`)
}
