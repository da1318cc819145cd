import { groups, roles, users } from '@packhouse/contract'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { addressOf, arrivesAt } from '../../src/addresses.ts'
import { violationsInBothThemes } from '../../src/axe.ts'
import { countClicks } from '../../src/click-count.ts'
import { eventually } from '../../src/eventually.ts'
import { hasFocus } from '../../src/focus.ts'
import { recordRequests } from '../../src/guard.ts'
import { openOverview } from '../../src/overview.ts'
import { attach, createRole } from '../../src/people.ts'
import { type Product, startProduct } from '../../src/product.ts'
import {
  boxOf,
  drawerOf,
  listsNames,
  messageOf,
  namesIn,
  openIdOf,
  openList,
  questionOf,
  rowOf,
  searchOf,
} from '../../src/record-list.ts'
import { createCustomer } from '../../src/records.ts'
import { emailOf, signInByApi, signInByForm } from '../../src/sign-in.ts'
import { test } from '../../src/test.ts'

const nothing = { light: [], dark: [] }
const LAST = 'At least one person must still be able to manage users and roles.'

/** Its users are deleted, which no other test must notice. */
let own: Product

beforeAll(async () => {
  own = await startProduct({ environment: { SIMULATOR: 'off' } })
})
afterAll(async () => {
  await own.stop()
})

test('A user is created, given a role and a group, and Permissions shows where each permission comes from', async ({
  visit,
  records,
}) => {
  const quiet = inject('quiet')
  await createRole(records, quiet, 'Netmender', ['customer.access', 'location.read'])
  const boatswain = await createRole(records, quiet, 'Boatswain', ['location.read', 'supplier.read'])
  const { id: groupId } = (await records.create(groups, { name: 'Deck' })) as { id: string }
  await attach(quiet, `/v1/auth/groups/${groupId}/roles`, [boatswain.id])
  const { page } = await visit({ as: 'staff' })
  await page.goto('/people')
  await arrivesAt(page, '/people/users')
  await page.getByRole('button', { name: 'New user' }).click()
  const form = drawerOf(page, 'New user')
  await form.getByRole('textbox', { name: 'First name' }).fill('Tove')
  await form.getByRole('textbox', { name: 'Last name' }).fill('Garn')
  await form.getByRole('textbox', { name: 'Email' }).fill('tove.garn@packhouse.example')
  await form.getByRole('button', { name: 'Create user' }).click()
  await eventually(() => openIdOf(page)).not.toBe('new')
  records.keep(users, openIdOf(page))
  const drawer = drawerOf(page, 'Tove Garn')
  await drawer.getByRole('tab', { name: 'Permissions' }).click()
  await drawer.getByText('This user has no permissions yet').waitFor()
  const choose = async (tab: string, field: string, name: string) => {
    await drawer.getByRole('tab', { name: tab }).click()
    await drawer.getByRole('combobox', { name: field }).fill(name)
    await drawer.getByRole('option', { name }).click()
    await messageOf(page, `${name} attached`).waitFor()
  }
  await choose('Roles', 'Attach role', 'Netmender')
  await choose('Groups', 'Attach group', 'Deck')
  // Beside a drawer the list has fewer columns.
  await drawer.getByRole('button', { name: 'Close' }).click()
  await searchOf(page, 'users').fill('Tove')
  const row = rowOf(page.getByRole('grid', { name: 'users' }), 'Tove Garn')
  await row.getByText('Netmender', { exact: true }).waitFor()
  await row.getByText('Not invited', { exact: true }).waitFor()
  await row.getByText('Staff', { exact: true }).waitFor()
  await row.getByText('Tove Garn', { exact: true }).click()
  await drawer.getByRole('tab', { name: 'Permissions' }).click()
  const reasons = drawer.getByRole('listitem')
  await eventually(() => reasons.allInnerTexts()).toEqual([
    expect.stringMatching(/customer\.access\s+via the role Netmender$/),
    expect.stringMatching(/location\.read\s+via the group Deck \(Boatswain\), via the role Netmender$/),
    expect.stringMatching(/supplier\.read\s+via the group Deck \(Boatswain\)$/),
  ])
  const search = drawer.getByRole('searchbox', { name: 'Search permissions' })
  await search.fill('see supplier')
  await drawer.getByText('1 of 3 permissions', { exact: true }).waitFor()
  await search.fill('nothing of the kind')
  await drawer.getByText('No permission matches “nothing of the kind”').waitFor()
  await search.press('Escape')
  await drawer.getByText('3 permissions', { exact: true }).waitFor()
})

test('Deleting a role names who has it, and takes it from them', { tags: ['long'] }, async ({ visit, records }) => {
  const quiet = inject('quiet')
  const role = await createRole(records, quiet, 'Lookout')
  const { id } = (await records.create(groups, { name: 'Crow nest' })) as { id: string }
  await attach(quiet, `/v1/auth/groups/${id}/roles`, [role.id])
  const { page } = await visit({ as: 'staff' })
  await page.goto(`/people/roles?open=${role.id}`)
  await drawerOf(page, 'Lookout').getByRole('button', { name: 'Delete' }).click()
  const question = questionOf(page, 'Delete Lookout?')
  await question.getByText('It is still assigned. Deleting it takes it away from:').waitFor()
  await question.getByText('Groups (1): Crow nest', { exact: true }).waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
  await messageOf(page, 'Lookout deleted').waitFor()
})

test('Who is deleted cannot sign in any more, which the question says before, and can be restored', async ({
  visit,
}) => {
  const { page } = await visit({ as: 'staff', product: own })
  const grid = await openList(page, '/people/users?search=Zofia', 'users')
  await rowOf(grid, 'Zofia Lis').click()
  await drawerOf(page, 'Zofia Lis').getByRole('button', { name: 'Delete this user' }).click()
  const question = questionOf(page, 'Delete Zofia Lis?')
  await question.getByText('Access, sessions and keys end immediately.').waitFor()
  const open = await visit({ as: 'other', product: own })
  // Not the overview, which asks for machines at the same time and may log that it got none.
  await open.page.goto('/settings')
  await open.page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  // From the press on, whatever the open page asks by itself is refused.
  open.guard.expectStatus(401, /^\/v1\//)
  await question.getByRole('button', { name: 'Delete' }).click()
  await messageOf(page, 'Zofia Lis deleted').waitFor()
  // It takes effect within a second.
  await eventually(async () => {
    await open.page.reload()
    return new URL(open.page.url()).pathname
  }).toBe('/login')
  await signInByForm(open.page, emailOf('other'), own.password)
  await open.page.getByText('Invalid credentials.', { exact: true }).waitFor()
  await page.goto('/people/users?search=Zofia&deleted=only')
  await boxOf(grid, 'Zofia Lis').click()
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Restore' }).click()
  await messageOf(page, 'Zofia Lis restored').waitFor()
  await signInByForm(open.page, emailOf('other'), own.password)
  await eventually(() => new URL(open.page.url()).pathname).not.toBe('/login')
})

test('Staff see where somebody is signed in, end one session, and then all of them', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page } = await visit({ as: 'staff', product: own })
  const open = await visit({ as: 'customer', product: own })
  await open.page.goto('/settings')
  await open.page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  const search = encodeURIComponent(emailOf('customer'))
  const grid = await openList(page, `/people/users?search=${search}`, 'users')
  const [name = ''] = await namesIn(grid)
  await rowOf(grid, name).click()
  const drawer = drawerOf(page, name)
  await drawer.getByRole('tab', { name: 'Sessions' }).click()
  await drawer.getByText('127.0.0.1').first().waitFor()
  open.guard.expectStatus(401, /^\/v1\//)
  await drawer
    .getByRole('button', { name: /^Sign out .+, 127\.0\.0\.1$/ })
    .first()
    .click()
  await signInByApi(own, 'customer')
  await page.reload()
  await drawer.getByRole('tab', { name: 'Sessions' }).click()
  await drawer.getByRole('button', { name: 'Sign out everywhere' }).click()
  await questionOf(page, `Sign ${name} out everywhere?`).getByRole('button', { name: 'Sign out everywhere' }).click()
  await drawer.getByText('Not signed in anywhere').waitFor()
  await eventually(async () => {
    await open.page.reload()
    return new URL(open.page.url()).pathname
  }).toBe('/login')
})

test('The last administrator is neither deleted nor blocked nor loses the role, and the refusal says why', async ({
  visit,
}) => {
  const { page, guard } = await visit({ as: 'staff', product: own })
  guard.expectStatus(400, /^\/v1\/users\//)
  const grid = await openList(page, '/people/users?search=Maren', 'users')
  await rowOf(grid, 'Maren Holm').click()
  const drawer = drawerOf(page, 'Maren Holm')
  await drawer.getByRole('button', { name: 'Delete this user' }).click()
  await questionOf(page, 'Delete Maren Holm?').getByRole('button', { name: 'Delete' }).click()
  await questionOf(page, 'This could not be deleted').getByText(LAST, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'OK' }).click()
  await drawer.getByRole('switch', { name: 'Sign-in blocked' }).check()
  await drawer.getByRole('button', { name: 'Save changes' }).click()
  await drawer.getByText(/^At least one person must still be able to manage users and roles/).waitFor()
  await drawer.getByRole('button', { name: 'Discard' }).click()
  await drawer.getByRole('tab', { name: 'Roles' }).click()
  await drawer.getByRole('button', { name: 'Detach staff' }).click()
  await messageOf(page, LAST).waitFor()
  await listsNames(grid, ['Maren Holm'])
})

test('The page of a customer has the people who sign in for it', { tags: ['long'] }, async ({ visit, records }) => {
  const { id: customerId } = await createCustomer(records, 'Trawl Foods')
  const person = { customerId, first_name: 'Runa', last_name: 'Not', email: 'runa.not@packhouse.example' }
  await records.create(users, person)
  const { page } = await visit({ as: 'staff' })
  await page.goto(`/customers/${customerId}`)
  await page.getByRole('tab', { name: /^Users/ }).click()
  const grid = page.getByRole('grid', { name: 'users' })
  await listsNames(grid, ['Runa Not'])
  await rowOf(grid, 'Runa Not').getByText('Not invited', { exact: true }).waitFor()
  expect(await grid.getByRole('columnheader', { name: 'Customer' }).count()).toBe(0)
  // On the page of the customer it goes without saying whose people are invited.
  await page.getByRole('button', { name: 'Invite people' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite people' })
  await dialog.getByRole('textbox', { name: 'Email addresses' }).fill('sven.ro@packhouse.example')
  expect(await dialog.getByRole('combobox', { name: 'Customer' }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Send the invitation' }).click()
  await dialog.getByText('Invited', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await listsNames(grid, ['Runa Not', 'Sven Ro'])
  for (const { email, ...row } of await records.find(users, 'sven.ro')) {
    if (email === 'sven.ro@packhouse.example') records.keep(users, (row as unknown as { id: string }).id)
  }
})

test("A customer's user sees nothing of People, and its addresses are denied without asking for data", async ({
  visit,
}) => {
  const { page } = await visit({ as: 'customer' })
  const requests = recordRequests(
    page,
    /^\/v1\/(users|groups|auth\/(roles|groups|permissions|business-units|identity-providers))\b/,
  )
  await openOverview(page)
  expect(await page.getByRole('button', { name: 'People' }).count()).toBe(0)
  for (const [address, what, permission] of [
    ['/people/users', 'Users', 'user.read'],
    ['/people/groups', 'Groups', 'group.read'],
    ['/people/roles', 'Roles', 'role.read'],
    ['/people/permissions', 'Permissions', 'role.read'],
    ['/people/business-units', 'Business units', 'businessUnit.read'],
    ['/system/sign-in', 'Identity providers', 'identityProvider.read'],
  ] as const) {
    await page.goto(address)
    await page.getByRole('heading', { name: `You can't open ${what}` }).waitFor()
    await page.getByText(permission, { exact: true }).waitFor()
    expect(addressOf(page)).toBe(address)
  }
  expect(requests.map((request) => request.url())).toEqual([])
})

test('Two people are invited with a role in three clicks; each address says what became of it', {
  tags: ['long'],
}, async ({ visit, records }) => {
  const quiet = inject('quiet')
  await createRole(records, quiet, 'Ropemaker', ['customer.access'])
  const { page, context } = await visit({ as: 'staff' })
  const clicks = await countClicks(context)
  await openList(page, '/people/users', 'users')
  await page.getByRole('button', { name: 'Invite people' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite people' })
  const addresses = dialog.getByRole('textbox', { name: 'Email addresses' })
  await eventually(() => hasFocus(addresses)).toBe(true)
  await addresses.fill(`Ida Tau <ida.tau@packhouse.example>, jo.reep@packhouse.example\nnonsense; ${emailOf('staff')}`)
  await dialog.getByRole('checkbox', { name: 'Ropemaker' }).check()
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  await dialog.getByRole('button', { name: 'Send 4 invitations' }).click()
  const results = dialog.getByRole('region', { name: 'Results' })
  await eventually(() => results.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^ida\.tau@packhouse\.example\s+Invited/),
    expect.stringMatching(/^jo\.reep@packhouse\.example\s+Invited/),
    expect.stringMatching(/^nonsense\s+Bad address/),
    expect.stringMatching(/^staff@packhouse\.example\s+Already a user/),
  ])
  expect(await clicks()).toBe(3)
  const made = await records.find(users, 'packhouse.example')
  for (const user of made) if (/^(ida|jo)/.test(user.email)) records.keep(users, (user as unknown as { id: string }).id)
  // Without a mail server the links are handed over by hand; what was no address is still there.
  await results.getByText(/^No mail was sent: no mail server is set up/).waitFor()
  expect(await results.getByText(/\/invitation\?token=phl_/).count()).toBe(2)
  expect(await addresses.inputValue()).toBe('nonsense')
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  await dialog.getByRole('button', { name: 'Done' }).click()
  const row = rowOf(page.getByRole('grid', { name: 'users' }), 'Ida Tau')
  await row.getByText('Invited', { exact: true }).waitFor()
  await row.getByText('Ropemaker', { exact: true }).waitFor()
})

test('The roles that an invitation offers are those for staff, or those for people of a customer', {
  tags: ['long'],
}, async ({ visit, records }) => {
  await createCustomer(records, 'Bosun Foods')
  await records.create(roles, { name: 'Rigger', audience: 'customers' })
  await records.create(roles, { name: 'Sailmaker', audience: 'staff' })
  await createRole(records, inject('quiet'), 'Steersman')
  const { page } = await visit({ as: 'staff' })
  await page.goto('/people/users?invite=people')
  const dialog = page.getByRole('dialog', { name: 'Invite people' })
  const role = (name: string) => dialog.getByRole('checkbox', { name, exact: true })
  await role('Sailmaker').check()
  for (const name of ['Administrator', 'staff', 'Steersman']) await role(name).waitFor()
  for (const name of ['customer', 'none', 'Rigger']) expect(await role(name).count(), name).toBe(0)
  await dialog.getByText('People of a customer', { exact: true }).click()
  await role('customer').waitFor()
  for (const name of ['Administrator', 'staff', 'Sailmaker']) expect(await role(name).count(), name).toBe(0)
  await role('Rigger').check()
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  await dialog.getByRole('textbox', { name: 'Email addresses' }).fill('Ebbe Rigg <ebbe.rigg@packhouse.example>')
  await dialog.getByRole('combobox', { name: 'Customer' }).fill('Bosun')
  await page.getByRole('option', { name: /Bosun Foods/ }).click()
  await dialog.getByRole('button', { name: 'Send the invitation' }).click()
  await dialog.getByRole('listitem').getByText('Invited', { exact: true }).waitFor()
  const [made] = await records.find(users, 'ebbe.rigg')
  // What was chosen for staff stays with staff.
  expect(made).toMatchObject({ roles: ['Rigger'] })
  const { id } = made as unknown as { id: string }
  records.keep(users, id)
  await page.goto(`/people/users?open=${id}&view=roles`)
  const attaching = drawerOf(page, 'Ebbe Rigg').getByRole('combobox', { name: 'Attach role' })
  await attaching.click()
  await page.getByRole('option', { name: 'Steersman' }).waitFor()
  expect(await page.getByRole('option', { name: 'Sailmaker' }).count()).toBe(0)
})

test('Staff view the product as a user, who cannot be changed, and end it in the bar', { tags: ['long'] }, async ({
  visit,
  records,
}) => {
  const quiet = inject('quiet')
  const role = await createRole(records, quiet, 'Watchman', ['customer.access', 'location.read', 'location.update'])
  const draft = { first_name: 'Bo', last_name: 'Vinter', email: 'bo.vinter@packhouse.example' }
  const { id } = (await records.create(users, draft)) as unknown as { id: string }
  await attach(quiet, `/v1/users/${id}/roles`, [role.id])
  const { page } = await visit({ as: 'staff' })
  await page.goto(`/people/users?open=${id}&view=may-do`)
  await drawerOf(page, 'Bo Vinter').getByRole('button', { name: 'View as this user' }).click()
  const bar = page.getByRole('region', { name: 'Viewing as another user' })
  await bar.getByText('You are viewing as Bo Vinter. Nothing can be changed.').waitFor()
  await page.getByRole('button', { name: /Bo Vinter/ }).waitFor()
  expect(await page.getByRole('link', { name: 'People' }).count()).toBe(0)
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  await bar.getByRole('button', { name: 'End' }).click()
  await arrivesAt(page, `/people/users?open=${id}`)
  await drawerOf(page, 'Bo Vinter').waitFor()
  expect(await bar.count()).toBe(0)
})
