import { api, type PermissionHolder, type Row, roles, type TokenPair } from '@packhouse/contract'
import type { Locator, Page } from 'playwright-core'
import type { ProductAddress } from './product.ts'
import type { Records } from './records.ts'
import { signInByApi } from './sign-in.ts'

export type Role = Row<typeof roles> & { id: string }

async function post(product: ProductAddress, path: string, body: object, method = 'POST'): Promise<void> {
  const { access_token } = await signInByApi(product, 'staff')
  const response = await fetch(product.url + path, {
    method,
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`)
}

/** Gives permissions to a role, a group or a user, as staff. */
export async function assign(product: ProductAddress, holder: PermissionHolder): Promise<void> {
  await post(product, api.assignPermissions.path, holder)
}

/** Sets the password of a user, and signs in with it. */
export async function signInNew(product: ProductAddress, userId: string, email: string): Promise<TokenPair> {
  const password = 'vellum kraken tundra'
  await post(product, api.setUserPassword.path.replace('{id}', userId), { password }, api.setUserPassword.method)
  const response = await fetch(product.url + api.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok) throw new Error(`${email} could not sign in: ${await response.text()}`)
  return (await response.json()) as TokenPair
}

/** Gives permissions to a role, as staff. */
export async function give(product: ProductAddress, roleId: string, permissions: readonly string[]): Promise<void> {
  await post(product, api.bulkAssignPermissions.path, { roleIds: [roleId], permissions })
}

/** Takes permissions from a role, as staff. */
export async function take(product: ProductAddress, roleId: string, permissions: readonly string[]): Promise<void> {
  await post(product, api.bulkRemovePermissions.path, { roleIds: [roleId], permissions })
}

/** Attaches rows to a row, such as a role to a group, as staff. @param place `/v1/auth/groups/{id}/roles` with its id */
export async function attach(product: ProductAddress, place: string, ids: readonly string[]): Promise<void> {
  await post(product, `${place}/attach`, { ids })
}

/** A role that gives these permissions. */
export async function createRole(
  records: Records,
  product: ProductAddress,
  name: string,
  permissions: readonly string[] = [],
): Promise<Role> {
  const role = (await records.create(roles, { name })) as Role
  if (permissions.length > 0) await give(product, role.id, permissions)
  return role
}

/** The only role that a search finds. */
export async function roleNamed(records: Records, name: string): Promise<Role> {
  const found = (await records.find(roles, name)) as Role[]
  const role = found.find((one) => one.name === name)
  if (!role) throw new Error(`There is no role ${name}.`)
  return role
}

/** The grid of roles and permissions, once it is there. */
export async function openMatrix(page: Page): Promise<Locator> {
  await page.goto('/people/permissions')
  const grid = page.getByRole('grid', { name: 'Permissions by role' })
  await grid.waitFor()
  return grid
}

/** The cell of a role and a permission. */
export function cellOf(within: Locator | Page, role: string, permission: string): Locator {
  return within.getByRole('checkbox', { name: `${role} may ${permission}`, exact: true })
}

/** What the bar below the matrix says of unsaved changes. */
export function unsavedOf(page: Page, count: number): Locator {
  return page.getByText(count === 1 ? '1 change not saved.' : `${count} changes not saved.`, { exact: true })
}
