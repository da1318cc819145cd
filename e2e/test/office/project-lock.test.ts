import { api, users } from '@packhouse/contract'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { violationsInBothThemes } from '../../src/axe.ts'
import { eventually } from '../../src/eventually.ts'
import { assign, signInNew } from '../../src/people.ts'
import { Projects } from '../../src/projects.ts'
import type { Records } from '../../src/records.ts'
import { test } from '../../src/test.ts'

let own: Projects
beforeAll(() => {
  own = new Projects(inject('quiet'))
})
afterAll(async () => void (await own?.removeAll()))

const RIVAL = { first_name: 'Henrik', last_name: 'Aas' }
const MAY = [
  ...['project.read', 'project.update', 'project.takeOver', 'projectItem.read', 'projectItem.update'],
  ...['customer.read', 'user.read', 'currency.read', 'customer.access'],
]

/** Makes somebody else who may edit and take over. @returns what signs them in */
async function signInRival(records: Records): Promise<{ token: string; refresh_token: string }> {
  const product = inject('quiet')
  // The address of somebody who was deleted is not free.
  const email = `rival-${crypto.randomUUID()}@packhouse.example`
  const rival = (await records.create(users, { ...RIVAL, email })) as { id: string }
  await assign(product, { userId: rival.id, permissions: MAY })
  const { access_token: token, refresh_token } = await signInNew(product, rival.id, email)
  return { token, refresh_token }
}

function barOf(page: Page) {
  return page.getByRole('region', { name: 'Who edits this project' })
}

function keptOf(page: Page) {
  return page.getByRole('region', { name: 'Kept for you' })
}

/** Types a quantity into the first line. */
async function typeQuantity(page: Page, quantity: string): Promise<void> {
  await page.getByRole('grid', { name: 'Lines of the project' }).focus()
  for (const key of ['ArrowDown', 'ArrowRight', quantity, 'Enter']) await page.keyboard.press(key)
}

function storedOnDevice(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('packhouse', 1)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const counting = opening.result.transaction('value').objectStore('value').count()
          counting.onsuccess = () => resolve(counting.result)
        }
      }),
  )
}

test('Somebody takes a project over: the other person is notified, what was typed is kept, compared and applied later, and gone after signing out', async ({
  visit,
  records,
}) => {
  const storage = await signInRival(records)
  const line = { section: 'Machines', description: 'Bagger', unit: 'pcs', quantity: '2', unitPrice: '100' }
  const { id } = await own.make({}, { changes: [{ kind: 'items', op: 'create', values: line }] })
  const quantity = async () => (await own.read(id)).items[0]?.quantity
  const { page: mine, guard } = await visit({ as: 'staff' })
  const { page: theirs } = await visit({ storage })

  await mine.goto(`/estimator/projects/${id}`)
  await barOf(mine).getByRole('button', { name: 'Begin to edit' }).click()
  await barOf(mine).getByText('You are editing.').waitFor()
  await mine.getByRole('button', { name: 'More for Bagger' }).click()
  await mine.getByRole('menu').waitFor()
  await mine.keyboard.press('Escape')
  await mine.getByRole('menu').waitFor({ state: 'hidden' })

  // A tab that is duplicated has a copy of the session storage, and is a window of its own.
  guard.expectStatus(409, /\/lock\/heartbeat$/)
  const opening = mine.waitForEvent('popup')
  await mine.evaluate(() => void open(location.href))
  const second = await opening
  await barOf(second).getByRole('button', { name: 'Continue here' }).click()
  await barOf(mine).getByText('You go on editing in another window.').waitFor()
  await second.close()
  await barOf(mine).getByRole('button', { name: 'Begin again' }).click()
  await barOf(mine).getByText('You are editing.').waitFor()
  // A menu that was closed stays closed: one that opened by itself would cover all rows.
  await mine.getByRole('button', { name: 'More for Bagger' }).waitFor()
  expect(await mine.getByRole('menu').count()).toBe(0)

  await theirs.goto(`/estimator/projects/${id}`)
  await barOf(theirs)
    .getByRole('status')
    .getByText(/has been editing since/)
    .waitFor()
  await mine.getByText('2 here').waitFor()
  await theirs.getByText('2 here').waitFor()
  await barOf(theirs).getByRole('button', { name: 'Ask to edit' }).click()
  await barOf(mine).getByText('Henrik Aas asks to edit.').waitFor()
  await barOf(mine).getByRole('button', { name: 'Keep editing' }).click()

  // The connection is gone for what is saved.
  const saving = `**${api.changeProject.path.replace('{id}', id)}`
  await mine.route(saving, (route) => route.fulfill({ status: 503, json: {} }))
  guard.expectStatus(503, /\/changes$/)
  await typeQuantity(mine, '7')
  await eventually(() => storedOnDevice(mine)).toBe(1)

  await barOf(theirs).getByRole('button', { name: 'Take over' }).click()
  const question = theirs.getByRole('alertdialog', { name: /^Take over from / })
  await question.getByRole('textbox', { name: 'Reason' }).fill('Staff is away')
  await question.getByRole('button', { name: 'Take over' }).click()
  await barOf(theirs)
    .getByText(/^You took over from/)
    .waitFor()
  await barOf(mine).getByText('You are no longer editing: Henrik Aas has taken over.').waitFor()
  await keptOf(mine).getByText('7', { exact: true }).waitFor()
  await mine.unroute(saving)
  expect(await violationsInBothThemes(mine)).toEqual({ light: [], dark: [] })
  await mine.setViewportSize({ width: 390, height: 844 })
  await eventually(() => mine.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await mine.setViewportSize({ width: 1440, height: 900 })

  await typeQuantity(theirs, '5')
  await eventually(quantity).toBe('5')
  await keptOf(mine).getByText('Now 5 by somebody else').waitFor()
  await barOf(theirs).getByRole('button', { name: 'End editing' }).click()

  await mine.reload()
  await keptOf(mine).getByText('7', { exact: true }).waitFor()
  await barOf(mine).getByRole('button', { name: 'Begin to edit' }).click()
  await keptOf(mine).getByRole('button', { name: 'Apply', exact: true }).click()
  await eventually(quantity).toBe('7')
  await keptOf(mine).waitFor({ state: 'detached' })

  await mine.route(saving, (route) => route.fulfill({ status: 503, json: {} }))
  await typeQuantity(mine, '9')
  await eventually(() => storedOnDevice(mine)).toBe(1)
  await mine.getByRole('button', { name: /^Profile menu/ }).click()
  await mine.getByRole('menuitem', { name: 'Logout' }).click()
  await mine.waitForURL(/\/login/)
  expect(await storedOnDevice(mine)).toBe(0)
  await barOf(theirs).getByText('Nobody edits this project.').waitFor()
})

/** Without the timers by which a page asks by itself, such as for its heartbeat: what arrives then came by the stream. */
async function withoutHeartbeats(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const LONG_MS = 30_000
    const { setTimeout: start } = globalThis
    const startShort = (work: () => void, ms = 0, ...given: []) => (ms < LONG_MS ? start(work, ms, ...given) : 0)
    Object.assign(globalThis, { setTimeout: startShort })
  })
}

test('Two people on one project see each other and what the other has saved; a take-over reaches the editor at once, with a clock that is an hour fast', {
  tags: ['long'],
}, async ({ visit, records }) => {
  const storage = await signInRival(records)
  const line = { section: 'Machines', description: 'Bagger', unit: 'pcs', quantity: '2', unitPrice: '100' }
  const { id } = await own.make({}, { changes: [{ kind: 'items', op: 'create', values: line }] })
  const { page: mine, context, guard } = await visit({ as: 'staff' })
  const { page: theirs, context: theirContext } = await visit({ storage })
  for (const one of [context, theirContext]) await withoutHeartbeats(one)
  await context.addInitScript(() => {
    const now = Date.now
    Date.now = () => now() + 3_600_000
  })
  const totalOf = (page: Page) => page.locator('[data-total]')
  const quantityOf = (page: Page) => page.getByRole('row').filter({ hasText: 'Bagger' }).getByRole('gridcell').nth(2)

  await mine.goto(`/estimator/projects/${id}`)
  await barOf(mine).getByRole('button', { name: 'Begin to edit' }).click()
  await barOf(mine).getByText('You are editing.').waitFor()
  await theirs.goto(`/estimator/projects/${id}`)
  await barOf(theirs)
    .getByText(/has been editing since/)
    .waitFor()
  await mine
    .getByTitle(/Henrik Aas/)
    .getByText('2 here')
    .waitFor()
  await theirs
    .getByTitle(/Maren Holm/)
    .getByText('2 here')
    .waitFor()
  // Neither window is loaded again.
  await typeQuantity(mine, '7')
  await totalOf(theirs).getByText('EUR 700.00').waitFor()
  expect(await quantityOf(theirs).textContent()).toBe('7')

  guard.expectStatus(409, /\/lock\/heartbeat$/)
  await barOf(theirs).getByRole('button', { name: 'Take over' }).click()
  const question = theirs.getByRole('alertdialog', { name: /^Take over from / })
  await question.getByRole('textbox', { name: 'Reason' }).fill('Staff is away')
  await question.getByRole('button', { name: 'Take over' }).click()
  await barOf(mine).getByText('You are no longer editing: Henrik Aas has taken over.').waitFor()
  await typeQuantity(theirs, '3')
  await totalOf(mine).getByText('EUR 300.00').waitFor()
  expect(await quantityOf(mine).textContent()).toBe('3')
  await barOf(theirs).getByRole('button', { name: 'End editing' }).click()
  await barOf(mine).getByRole('button', { name: 'Begin again' }).waitFor()
})
