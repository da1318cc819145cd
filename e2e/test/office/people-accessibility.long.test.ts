import { businessUnits, groups, users } from '@packhouse/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { violations, violationsInBothThemes } from '../../src/axe.ts'
import { eventually } from '../../src/eventually.ts'
import { attach, cellOf, createRole, openMatrix, unsavedOf } from '../../src/people.ts'
import { openList, questionOf } from '../../src/record-list.ts'
import { Records } from '../../src/records.ts'
import { test } from '../../src/test.ts'

const nothing = { light: [], dark: [] }
const phone = { width: 390, height: 844 } as const

interface Crew {
  userId: string
  roleId: string
  groupId: string
}

let records: Records
let crew: Crew

beforeAll(async () => {
  const quiet = inject('quiet')
  records = new Records(quiet)
  const { id: roleId } = await createRole(records, quiet, 'Screen role', ['machine.read', 'customer.access'])
  const { id: groupId } = (await records.create(groups, { name: 'Screen group' })) as { id: string }
  const person = { first_name: 'Screen', last_name: 'Person', email: 'screen.person@packhouse.example' }
  const { id: userId } = (await records.create(users, person)) as { id: string }
  const blocked = { first_name: 'Screen', last_name: 'Blocked', email: 'screen.blocked@packhouse.example' }
  await records.create(users, { ...blocked, disabled: true })
  await records.create(businessUnits, { code: 'SCREEN', name: 'Screen unit' })
  await attach(quiet, `/v1/auth/groups/${groupId}/roles`, [roleId])
  await attach(quiet, `/v1/users/${userId}/groups`, [groupId])
  crew = { userId, roleId, groupId }
})
afterAll(async () => {
  await records.removeAll()
})

interface Screen {
  name: string
  open: (page: Page, crew: Crew) => Promise<unknown>
}

async function changedMatrix(page: Page): Promise<void> {
  const grid = await openMatrix(page)
  await cellOf(grid, 'Screen role', 'customer.read').check()
  await cellOf(grid, 'Screen role', 'customer.access').uncheck()
  await unsavedOf(page, 2).waitFor()
}

const screens: Screen[] = [
  { name: 'the list of users', open: (page) => openList(page, '/people/users?search=Screen', 'users') },
  {
    name: 'a user',
    async open(page, { userId }) {
      await openList(page, `/people/users?search=Screen&open=${userId}`, 'users')
      await page.getByRole('form', { name: 'Edit user' }).waitFor()
    },
  },
  {
    name: 'what a user may do',
    async open(page, { userId }) {
      await openList(page, `/people/users?search=Screen&open=${userId}&view=may-do`, 'users')
      await page.getByText('via the group Screen group (Screen role)').first().waitFor()
    },
  },
  {
    name: 'the question before a user is deleted',
    async open(page, { userId }) {
      await openList(page, `/people/users?search=Screen&open=${userId}`, 'users')
      await page.getByRole('button', { name: 'Delete this user' }).click()
      await questionOf(page, 'Delete Screen Person?').waitFor()
    },
  },
  { name: 'the list of groups', open: (page) => openList(page, '/people/groups?search=Screen', 'groups') },
  {
    name: 'the members of a group',
    async open(page, { groupId }) {
      await openList(page, `/people/groups?search=Screen&open=${groupId}&view=members`, 'groups')
      await page.getByRole('button', { name: 'Detach Screen Person' }).waitFor()
    },
  },
  {
    name: 'the permissions of a role',
    async open(page, { roleId }) {
      await openList(page, `/people/roles?search=Screen&open=${roleId}&view=permissions`, 'roles')
      await page.getByText('2 permissions', { exact: true }).waitFor()
    },
  },
  {
    name: 'the list of business units',
    open: (page) => openList(page, '/people/business-units?search=Screen', 'business units'),
  },
  { name: 'the matrix with changes', open: changedMatrix },
  {
    name: 'the matrix when nothing matches',
    async open(page) {
      await openMatrix(page)
      await page.getByRole('searchbox', { name: 'Search permissions' }).fill('nothing of the kind')
      await page.getByText('No permission matches “nothing of the kind”').waitFor()
    },
  },
]

test.for(screens)(
  'axe finds nothing on $name in either theme, nor on the width of a phone',
  async (screen, { visit }) => {
    const { page } = await visit({ as: 'staff' })
    await screen.open(page, crew)
    expect(await violationsInBothThemes(page)).toEqual(nothing)
    await page.setViewportSize(phone)
    await eventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
    expect(await violations(page)).toEqual([])
  },
)
