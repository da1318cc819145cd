import { api, type Draft, groups, identityProviders, type Row } from '@packhouse/contract'
import type { Page } from 'playwright-core'
import type { ProductAddress } from './product.ts'
import { signInByApi } from './sign-in.ts'

type ProviderDraft = Draft<typeof identityProviders>

async function ask(product: ProductAddress, method: string, path: string, body: object): Promise<unknown> {
  const { access_token } = await signInByApi(product, 'staff')
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
  const response = await fetch(product.url + path, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`)
  return response.status === 204 ? undefined : await response.json()
}

/** An identity provider that the login offers. */
export async function offerProvider(product: ProductAddress, draft: ProviderDraft): Promise<string> {
  const { id } = (await ask(product, 'POST', identityProviders.mounts[0].path, draft)) as { id: string }
  await ask(product, 'PUT', api.switchProvider.path.replace('{id}', id), { enabled: true })
  return id
}

/** Providers that lead nowhere, for screens that only show their buttons. */
export async function offerButtons(product: ProductAddress, options: readonly string[]): Promise<void> {
  for (const option of options) {
    const draft = {
      name: `Provider of ${option}`,
      option,
      kind: 'oidc',
      issuer: 'https://provider.example',
      clientId: 'x',
    }
    await offerProvider(product, draft as ProviderDraft)
  }
}

/** A group whose members come from a provider, with what it lets them do. */
export async function offerGroup(
  product: ProductAddress,
  name: string,
  ssoClaim: string,
  permissions: readonly string[],
): Promise<void> {
  const { id } = (await ask(product, 'POST', groups.mounts[0].path, { name, ssoClaim })) as Row<typeof groups>
  await ask(product, 'POST', api.assignPermissions.path, { groupId: id, permissions })
}

/** Says at a provider of the tests who one is. */
export async function signInAtProvider(page: Page, account: string): Promise<void> {
  await page.getByRole('heading', { name: 'Identity provider' }).waitFor()
  await page.getByLabel('Account').fill(account)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
