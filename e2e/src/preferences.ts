import { api, type MySettings } from '@packhouse/contract'
import type { ProductAddress } from './product.ts'
import { type Account, signInByApi } from './sign-in.ts'

/** Forgets what an account has set up, such as its columns: it would be found again in the next test. */
export async function forgetPreferences(product: ProductAddress, account: Account): Promise<void> {
  const { access_token: token } = await signInByApi(product, account)
  const address = product.url + api.mySettings.path
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const { preferences } = (await (await fetch(address, { headers })).json()) as MySettings
  const none = Object.fromEntries(Object.keys(preferences).map((key) => [key, null]))
  const body = JSON.stringify({ preferences: none })
  const response = await fetch(address, { method: 'PUT', headers, body })
  if (!response.ok) throw new Error(`The preferences of ${account} were not forgotten: ${await response.text()}`)
}
