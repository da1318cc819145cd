import type { Page } from 'playwright-core'
import type { Guard } from './guard.ts'
import { gridOf } from './overview.ts'
import { signInByForm } from './sign-in.ts'
import type { VisitOptions } from './test.ts'

/** A screen in one of its states, and how to come to it. */
export interface Screen {
  name: string
  visit: VisitOptions
  open: (page: Page, guard: Guard) => Promise<void>
}

const LIST = '**/v1/ignition/machines/me?*'
const demo = { 'cmms-demo-mode': 'true' }
const signedIn: VisitOptions = { as: 'customer', storage: demo }

/** Every screen of the application. What shows machines shows those of the demo, which has all states of a machine. */
export const screens: Screen[] = [
  {
    name: 'the login',
    visit: {},
    async open(page) {
      await page.goto('/login')
      await page.getByLabel('Email').waitFor()
    },
  },
  {
    name: 'the login with an error',
    visit: {},
    async open(page, guard) {
      guard.expectStatus(401, /^\/v1\/auth\/login$/)
      await page.goto('/login')
      await signInByForm(page, 'somebody@packhouse.example', 'wrong password')
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'the forgotten password',
    visit: {},
    async open(page) {
      await page.goto('/forgot-password')
      await page.getByRole('button', { name: 'Send link' }).waitFor()
    },
  },
  {
    name: 'the reset of a password',
    visit: {},
    async open(page) {
      await page.goto('/reset-password?token=phl_x')
      await page.getByRole('button', { name: 'Set password' }).waitFor()
    },
  },
  {
    name: 'a link to unsubscribe that is not valid',
    visit: {},
    async open(page) {
      await page.goto('/unsubscribe')
      await page.getByRole('link', { name: 'Go to the login' }).waitFor()
    },
  },
  {
    name: 'an invitation that is not valid',
    visit: {},
    async open(page) {
      await page.goto('/invitation')
      await page.getByRole('link', { name: 'Go to the login' }).waitFor()
    },
  },
  {
    name: 'the overview',
    visit: signedIn,
    async open(page) {
      await page.goto('/')
      await gridOf(page).waitFor()
    },
  },
  {
    name: 'the overview while it loads',
    visit: { as: 'customer' },
    async open(page) {
      await page.route(LIST, () => {})
      await page.route('**/machines/me/stream', () => {})
      await page.goto('/')
      await page.getByLabel('Loading machines').waitFor()
    },
  },
  {
    name: 'the overview without machines',
    visit: { as: 'customer' },
    async open(page) {
      await page.route(LIST, (route) => route.fulfill({ json: { count: 0, machines: [] } }))
      await page.goto('/')
      await page.getByText('No machines found.').waitFor()
    },
  },
  {
    name: 'a machine',
    visit: signedIn,
    async open(page) {
      await page.goto('/machines/VFFS-2214')
      await page.getByRole('slider').nth(1).waitFor()
    },
  },
  {
    name: 'a machine that is not found',
    visit: signedIn,
    async open(page) {
      await page.goto('/machines/NOPE-0001')
      await page.getByRole('heading', { name: 'Machine not found.' }).waitFor()
    },
  },
  {
    name: 'the settings',
    visit: signedIn,
    async open(page) {
      await page.goto('/settings')
      await page.getByRole('button', { name: 'Leave Demo Mode' }).waitFor()
    },
  },
  {
    name: 'the denied screen',
    visit: { as: 'denied' },
    async open(page) {
      await page.goto('/')
      await page.getByRole('button', { name: 'Sign in as somebody else' }).waitFor()
    },
  },
  {
    name: 'the 404',
    visit: {},
    async open(page) {
      await page.goto('/nowhere')
      await page.getByRole('link', { name: 'Go Back Home' }).waitFor()
    },
  },
]
