import { api } from '@packhouse/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { arrivesAt } from '../../src/addresses.ts'
import { eventually } from '../../src/eventually.ts'
import { hasFocus } from '../../src/focus.ts'
import { recordRequests } from '../../src/guard.ts'
import { cellOf, createRole, openMatrix, roleNamed, take, unsavedOf } from '../../src/people.ts'
import { type Product, startProduct } from '../../src/product.ts'
import { messageOf, questionOf } from '../../src/record-list.ts'
import { Records } from '../../src/records.ts'
import { test } from '../../src/test.ts'

const BULK = /^\/v1\/auth\/permissions\/bulk-/

/** Its staff lose permissions, which no other test must notice. */
let own: Product

beforeAll(async () => {
  own = await startProduct({ environment: { SIMULATOR: 'off' } })
})
afterAll(async () => {
  await own.stop()
})

function save(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Save changes' }).click()
}

test('What is given and taken is collected, counted, and saved with as few calls as there are sets of roles', async ({
  visit,
  records,
}) => {
  const quiet = inject('quiet')
  const first = await createRole(records, quiet, 'Matrix one', ['location.read', 'location.delete'])
  const second = await createRole(records, quiet, 'Matrix two', ['location.delete'])
  const { page } = await visit({ as: 'staff' })
  const grid = await openMatrix(page)
  await page.getByRole('searchbox', { name: 'Search permissions' }).fill('location')
  await eventually(() => cellOf(grid, 'Matrix one', 'customer.read').count()).toBe(0)
  for (const name of ['Matrix one', 'Matrix two']) {
    await cellOf(grid, name, 'location.create').check()
    await cellOf(grid, name, 'location.update').check()
    await cellOf(grid, name, 'location.delete').uncheck()
  }
  await cellOf(grid, 'Matrix one', 'location.read').uncheck()
  await unsavedOf(page, 7).waitFor()
  await cellOf(grid, 'Matrix one', 'location.read').check()
  await unsavedOf(page, 6).waitFor()
  const requests = recordRequests(page, BULK)
  await save(page)
  await messageOf(page, '6 changes saved').waitFor()
  await eventually(() => unsavedOf(page, 6).count()).toBe(0)
  const roleIds = [first.id, second.id].sort()
  expect(requests.map((request) => [new URL(request.url()).pathname, request.postDataJSON()])).toEqual([
    [api.bulkAssignPermissions.path, { roleIds, permissions: ['location.create', 'location.update'] }],
    [api.bulkRemovePermissions.path, { roleIds, permissions: ['location.delete'] }],
  ])
  await page.reload()
  // Without the search the rows may be out of sight, where none are drawn.
  await page.getByRole('searchbox', { name: 'Search permissions' }).fill('location')
  await cellOf(grid, 'Matrix one', 'location.read').waitFor()
  const held = (permission: string) => cellOf(grid, 'Matrix two', permission).isChecked()
  expect(await Promise.all(['location.read', 'location.create', 'location.delete'].map(held))).toEqual([
    false,
    true,
    false,
  ])
})

test('Discard takes every change back, and leaving with changes asks', { tags: ['long'] }, async ({
  visit,
  records,
}) => {
  await createRole(records, inject('quiet'), 'Matrix kept')
  const { page } = await visit({ as: 'staff' })
  const grid = await openMatrix(page)
  await cellOf(grid, 'Matrix kept', 'customer.read').check()
  await unsavedOf(page, 1).waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await eventually(() => cellOf(grid, 'Matrix kept', 'customer.read').isChecked()).toBe(false)
  await cellOf(grid, 'Matrix kept', 'customer.update').check()
  const groups = page.getByRole('navigation', { name: 'People' }).getByRole('link', { name: 'Groups' })
  await groups.click()
  const question = questionOf(page, 'Leave without saving?')
  await question.getByText('One change has not been saved yet.').waitFor()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await question.waitFor({ state: 'hidden' })
  expect(await cellOf(grid, 'Matrix kept', 'customer.update').isChecked()).toBe(true)
  await groups.click()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await arrivesAt(page, '/people/groups')
})

test('The grid is one tab stop; arrows move in it, Space toggles, and the keys reach its corners', {
  tags: ['long'],
}, async ({ visit, records }) => {
  const quiet = inject('quiet')
  await createRole(records, quiet, 'Matrix A')
  await createRole(records, quiet, 'Matrix B')
  const { page } = await visit({ as: 'staff' })
  const grid = await openMatrix(page)
  expect(await grid.locator('input[tabindex="0"]').count()).toBe(1)
  await cellOf(grid, 'Matrix A', 'customer.access').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  const cell = cellOf(grid, 'Matrix B', 'customer.exportData')
  await eventually(() => hasFocus(cell)).toBe(true)
  await page.keyboard.press('Space')
  await unsavedOf(page, 1).waitFor()
  await page.getByText('They reach nobody yet.').waitFor()
  await eventually(() => cell.getAttribute('title')).toBe('Will be granted. Nobody has this role.')
  expect(await cell.isChecked()).toBe(true)
  await page.keyboard.press('Space')
  await eventually(() => unsavedOf(page, 1).count()).toBe(0)
  await page.keyboard.press('Home')
  const locked = cellOf(grid, 'Administrator', 'customer.exportData')
  await eventually(() => hasFocus(locked)).toBe(true)
  await page.keyboard.press('Space')
  expect(await locked.isChecked()).toBe(true)
  expect(await locked.getAttribute('aria-disabled')).toBe('true')
  expect(await unsavedOf(page, 1).count()).toBe(0)
  await page.keyboard.press('Control+End')
  const focused = page.locator('input:focus')
  await eventually(() => focused.getAttribute('aria-label')).toMatch(/ may sharedView\.delete$/)
  await page.keyboard.press('Control+Home')
  await eventually(() => hasFocus(cellOf(grid, 'Administrator', 'customer.access'))).toBe(true)
  // The head of the group is a line above: it folds, says how many are given, and stays folded.
  await page.keyboard.press('ArrowUp')
  const head = grid.getByRole('button', { name: 'Customers', exact: true })
  await eventually(() => hasFocus(head)).toBe(true)
  const isStored = (response: { url(): string; request(): { method(): string } }) =>
    response.url().endsWith('/v1/me/settings') && response.request().method() === 'PUT'
  const stored = page.waitForResponse(isStored)
  await page.keyboard.press('ArrowLeft')
  await eventually(() => head.getAttribute('aria-expanded')).toBe('false')
  await eventually(() => cellOf(grid, 'Administrator', 'customer.access').count()).toBe(0)
  await page.keyboard.press('Tab')
  expect(await grid.locator('input:focus, button:focus').count()).toBe(0)
  await stored
  await page.reload()
  await eventually(() => head.getAttribute('aria-expanded')).toBe('false')
  // Other tests have the same account: it is left as it was found.
  const restored = page.waitForResponse(isStored)
  await head.click()
  await cellOf(grid, 'Administrator', 'customer.access').waitFor()
  await restored
})

test('What staff lack themselves cannot be given; what the server refuses is told, and nothing chosen is lost', async ({
  visit,
}) => {
  const records = new Records(own)
  await createRole(records, own, 'Harbour hand', ['supplier.delete'])
  const staff = await roleNamed(records, 'staff')
  await take(own, staff.id, ['supplier.delete', 'supplier.create'])
  const { page, guard } = await visit({ as: 'staff', product: own })
  const grid = await openMatrix(page)
  // Only the rows in sight are drawn.
  await page.getByRole('searchbox', { name: 'Search permissions' }).fill('supplier')
  const lacked = cellOf(grid, 'Harbour hand', 'supplier.create')
  expect(await lacked.getAttribute('aria-disabled')).toBe('true')
  expect(await lacked.getAttribute('title')).toBe(
    'You cannot grant supplier.create, because you do not have it yourself.',
  )
  // The box only says that it is off, so that the keyboard still reaches the reason.
  await lacked.click({ force: true })
  expect(await lacked.isChecked()).toBe(false)
  const held = cellOf(grid, 'Harbour hand', 'supplier.delete')
  await held.uncheck()
  await held.check()
  await take(own, staff.id, ['supplier.update'])
  guard.expectStatus(403, BULK)
  await cellOf(grid, 'Harbour hand', 'supplier.update').check()
  await cellOf(grid, 'Harbour hand', 'supplier.read').check()
  await save(page)
  const refusal = page.getByRole('alert')
  await refusal.getByText('You can only give what you may do yourself; you lack: supplier.update.').waitFor()
  await unsavedOf(page, 2).waitFor()
  expect(await cellOf(grid, 'Harbour hand', 'supplier.read').isChecked()).toBe(true)
  const refused = cellOf(grid, 'Harbour hand', 'supplier.update')
  await refused.uncheck()
  await eventually(() => refused.getAttribute('aria-disabled')).toBe('true')
  await save(page)
  await messageOf(page, '1 change saved').waitFor()
  expect(await refusal.count()).toBe(0)
})

test('The right to work with roles is not taken from the last who has it', async ({ visit }) => {
  const { page, guard } = await visit({ as: 'staff', product: own })
  guard.expectStatus(400, BULK)
  const grid = await openMatrix(page)
  await page.getByRole('searchbox', { name: 'Search permissions' }).fill('role.update')
  await cellOf(grid, 'staff', 'role.update').uncheck()
  await save(page)
  await page.getByRole('alert').getByText('At least one person must still be able to manage users and roles.').waitFor()
  await unsavedOf(page, 1).waitFor()
})

test('On a phone one role is chosen, and its permissions are switches', { tags: ['long'] }, async ({
  visit,
  records,
}) => {
  const role = await createRole(records, inject('quiet'), 'Matrix phone', ['licence.read'])
  const { page } = await visit({ as: 'staff', width: 390, height: 844, touch: true })
  await page.goto('/people/permissions')
  await page.getByRole('combobox', { name: 'Role' }).selectOption(role.id)
  await page.getByRole('searchbox', { name: 'Search permissions' }).fill('licence')
  const list = page.getByRole('list', { name: 'Licences' })
  await eventually(() => page.getByRole('switch').count()).toBe(4)
  expect(await list.getByRole('switch', { name: /licence\.read$/ }).isChecked()).toBe(true)
  await list.getByRole('switch', { name: /licence\.update$/ }).check()
  await save(page)
  await messageOf(page, '1 change saved').waitFor()
  expect((await roleNamed(records, 'Matrix phone')).permissions).toEqual(['licence.read', 'licence.update'])
  await page.getByRole('searchbox', { name: 'Search permissions' }).fill('nothing of the kind')
  await page.getByText('No permission matches “nothing of the kind”').waitFor()
})

test('Of 250 permissions and 20 roles only what is in sight is drawn, and every cell is reached', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  const names = Array.from({ length: 250 }, (_, index) => `area${Math.floor(index / 5)}.act${index % 5}`)
  await page.route(`**${api.listPermissions.path}`, (route) =>
    route.fulfill({ json: names.map((name) => ({ name, group: name.split('.')[0], description: `Do ${name}` })) }),
  )
  await page.route('**/v1/auth/roles?*', (route) => {
    const items = Array.from({ length: 20 }, (_, index) => ({
      id: `018f0000-0000-7000-8000-0000000000${index + 10}`,
      name: `Role ${index + 10}`,
      isSystem: false,
      permissions: names.filter((_name, place) => place % (index + 2) === 0),
    }))
    return route.fulfill({ json: { items, total: 20, page: 1, pageSize: 200 } })
  })
  const grid = await openMatrix(page)
  await cellOf(grid, 'Role 10', 'area0.act0').focus()
  expect(await grid.getAttribute('aria-rowcount')).toBe('301')
  await page.keyboard.press('Control+End')
  const last = cellOf(grid, 'Role 29', 'area49.act4')
  await eventually(() => hasFocus(last)).toBe(true)
  expect(await grid.getByRole('row').last().getAttribute('aria-rowindex')).toBe('301')
  expect(await grid.getByRole('row').count()).toBeLessThan(60)
  const [box, sight] = await Promise.all([last.boundingBox(), grid.locator('xpath=..').boundingBox()])
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((sight?.y ?? 0) + (sight?.height ?? 0))
  // Ten lines, of which one is the head of a group.
  await page.keyboard.press('PageUp')
  await eventually(() => hasFocus(cellOf(grid, 'Role 29', 'area48.act0'))).toBe(true)
})
