import { expect } from 'vitest'
import { addressOf, arrivesAt } from '../src/addresses.ts'
import { eventually } from '../src/eventually.ts'
import { recordRequests } from '../src/guard.ts'
import { emailOf, signInByForm } from '../src/sign-in.ts'
import { test } from '../src/test.ts'
import { textOf } from '../src/text.ts'

const LOGIN = /^\/v1\/auth\/login$/

test('The login screen shows only the basic form when nothing else is configured', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page } = await visit()
  await page.goto('/login')
  await page.getByRole('heading', { level: 1, name: 'Login', exact: true }).waitFor()
  expect(await page.getByRole('button').allInnerTexts()).toEqual(['', 'Login'])
  expect(await page.getByText('Or continue with').count()).toBe(0)
  expect(await page.title()).toBe('Login · Packhouse')
})

test('The email field has the focus on load and is of the type email', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit()
  await page.goto('/login')
  const email = page.getByLabel('Email')
  await eventually(() => email.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await email.getAttribute('type')).toBe('email')
})

test('Tab goes from Email to Password, then to the eye, the link and the button, within 376 pixels at every width', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit()
  await page.goto('/login')
  await page.getByLabel('Email').waitFor()
  const stops: (string | null)[] = []
  for (let stop = 0; stop < 4; stop++) {
    await page.keyboard.press('Tab')
    stops.push(
      await page.evaluate(() => {
        const focused = document.activeElement
        return focused?.getAttribute('name') ?? focused?.getAttribute('aria-label') ?? focused?.textContent ?? null
      }),
    )
  }
  expect(stops).toEqual(['password', 'Show password', 'Forgot Password?', 'Login'])
  for (const width of [360, 640, 959, 960, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect((await page.locator('form').boundingBox())?.width).toBeLessThanOrEqual(376)
  }
})

test('The eye shows and hides the password and says which it will do', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit()
  await page.goto('/login')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('secret')
  expect(await password.getAttribute('type')).toBe('password')
  expect(await password.getAttribute('autocomplete')).toBe('current-password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await eventually(() => password.getAttribute('type')).toBe('text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await eventually(() => password.getAttribute('type')).toBe('password')
  expect(await password.inputValue()).toBe('secret')
})

test('Forgot Password? is a link to /forgot-password', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit()
  await page.goto('/login')
  const link = page.getByRole('link', { name: 'Forgot Password?', exact: true })
  expect(await link.getAttribute('href')).toBe('/forgot-password')
})

test('A right email and password lead to the overview', async ({ visit }) => {
  const { page, product } = await visit()
  await page.goto('/login')
  await signInByForm(page, emailOf('customer'), product.password)
  await page.getByRole('heading', { name: 'Machine Overview' }).waitFor()
  expect(addressOf(page)).toBe('/')
  const stored = await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('refresh_token')])
  expect(stored).toEqual([expect.stringMatching(/^pha_/), expect.stringMatching(/^phr_/)])
})

test('Enter in the password field signs in', { tags: ['long'] }, async ({ visit }) => {
  const { page, product } = await visit()
  await page.goto('/login')
  await page.getByLabel('Email').fill(emailOf('customer'))
  await page.getByLabel('Password', { exact: true }).fill(product.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Machine Overview' }).waitFor()
})

test('While busy the button reads Logging in... and ignores further presses', { tags: ['long'] }, async ({ visit }) => {
  const { page, product } = await visit()
  await page.goto('/login')
  const requests = recordRequests(page, LOGIN)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(LOGIN_ADDRESS, async (route) => {
    await held
    await route.continue()
  })
  await signInByForm(page, emailOf('customer'), product.password)
  const button = page.getByRole('button', { name: 'Logging in...', exact: true })
  await button.click()
  await button.press('Enter')
  await page.getByLabel('Email').press('Enter')
  answer()
  await page.getByRole('heading', { name: 'Machine Overview' }).waitFor()
  expect(requests).toHaveLength(1)
})

test('A refused sign-in shows Invalid credentials., keeps the email and selects the password', async ({ visit }) => {
  const { page, guard } = await visit()
  guard.expectStatus(401, LOGIN)
  await page.goto('/login')
  await signInByForm(page, emailOf('customer'), 'wrong password')
  const alert = page.getByRole('alert')
  await eventually(() => textOf(alert)).toBe('Invalid credentials.')
  const colour = await alert.evaluate((element) => getComputedStyle(element).color)
  expect(colour).toBe('rgb(179, 38, 30)')
  expect(await page.getByLabel('Email').inputValue()).toBe(emailOf('customer'))
  const selected = await page.evaluate(() => {
    const field = document.activeElement as HTMLInputElement
    return field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)
  })
  expect(selected).toBe('wrong password')
  expect(await page.getByRole('button', { name: 'Login', exact: true }).count()).toBe(1)
})

test('An unknown email is answered like a wrong password', { tags: ['long'] }, async ({ visit }) => {
  const { page, guard } = await visit()
  guard.expectStatus(401, LOGIN)
  await page.goto('/login')
  await signInByForm(page, 'nobody@packhouse.example', 'whatever it is')
  await eventually(() => textOf(page.getByRole('alert'))).toBe('Invalid credentials.')
})

test('The form checks nothing by itself: what was typed goes to the server as it is', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page, guard } = await visit()
  guard.expectStatus(401, LOGIN)
  await page.goto('/login')
  const requests = recordRequests(page, LOGIN)
  await signInByForm(page, 'no address', '')
  await eventually(() => textOf(page.getByRole('alert'))).toBe('Invalid credentials.')
  expect(requests.map((request) => request.postDataJSON())).toEqual([{ email: 'no address', password: '' }])
})

test('The alert of a refused sign-in goes away with the next attempt', { tags: ['long'] }, async ({ visit }) => {
  const { page, guard, product } = await visit()
  guard.expectStatus(401, LOGIN)
  await page.goto('/login')
  await signInByForm(page, emailOf('customer'), 'wrong password')
  await page.getByRole('alert').waitFor()
  await signInByForm(page, emailOf('customer'), product.password)
  await page.getByRole('heading', { name: 'Machine Overview' }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('A server that is away is not called invalid credentials', { tags: ['long'] }, async ({ visit }) => {
  const { page, guard, product } = await visit()
  guard.expectLost(LOGIN)
  await page.goto('/login')
  await page.route(LOGIN_ADDRESS, (route) => route.abort('connectionrefused'))
  await signInByForm(page, emailOf('customer'), product.password)
  await eventually(() => textOf(page.getByRole('alert'))).toBe(
    'The server could not be reached. Try again in a moment.',
  )
})

test('After success the user goes to the intended address with its query', async ({ visit }) => {
  const { page, product } = await visit()
  await page.goto(`/login?intended=${encodeURIComponent('/settings?from=mail&n=1')}`)
  await signInByForm(page, emailOf('customer'), product.password)
  await arrivesAt(page, '/settings?from=mail&n=1')
  await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor()
})

test.for([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  'javascript:alert(1)',
  '/login?intended=/login',
])('An intended address outside of the application, such as %s, leads to the overview', async (intended, { visit }) => {
  const { page, product } = await visit()
  await page.goto(`/login?intended=${encodeURIComponent(intended)}`)
  await signInByForm(page, emailOf('customer'), product.password)
  await page.getByRole('heading', { name: 'Machine Overview' }).waitFor()
  expect(addressOf(page)).toBe('/')
})

const LOGIN_ADDRESS = '**/v1/auth/login'
