import { api, type TokenPair } from '@packhouse/contract'
import { LastingSignIn } from '@packhouse/server/testing/lasting-sign-in'
import type { Page } from 'playwright-core'
import type { ProductAddress } from './product.ts'

/** Where people sign in, and with which password. */
type SignInAddress = Pick<ProductAddress, 'url' | 'password'>

export type Account = 'customer' | 'other' | 'staff' | 'denied'

export function emailOf(account: Account): string {
  return `${account}@packhouse.example`
}

/** Signs in through the API. The session is not bound to a browser, because no browser asked. */
export async function signInByApi({ url, password }: SignInAddress, account: Account): Promise<TokenPair> {
  const response = await fetch(url + api.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: emailOf(account), password }),
  })
  if (!response.ok) throw new Error(`${account} could not sign in: ${response.status} ${await response.text()}`)
  return (await response.json()) as TokenPair
}

/** Tells the access token of an account whenever one is needed, however long a test file takes. */
export function lastingToken(product: SignInAddress, account: Account): () => Promise<string> {
  let signedIn: Promise<LastingSignIn> | undefined
  const signIn = () => signInByApi(product, account)
  return async () => {
    signedIn ??= signIn().then((tokens) => new LastingSignIn(tokens, signIn))
    return (await (await signedIn).fresh()).access_token
  }
}

/** What local storage holds after a sign-in. */
export async function storedSession(product: SignInAddress, account: Account): Promise<Record<string, string>> {
  const { access_token, refresh_token } = await signInByApi(product, account)
  return { token: access_token, refresh_token }
}

/** Fills the form of the login screen and presses its button. */
export async function signInByForm(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}
