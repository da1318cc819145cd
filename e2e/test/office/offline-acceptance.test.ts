import { acceptanceTests, machines, promises, type ShownAcceptanceTest, serviceVisits } from '@packhouse/contract'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { arrivesAt } from '../../src/addresses.ts'
import { violationsInBothThemes } from '../../src/axe.ts'
import { drawSignature } from '../../src/draw-signature.ts'
import { eventually } from '../../src/eventually.ts'
import { messageOf } from '../../src/record-list.ts'
import { Records } from '../../src/records.ts'
import { emailOf, signInByApi, signInByForm } from '../../src/sign-in.ts'
import { takePhoto } from '../../src/take-photo.ts'
import { test } from '../../src/test.ts'

const PHONE = { width: 390, height: 844, touch: true }
const MACHINE = 'PAL-0225'
const PAGE = `/machines/${MACHINE}/promises`
const FORM = `${PAGE}?record=test`
const SPEED = 'Layers, promised at least 12 per min'

const CONDITIONS = 'Without slip sheets'

let own: Records
let machineId = ''
let layersId = ''

beforeAll(async () => {
  own = new Records(inject('quiet'))
  const found = (await own.find(machines, MACHINE)) as { id: string; machineID: string }[]
  machineId = found.find((one) => one.machineID === MACHINE)?.id ?? ''
  const layers = { name: 'Layers', unit: 'per min', figure: 12, conditions: CONDITIONS }
  layersId = (await own.create(promises, { machineId, kind: 'other', ...layers })).id
  await own.create(promises, { machineId, kind: 'other', name: 'Noise', unit: 'dB(A)', figure: 76 })
})
afterAll(async () => {
  // What is signed stays.
  for (const { id, signature } of await recorded()) if (signature === null) own.keep(acceptanceTests, id)
  await own.removeAll()
})

/** What the server has, the newest first. */
async function recorded(): Promise<ShownAcceptanceTest[]> {
  const { url } = inject('quiet')
  const { access_token } = await signInByApi(inject('quiet'), 'staff')
  const answer = await fetch(`${url}/v1/ignition/machines/${MACHINE}/acceptance-tests`, {
    headers: { authorization: `Bearer ${access_token}` },
  })
  return ((await answer.json()) as { tests: ShownAcceptanceTest[] }).tests
}

/** What staff do while a device has no connection. */
async function promiseLayers(figure: number): Promise<void> {
  const { rowVersion } = await own.read(promises, layersId)
  await own.update(promises, layersId, { rowVersion, figure })
}

/** Opens the form with a connection, so that it opens without one too. */
async function prepare(page: Page): Promise<Locator> {
  await page.goto(PAGE)
  await page.getByRole('button', { name: 'Record a test' }).click()
  const form = formOf(page)
  await form.getByText('This form opens without a connection too.').waitFor()
  return form
}

const formOf = (page: Page) => page.getByRole('form', { name: 'Record a test' })
const mark = (page: Page) => page.getByRole('link', { name: 'on this device and not sent' })

test('A test that is planned opens without a connection where nobody has opened it before, and is sent once there is one again', async ({
  visit,
}) => {
  const { user } = await own.get<{ user: { id: string } }>('/v1/auth/me')
  await own.create(serviceVisits, {
    ...{ machineId, subject: 'Kestrel acceptance', kind: 'acceptance', engineerId: user.id },
    startsAt: new Date(Date.now() + 3_600_000).toISOString(),
    endsAt: new Date(Date.now() + 7_200_000).toISOString(),
  })
  const before = await recorded()
  const { page, context, guard } = await visit({ as: 'staff', ...PHONE })
  await page.goto('/service/calendar')
  await page.getByText('Your own visits and acceptance tests of today and tomorrow').waitFor()
  guard.expectLost(/./)
  await context.setOffline(true)
  await page.reload()
  await page.getByRole('button', { name: /Kestrel acceptance/ }).tap()
  await page.getByRole('link', { name: 'Open the form of the visit' }).tap()
  await page.getByRole('link', { name: `Acceptance test · ${MACHINE}` }).tap()
  const form = formOf(page)
  await form.getByText('There is no connection. What you enter is kept on this device').waitFor()
  // The link by itself opens it too.
  await page.goto(FORM)
  await form.getByLabel('Tested with').fill('Never opened before')
  await form.getByLabel(SPEED).fill('12,5')
  await form.getByLabel('Name of the person who signs').fill('Ola Nordmann')
  await drawSignature(page, form)
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  await form.getByRole('button', { name: 'Save' }).click()
  await messageOf(page, 'Kept on this device, will be sent').waitFor()
  expect(await recorded()).toEqual(before)
  await context.setOffline(false)
  await eventually(async () => (await recorded()).length).toBe(before.length + 1)
  expect((await recorded())[0]).toMatchObject({
    ...{ product: 'Never opened before', results: [{ name: 'Layers', value: 12.5 }] },
    signature: { name: 'Ola Nordmann', isChanged: false },
  })
})

test('A test is entered, photographed and signed without a connection, survives reloads, and is stored once', async ({
  visit,
}) => {
  const { page: first, context, guard } = await visit({ as: 'staff', ...PHONE })
  await prepare(first)
  const before = await recorded()
  guard.expectLost(/./)
  await context.setOffline(true)
  await first.reload()
  await formOf(first).getByText('There is no connection. What you enter is kept on this device').waitFor()
  await formOf(first).getByLabel('Tested with').fill('Cartons, 40 cm')
  await formOf(first).getByLabel('Length').fill('2,5')
  await formOf(first).getByLabel(SPEED).fill('11,5')
  await formOf(first).getByLabel('Open points').fill('2')
  await formOf(first).getByLabel('Open point 1').fill('Guard is loose')
  await takePhoto(formOf(first), 'Layers')
  await formOf(first).getByRole('img', { name: 'Layers 1.jpg' }).waitFor()
  await takePhoto(formOf(first), 'Noise')
  await formOf(first).getByRole('img', { name: 'Noise 1.jpg' }).waitFor()
  await first.close()

  const page = await context.newPage()
  await page.goto(FORM)
  const form = formOf(page)
  await form.getByRole('img', { name: 'Layers 1.jpg' }).waitFor()
  expect(await form.getByLabel('Tested with').inputValue()).toBe('Cartons, 40 cm')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Enter what is open, for each open point.').waitFor()
  await form.getByText('Enter what is open.', { exact: true }).waitFor()
  await form.getByLabel('Open point 2').fill('Manual in Danish')
  await form.getByLabel('Name of the person who signs').fill('Ola Nordmann')
  await drawSignature(page, form)
  await form.getByLabel(SPEED).fill('11,8')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('What was entered has changed since it was signed.').waitFor()
  await form.getByRole('button', { name: 'Clear the drawing' }).click()
  await drawSignature(page, form)
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  await form.getByRole('button', { name: 'Save' }).click()
  await messageOf(page, 'Kept on this device, will be sent').waitFor()
  await form.waitFor({ state: 'detached' })

  await mark(page).click()
  await arrivesAt(page, '/not-sent')
  await page.getByRole('heading', { name: `Acceptance test · ${MACHINE}` }).waitFor()
  await page.getByText('Will be sent', { exact: true }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  expect(await recorded()).toEqual(before)

  await context.setOffline(false)
  await page.getByText('Nothing waits on this device').waitFor()
  await mark(page).waitFor({ state: 'detached' })
  const [made, ...others] = await recorded()
  expect(others).toEqual(before)
  expect(made).toMatchObject({
    ...{ product: 'Cartons, 40 cm', hours: 2.5, openPoints: 2, openPointList: 'Guard is loose\nManual in Danish' },
    results: [{ name: 'Layers', value: 11.8 }],
    signature: { name: 'Ola Nordmann', isChanged: false },
  })
  expect(made?.photos.map(({ name }) => name)).toEqual(['Layers 1.jpg', 'Noise 1.jpg'])

  await page.goto(PAGE)
  const row = page.getByRole('listitem').filter({ hasText: 'Cartons, 40 cm' })
  await row.getByText('Ola Nordmann').waitFor()
  await row.getByText('Manual in Danish').waitFor()
  await row.getByRole('button', { name: '2 photos' }).click()
  await row.getByText('Noise 1.jpg').waitFor()
  await row.getByRole('img', { name: 'Photo' }).nth(1).waitFor()
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
})

test('An answer that is lost enters nothing twice', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  const form = await prepare(page)
  const before = await recorded()
  await form.getByLabel('Tested with').fill('Once')
  await form.getByLabel(SPEED).fill('12')
  await page.evaluate(() => {
    const { fetch } = window
    const lossy = window as unknown as { loses: boolean }
    lossy.loses = true
    window.fetch = async (...request) => {
      const answer = await fetch(...request)
      if (lossy.loses && String(request[0]).endsWith('/v1/acceptance-entries')) throw new TypeError('Failed to fetch')
      return answer
    }
  })
  await form.getByRole('button', { name: 'Save' }).click()
  await messageOf(page, 'Kept on this device, will be sent').waitFor()
  await mark(page).click()
  await page.getByText('Will be sent', { exact: true }).waitFor()
  await page.evaluate(() => {
    Object.assign(window, { loses: false })
    // Somebody comes back to the page.
    dispatchEvent(new Event('focus'))
  })
  await page.getByText('Nothing waits on this device').waitFor()
  const now = await recorded()
  expect(now.length).toBe(before.length + 1)
  expect(now[0]?.product).toBe('Once')
})

test('What somebody else recorded meanwhile is shown beside it, and both are kept', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page, context, guard } = await visit({ as: 'staff', ...PHONE })
  const form = await prepare(page)
  guard.expectLost(/./)
  guard.expectStatus(409, /acceptance-entries/)
  await context.setOffline(true)
  await form.getByLabel('Tested with').fill('Mine')
  await form.getByLabel(SPEED).fill('10')
  await form.getByRole('button', { name: 'Save' }).click()
  await messageOf(page, 'Kept on this device, will be sent').waitFor()
  await own.create(acceptanceTests, {
    ...{ machineId, kind: 'factory', testedOn: '2026-02-03', product: 'Theirs', openPoints: 0 },
  })
  await context.setOffline(false)
  await page.getByRole('link', { name: 'you have to decide' }).click()
  await page.getByText('Another version is there').waitFor()
  await page.getByText('Mine', { exact: true }).waitFor()
  await page.getByText('Theirs', { exact: true }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  await page.getByRole('button', { name: 'Record it beside the other' }).click()
  await page.getByText('Nothing waits on this device').waitFor()
  expect((await recorded()).slice(0, 2).map(({ product }) => product)).toEqual(['Mine', 'Theirs'])
})

test('A promise that staff change meanwhile is shown beside what was signed, and the present one is signed again', async ({
  visit,
}) => {
  const { page, context, guard } = await visit({ as: 'staff', ...PHONE })
  const form = await prepare(page)
  guard.expectLost(/./)
  guard.expectStatus(409, /acceptance-entries/)
  await context.setOffline(true)
  await form.getByText(CONDITIONS).waitFor()
  await form.getByLabel('Tested with').fill('Signed before')
  await form.getByLabel(SPEED).fill('11')
  await form.getByLabel('Name of the person who signs').fill('Ola Nordmann')
  await drawSignature(page, form)
  await form.getByRole('button', { name: 'Save' }).click()
  await messageOf(page, 'Kept on this device, will be sent').waitFor()
  await promiseLayers(10)
  await context.setOffline(false)
  await page.getByRole('link', { name: 'you have to decide' }).click()
  await page.getByText('What was promised has changed since this test was begun: Layers.').waitFor()
  await page.getByText(`Shown: at least 12 per min, ${CONDITIONS}. Now: at least 10 per min, ${CONDITIONS}.`).waitFor()
  await page.getByRole('button', { name: 'Record with the figures that were shown' }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  await page.getByRole('button', { name: 'Use the present figures' }).click()

  const again = formOf(page)
  await again.getByText('The signature was removed, since what was promised has changed.').waitFor()
  expect(await again.getByLabel('Layers, promised at least 10 per min').inputValue()).toBe('11')
  await again.getByRole('button', { name: 'Save' }).click()
  await again.getByText('What was entered has changed since it was signed.').waitFor()
  await drawSignature(page, again)
  await again.getByText('The signature was removed').waitFor({ state: 'detached' })
  await again.getByRole('button', { name: 'Save' }).click()
  await messageOf(page, 'Acceptance test recorded').waitFor()
  const [made] = await recorded()
  expect(made).toMatchObject({
    product: 'Signed before',
    results: [{ name: 'Layers', figure: 10, value: 11 }],
    signature: { name: 'Ola Nordmann', isChanged: false },
  })
  await promiseLayers(12)
})

test('Another account on the same device sees nothing of it, with and without a connection', async ({ visit }) => {
  const { page, context, guard, product } = await visit({ as: 'staff' })
  const form = await prepare(page)
  await form.getByLabel('Tested with').fill('Secret product')
  await form.getByText('Kept on this device until it is sent.').waitFor()
  // The session is over, which is no sign-out.
  await page.evaluate(() => {
    localStorage.removeItem('token')
    localStorage.removeItem('refresh_token')
  })
  await page.goto('/login')
  await signInByForm(page, emailOf('other'), product.password)
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/not-sent')
  await page.getByText('Nothing waits on this device').waitFor()
  expect(await mark(page).count()).toBe(0)
  await eventually(() => keptNames(page)).toEqual([])
  guard.expectLost(/./)
  guard.expectConsole(/Failed to fetch/)
  await context.setOffline(true)
  await page.goto(FORM)
  await page.getByRole('alert').getByText('The server could not be reached').waitFor()
  expect(await page.getByText('Layers').count()).toBe(0)
})

test('Signing out says what was not sent, and removes it only then', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  const form = await prepare(page)
  await form.getByLabel('Tested with').fill('Half of it')
  await form.getByText('Kept on this device until it is sent.').waitFor()
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByText('1 entry was not sent. Signing out removes what is on this device.').waitFor()
  await page
    .getByRole('link', { name: MACHINE })
    .or(page.getByRole('button', { name: 'Go on' }))
    .click()
  await formOf(page).waitFor()
  expect(await formOf(page).getByLabel('Tested with').inputValue()).toBe('Half of it')
  await mark(page).click()
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Sign out and remove' }).click()
  await page.waitForURL((url) => url.pathname === '/login')
  await eventually(() => storedPaths(page)).toEqual([])
})

test('With a connection the page is always that of the server, and nothing that people see is in the caches', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  await prepare(page)
  const kept = await page.evaluate(async () => {
    const found: string[] = []
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname)
    }
    return found
  })
  expect(kept).toContain('/')
  expect(
    kept.filter((path) => !/^\/(assets\/.*|theme\.js|mark\.svg|mark-192\.png|manifest\.webmanifest)?$/.test(path)),
  ).toEqual([])
  // What is kept is made another, as an older version would be.
  await page.evaluate(async () => {
    const [name = ''] = await caches.keys()
    const page = new Response('<html><title>Old</title><div id="root"></div></html>', {
      headers: { 'content-type': 'text/html' },
    })
    await (await caches.open(name)).put('/', page)
  })
  await page.reload()
  await formOf(page).waitFor()
  expect(await page.title()).not.toBe('Old')
})

/** Paths of what this browser stores beside local storage. */
async function storedPaths(page: Page): Promise<string[]> {
  return await page.evaluate(async () => {
    const opened = indexedDB.open('packhouse')
    await new Promise((resolve) => {
      opened.onsuccess = resolve
    })
    const database = opened.result
    if (!database.objectStoreNames.contains('value')) return []
    const asked = database.transaction('value').objectStore('value').getAllKeys()
    await new Promise((resolve) => {
      asked.onsuccess = resolve
    })
    database.close()
    return asked.result.map(String)
  })
}

async function keptNames(page: Page): Promise<string[]> {
  return (await storedPaths(page)).filter((path) => path.startsWith('kept/'))
}
