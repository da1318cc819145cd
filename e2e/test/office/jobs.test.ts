import { api, users } from '@packhouse/contract'
import { SmtpServer } from '@packhouse/server/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { violations, violationsInBothThemes } from '../../src/axe.ts'
import { eventually } from '../../src/eventually.ts'
import { hasFocus } from '../../src/focus.ts'
import { sendInvitation } from '../../src/mails.ts'
import { type Product, startProduct } from '../../src/product.ts'
import { messageOf, questionOf } from '../../src/record-list.ts'
import { Records } from '../../src/records.ts'
import { openSystemPage } from '../../src/system-pages.ts'
import { test } from '../../src/test.ts'

const NOTHING = { light: [], dark: [] }

let answer = ''
let mailServer: SmtpServer
let product: Product

beforeAll(async () => {
  mailServer = await new SmtpServer(() => (answer === '' ? undefined : answer)).start()
  const mail = { SMTP_URL: mailServer.url, MAIL_FROM: 'Packhouse <packhouse@nordfjell.example>' }
  product = await startProduct({ environment: { SIMULATOR: 'off', ...mail } })
})
afterAll(async () => {
  await product?.stop()
  await mailServer?.stop()
})

/** Queues a mail that the mail server answers so. */
async function queueMail(recipient: string, said: string): Promise<void> {
  answer = said
  const draft = { email: recipient, first_name: 'Mail', last_name: 'Tester' }
  const { id } = (await new Records(product).create(users, draft)) as { id: string }
  await sendInvitation(product, id)
}

function jobOf(page: Page, reason: RegExp) {
  return page.getByRole('table', { name: 'Jobs', exact: true }).getByRole('row').filter({ hasText: reason })
}

/** By the keyboard alone. */
async function press(page: Page, reason: RegExp, name: string): Promise<void> {
  const button = jobOf(page, reason).getByRole('button', { name })
  await button.focus()
  await page.keyboard.press('Enter')
}

test('Jobs: none, then one that waits and a dead one with its reason; retried and discarded by the keyboard', async ({
  visit,
}) => {
  const { page } = await visit({ as: 'staff', product })
  await page.goto('/system/mails')
  await openSystemPage(page, 'Operation', 'Jobs')
  await page.getByRole('heading', { level: 2, name: 'No jobs waiting' }).waitFor()
  const daily = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Remove old dead jobs' }) })
  await daily.getByText('OK', { exact: true }).waitFor()
  // Its next run is a day ahead, its last success is that of the start.
  expect(await daily.getByText(/^(Just now|\d+ minutes? ago)$/).count()).toBe(1)

  await queueMail('dead@packhouse.example', '550 No such mailbox')
  await jobOf(page, /No such mailbox/)
    .getByText('Failed', { exact: true })
    .waitFor()
  await queueMail('later@packhouse.example', '451 Greylisted for a while')
  const waiting = jobOf(page, /Greylisted/)
  await waiting.getByText('Waiting', { exact: true }).waitFor()
  await page.getByText('2 jobs', { exact: true }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
  await page.setViewportSize({ width: 390, height: 844 })
  await eventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await waiting.getByText('Attempts', { exact: true }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })

  await press(page, /No such mailbox/, 'Discard')
  const question = questionOf(page, 'Discard this job?')
  await question.waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'hidden' })
  await eventually(() => hasFocus(jobOf(page, /No such mailbox/).getByRole('button', { name: 'Discard' }))).toBe(true)
  expect(await jobOf(page, /No such mailbox/).count()).toBe(1)

  await press(page, /No such mailbox/, 'Discard')
  const confirm = question.getByRole('button', { name: 'Discard' })
  await confirm.focus()
  await page.keyboard.press('Enter')
  await messageOf(page, 'Discarded').waitFor()
  await eventually(() => jobOf(page, /No such mailbox/).count()).toBe(0)

  // Only now: its own next attempt would be taken for this one.
  await page.route(`**${api.retryJob.path.replace('{id}', '*')}`, async (route) => {
    answer = ''
    await route.continue()
  })
  await press(page, /Greylisted/, 'Try now')
  await messageOf(page, 'Retrying').waitFor()
  await page.getByRole('heading', { level: 2, name: 'No jobs waiting' }).waitFor()
  expect(mailServer.received.map(({ to }) => to)).toEqual(['later@packhouse.example'])
})

test('A dead job that is tried again in vain is dead again', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'staff', product })
  await page.goto('/people/jobs')
  await queueMail('again@packhouse.example', '550 Still nobody')
  await jobOf(page, /Still nobody/).waitFor()
  await press(page, /Still nobody/, 'Retry')
  await messageOf(page, 'Retrying').waitFor()
  await jobOf(page, /Its link was forgotten/)
    .getByText('Failed', { exact: true })
    .waitFor()
})

test('Users of customers have no jobs to see', async ({ visit }) => {
  const { page } = await visit({ as: 'customer', product })
  await page.goto('/people/jobs')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByRole('table', { name: 'Jobs', exact: true }).count()).toBe(0)
})
