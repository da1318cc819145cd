import { approvalRules, customers, projectRoleTypes, projects, type Row, users } from '@packhouse/contract'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { violations, violationsInBothThemes } from '../../src/axe.ts'
import { eventually } from '../../src/eventually.ts'
import { type Product, startProduct } from '../../src/product.ts'
import { Projects } from '../../src/projects.ts'
import { messageOf } from '../../src/record-list.ts'
import { Records } from '../../src/records.ts'
import { signInByApi } from '../../src/sign-in.ts'
import { test } from '../../src/test.ts'

const NOTHING = { light: [], dark: [] }
const PHONE = { width: 390, height: 844 }

let product: Product
let records: Records
let project: Row<typeof projects>

/** Sends a change of the project as who holds it. */
async function change(method: 'POST' | 'PUT', path: string, body: object): Promise<{ id: string; rowVersion: number }> {
  const { access_token } = await signInByApi(product, 'staff')
  const params = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
  const send = async (to: string, sent: object, headers = {}) => {
    const init = {
      method: to === path ? method : 'POST',
      headers: { ...params, ...headers },
      body: JSON.stringify(sent),
    }
    const answer = await fetch(`${product.url}/v1/estimator/${to}`, init)
    if (!answer.ok) throw new Error(`${to}: ${answer.status} ${await answer.text()}`)
    return await answer.json()
  }
  const lock = await send(`projects/${project.id}/lock/acquire`, { session: crypto.randomUUID() })
  const changed = await send(path, body, { 'edit-lock': lock.token })
  await send(`projects/${project.id}/lock/release`, { token: lock.token })
  return changed
}

beforeAll(async () => {
  product = await startProduct({ environment: { SIMULATOR: 'off' } })
  records = new Records(product)
  const [customer] = await records.find(customers, 'Nordfjell')
  const [owner] = await records.find(users, 'staff@packhouse.example')
  const draft = {
    title: 'Cheese line',
    customerId: customer?.id ?? '',
    ownerId: owner?.id ?? '',
    currency: 'EUR',
    validUntil: '2099-12-31',
  }
  project = await records.create(projects, draft)
})
afterAll(async () => void (await product?.stop()))

test('Versions: one is saved, the price walk shows what has changed since, and it is restored', async ({ visit }) => {
  const line = {
    projectId: project.id,
    section: 'Machines',
    description: 'Belt conveyor',
    unit: 'm',
    unitPrice: '900',
    unitCost: '500',
  }
  const item = await change('POST', 'project-items', { ...line, quantity: '14' })
  const { page } = await visit({ as: 'staff', product })
  await page.goto(`/estimator/projects/${project.id}?tab=versions`)
  await page.getByText('There are no versions yet.').waitFor()
  await page.getByRole('button', { name: 'Save a version' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Note' }).fill('First offer')
  await page.getByRole('dialog').getByRole('button', { name: 'Save a version' }).click()
  await messageOf(page, 'Version 1 is saved.').waitFor()
  const path = `project-items/${item.id}`
  await change('PUT', path, { rowVersion: item.rowVersion, quantity: '18' })
  await page.reload()
  const walk = page.getByRole('list', { name: 'Price walk' })
  await walk.getByText('Belt conveyor').waitFor()
  expect(await walk.getByText('+3,600').count()).toBe(2)
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
  await page.setViewportSize(PHONE)
  await eventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Restore v1 as a new version' }).click()
  await messageOf(page, 'Restored from version 1').waitFor()
  expect((await records.read(projects, project.id)).total).toBe('12600')
  await page.getByRole('button', { name: /^v3/ }).waitFor()
})

test('Approval: why it is needed is said in words, the owner cannot give it, and taking back needs a reason', async ({
  visit,
}) => {
  const { id: roleTypeId } = await records.create(projectRoleTypes, {
    code: 'DIR',
    name: 'Sales director',
    canApprove: true,
  })
  await records.create(approvalRules, { name: 'Total', dimension: 'total', threshold: '1000', roleTypeId })
  const { page } = await visit({ as: 'staff', product })
  await page.goto(`/estimator/projects/${project.id}?tab=approval`)
  const needed = page.getByRole('list', { name: 'Approval' })
  await needed.getByText(/^The total of 12,600 EUR before tax is over 1,000 EUR/).waitFor()
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await needed.getByText('You own this project, so somebody else has to decide.').waitFor()
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
  await page.getByRole('button', { name: 'Take back' }).click()
  const question = page.getByRole('dialog', { name: 'Take back' })
  await question.getByRole('button', { name: 'Take back' }).click()
  await question.getByText('Reason is required').waitFor()
  await question.getByRole('textbox', { name: 'Reason' }).fill('A line is missing')
  await question.getByRole('button', { name: 'Take back' }).click()
  await page.getByRole('button', { name: 'Submit for approval' }).waitFor()
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await page.getByText(/revision 1, was made/).waitFor()
})

test('A card is dragged to another column: a step is made and undone, a skipped step is refused with what is possible', {
  tags: ['long'],
}, async ({ visit }) => {
  const title = 'Dragged line'
  const line = { section: 'Machines', description: 'Bagger', unit: 'pcs', unitPrice: '100', unitCost: '60' }
  const values = { title, validUntil: '2099-12-31' }
  await new Projects(product).make(values, { changes: [{ kind: 'items', op: 'create', values: line }] })
  const { page } = await visit({ as: 'staff', product })
  await page.goto(`/estimator/projects?as=board&search=${encodeURIComponent(title)}`)
  await page.getByText(/^Open EUR 100 · weighted EUR 0$/).waitFor()
  const columnOf = (status: string) => page.getByRole('region', { name: new RegExp(`^${status}, \\d+ project`) })
  const cardIn = (status: string) => columnOf(status).getByRole('article').filter({ hasText: title })
  const dragTo = async (from: string, to: Locator) => {
    const [card, target] = [await cardIn(from).boundingBox(), await to.boundingBox()]
    if (card === null || target === null) throw new Error('Card and column are in sight.')
    await page.mouse.move(card.x + 60, card.y + 40)
    await page.mouse.down()
    await page.mouse.move(target.x + target.width / 2, target.y + 200, { steps: 5 })
    await page.mouse.up()
  }
  await dragTo('Draft', columnOf('Sent'))
  await page.getByText(/does not become “Sent” directly. Possible: Submit for approval\.$/).waitFor()
  await dragTo('Draft', columnOf('Review'))
  await cardIn('Review').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await cardIn('Draft').waitFor()
  await dragTo('Draft', columnOf('Review'))
  await cardIn('Review').waitFor()
  await dragTo('Review', columnOf('Approved'))
  await cardIn('Approved').waitFor()
  await dragTo('Approved', columnOf('Draft'))
  const question = page.getByRole('alertdialog')
  await question.getByText(/A new revision begins as a draft/).waitFor()
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await dragTo('Approved', columnOf('Sent'))
  await question.getByRole('button', { name: 'Mark as sent' }).click()
  await cardIn('Sent').waitFor()
  // What is over is folded: a card that is let go there is lost, for a reason.
  await dragTo('Sent', page.getByRole('button', { name: /^Lost and expired/ }))
  await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Too late')
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as lost' }).click()
  await page.getByRole('button', { name: 'Lost and expired 1' }).click()
  await cardIn('Lost').waitFor()
  // A press that moves little is a click.
  await cardIn('Lost').click()
  await page.waitForURL(/\/estimator\/projects\/[0-9a-f-]{36}/)
})
