import { type MachineRequests, serviceRequests } from '@packhouse/contract'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { violationsInBothThemes } from '../../src/axe.ts'
import { eventually } from '../../src/eventually.ts'
import { hasFocus } from '../../src/focus.ts'
import { messageOf } from '../../src/record-list.ts'
import { Records } from '../../src/records.ts'
import { signInByApi } from '../../src/sign-in.ts'
import { takePhoto } from '../../src/take-photo.ts'
import { test } from '../../src/test.ts'

const PHONE = { width: 390, height: 844, touch: true }
const MACHINE = 'VFFS-2215'
const PAGE = `/machines/${MACHINE}`

let own: Records

beforeAll(() => {
  own = new Records(inject('quiet'))
})
afterAll(async () => {
  for (const { id } of await requests()) own.keep(serviceRequests, id)
  await own.removeAll()
})

/** What the server has of the machine. */
async function requests(): Promise<MachineRequests['requests']> {
  const { access_token } = await signInByApi(inject('quiet'), 'staff')
  const answer = await fetch(`${inject('quiet').url}/v1/ignition/machines/${MACHINE}/service-requests`, {
    headers: { authorization: `Bearer ${access_token}` },
  })
  return ((await answer.json()) as MachineRequests).requests
}
const requestsOf = async (subject: string) => (await requests()).filter((one) => one.subject === subject)

/** What the page says below its head of a request that waits. */
const waiting = (page: Page) => page.getByText('Will be sent when there is a connection.')

async function edgesOf(part: Locator): Promise<{ top: number; bottom: number }> {
  const box = await part.boundingBox()
  if (box === null) throw new Error('It is not shown.')
  return { top: box.y, bottom: box.y + box.height }
}

const headButton = (page: Page) => page.getByRole('button', { name: 'Ask for service' }).first()
const formOf = (page: Page) => page.getByRole('form', { name: 'Ask for service' })

test('On a phone service is asked for in the first screen of a machine, without scrolling', async ({ visit }) => {
  const { page } = await visit({ as: 'customer', ...PHONE })
  await page.goto(PAGE)
  const button = headButton(page)
  await button.waitFor()
  const { y = PHONE.height, height = 0 } = (await button.boundingBox()) ?? {}
  expect(y + height).toBeLessThan(PHONE.height / 2)
  expect(height).toBeGreaterThanOrEqual(44)
  await button.tap()
  const subject = formOf(page).getByLabel('What is wrong')
  await eventually(() => hasFocus(subject)).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  // Fields follow the title at once, and each has its label above it.
  const title = await edgesOf(formOf(page).getByRole('heading', { name: 'Ask for service' }))
  const label = await edgesOf(formOf(page).getByText('What is wrong', { exact: true }))
  expect(label.top - title.bottom).toBeLessThan(24)
  const urgency = await edgesOf(formOf(page).getByText('Urgency', { exact: true }))
  expect(urgency.bottom).toBeLessThanOrEqual((await edgesOf(formOf(page).getByLabel('Urgency'))).top)
  await page.keyboard.press('Escape')
  await formOf(page).waitFor({ state: 'detached' })
  await eventually(() => hasFocus(button)).toBe(true)

  // The list of requests, far below, leads to the same form.
  const listed = page.getByRole('region', { name: 'Service requests' }).getByRole('button', { name: 'Ask for service' })
  await listed.tap()
  await eventually(() => hasFocus(subject)).toBe(true)
  await listed.tap()
  await eventually(() => hasFocus(subject)).toBe(true)
  expect(await formOf(page).count()).toBe(1)
})

test('A request with photos is typed without a connection, survives reloads, and is sent once when there is one; staff see the photos', async ({
  visit,
}) => {
  const subject = 'Heron jaw is worn'
  const details = 'Since Monday.\nIt is the left one.'
  const { page, context, guard } = await visit({ as: 'customer', ...PHONE })
  await page.goto(PAGE)
  await headButton(page).tap()
  await formOf(page).getByText('This form opens without a connection too.').waitFor()
  guard.expectLost(/./)
  await context.setOffline(true)
  await formOf(page).getByText('There is no connection. What you enter is kept on this device').waitFor()
  await formOf(page).getByLabel('What is wrong').fill(subject)
  await formOf(page).getByLabel('Details').fill(details)
  await formOf(page).getByLabel('Urgency').selectOption('Machine down')
  for (const number of [1, 2, 3, 4, 5]) {
    await takePhoto(formOf(page), MACHINE)
    await formOf(page)
      .getByRole('img', { name: `${MACHINE} ${number}.jpg` })
      .waitFor()
  }
  await takePhoto(formOf(page), MACHINE)
  await formOf(page).getByText('A form has at most 5 photos').waitFor()
  await formOf(page)
    .getByRole('button', { name: `Remove ${MACHINE} 3.jpg` })
    .tap()

  await page.reload()
  await formOf(page)
    .getByRole('img', { name: `${MACHINE} 5.jpg` })
    .waitFor()
  expect(await formOf(page).getByLabel('What is wrong').inputValue()).toBe(subject)
  expect(await formOf(page).getByLabel('Details').inputValue()).toBe(details)
  expect(await formOf(page).getByRole('img').count()).toBe(4)
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  await formOf(page).getByRole('button', { name: 'Send' }).tap()
  await messageOf(page, 'Kept on this device, will be sent').waitFor()
  await formOf(page).waitFor({ state: 'detached' })
  await waiting(page).waitFor()
  await page.reload()
  await waiting(page).waitFor()
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  expect(await requestsOf(subject)).toEqual([])

  await context.setOffline(false)
  await waiting(page).waitFor({ state: 'detached' })
  const made = await requestsOf(subject)
  expect(made).toMatchObject([{ urgency: 'standing', status: 'open' }])
  expect(made[0]?.photos.map(({ name }) => name)).toEqual([1, 2, 4, 5].map((number) => `${MACHINE} ${number}.jpg`))
  await page.reload()
  const entry = page
    .getByRole('region', { name: 'Service requests' })
    .getByRole('listitem')
    .filter({ hasText: subject })
  await entry.getByRole('button', { name: `Show ${MACHINE} 2.jpg large` }).tap()
  await entry.locator('img').nth(4).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })

  const { page: office } = await visit({ as: 'staff' })
  await office.goto(`/service/requests?open=${made[0]?.id}`)
  await office.getByRole('tab', { name: 'Photos' }).click()
  const photos = office.getByRole('list', { name: 'Photos of the request' })
  await eventually(() => photos.locator('img').count()).toBe(4)
  expect(await violationsInBothThemes(office)).toEqual({ light: [], dark: [] })
})

test('Where the connection is lost before the form was ever opened, it opens, and the request is sent once although its answer is lost', async ({
  visit,
}) => {
  const subject = 'Heron belt slips'
  const { page, context, guard } = await visit({ as: 'customer', ...PHONE })
  // The page as a whole: what comes later with a part of it cannot be loaded without a connection.
  const loaded = Promise.all([/request-outbox/, /plot-canvas.*js/].map((file) => page.waitForResponse(file)))
  await page.goto(PAGE)
  await loaded
  await page
    .getByRole('region', { name: 'Service requests' })
    .getByRole('button', { name: 'Ask for service' })
    .waitFor()
  guard.expectLost(/./)
  await context.setOffline(true)
  await headButton(page).tap()
  await formOf(page).getByLabel('What is wrong').fill(subject)
  await page.evaluate(() => {
    const { fetch } = window
    const lossy = window as unknown as { lost: number }
    lossy.lost = 0
    window.fetch = async (...request) => {
      const answer = await fetch(...request)
      const isLost = lossy.lost === 0 && (request[1] as RequestInit | undefined)?.method === 'POST'
      if (isLost && String(request[0]).endsWith('/service-requests')) {
        lossy.lost += 1
        throw new TypeError('Failed to fetch')
      }
      return answer
    }
  })
  await formOf(page).getByRole('button', { name: 'Send' }).tap()
  await waiting(page).waitFor()
  await context.setOffline(false)
  await eventually(() => page.evaluate(() => (window as unknown as { lost: number }).lost)).toBe(1)
  await waiting(page).waitFor()
  // Somebody comes back to the page.
  await page.evaluate(() => void dispatchEvent(new Event('focus')))
  await waiting(page).waitFor({ state: 'detached' })
  expect(await requestsOf(subject)).toHaveLength(1)
})
