import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { addressOf, arrivesAt } from '../../src/addresses.ts'
import { eventually } from '../../src/eventually.ts'
import { openOverview } from '../../src/overview.ts'
import { keepPermissions } from '../../src/permissions.ts'
import { type OpenVisit, test } from '../../src/test.ts'

interface Person {
  who: string
  as: 'staff' | 'customer'
  kept?: RegExp
  /** The pages of each area; a plain area has one. */
  areas: Record<string, readonly string[]>
}

const people: Person[] = [
  {
    who: 'an administrator',
    as: 'staff',
    areas: {
      Machines: ['Overview', 'Fleet', 'Alarms', 'Installed machines', 'Ordered machines', 'Telemetry', 'Service'],
      Customers: ['Customers', 'Suppliers', 'Licences', 'Monthly reports'],
      Library: [
        'Machines',
        'Compatibility',
        'Configurator',
        'Packaging styles',
        'Recipes',
        'Options',
        'Machine types',
        'Tags',
        'Documents',
      ],
      Estimator: ['Projects', 'Catalogue', 'Setup'],
      People: ['Users', 'Groups', 'Roles', 'Permissions', 'Business units'],
      System: [
        'Server log',
        'Health',
        'Backups',
        'Jobs',
        'Mails',
        'Audit',
        'Analytics',
        'API keys',
        'API key scopes',
        'Device certificates',
        'Sign-in',
        'Webhooks',
        'Settings',
        'PDF templates',
        'Reference data',
      ],
    },
  },
  {
    who: 'staff with few rights',
    as: 'staff',
    kept: /^(customer\.access|machine\.read\.any|supplier\.read|deadLetter\.read)$/,
    areas: { Machines: ['Overview', 'Fleet', 'Alarms', 'Telemetry'], Customers: ['Suppliers'] },
  },
  {
    who: 'a user of a customer',
    as: 'customer',
    areas: {
      Machines: ['Machines'],
      Alarms: ['Alarms'],
      Quotes: ['Quotes'],
      Data: ['Data'],
      Benchmark: ['Benchmark'],
    },
  },
]
const widths = [360, 768, 1024, 1280, 1440]

async function visitAs(visit: OpenVisit, { as, kept }: Person, width: number): Promise<Page> {
  const { page } = await visit({ as, width, touch: width < 500 })
  if (kept) await keepPermissions(page, kept)
  await openOverview(page)
  return page
}

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const entry = (page: Page, area: string) => bar(page).getByRole('button', { name: area })

/** The first line of each entry: what stands beside it is a count, and below it a line about the page. */
async function names(entries: Locator): Promise<string[]> {
  return (await entries.allInnerTexts()).map((text) => text.split('\n')[0]?.trim() ?? '')
}

/** What of the bars sticks out of the window, or shows only a part of its text. */
async function cutEntries(page: Page): Promise<string[]> {
  return await page.locator('header a:visible, header button:visible, header span:visible').evaluateAll((entries) =>
    entries
      .filter((element) => !element.closest('.sr-only') && getComputedStyle(element).position !== 'absolute')
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect()
        return left < 0 || right > innerWidth || element.scrollWidth > element.clientWidth + 1
      })
      .filter((element) => getComputedStyle(element).display !== 'inline')
      .map((element) => element.textContent ?? ''),
  )
}

async function pagesOf(page: Page, area: string, width: number): Promise<string[]> {
  const button = entry(page, area)
  if (width < 940) {
    if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
    return await names(bar(page).getByRole('link').filter({ hasNotText: 'Docs' }))
  }
  await button.click()
  const menu = page.getByRole('menu', { name: area })
  await menu.waitFor()
  expect((await menu.boundingBox())?.x).toBeGreaterThanOrEqual(0)
  return await names(menu.getByRole('menuitem'))
}

async function reachesEveryPage(page: Page, { areas }: Person, width: number): Promise<void> {
  const plain = Object.entries(areas).filter(([, pages]) => pages.length === 1)
  const grouped = Object.entries(areas).filter(([, pages]) => pages.length > 1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  expect(await cutEntries(page)).toEqual([])
  const sheet = width < 940
  if (sheet) await page.getByRole('button', { name: 'Open menu' }).click()
  for (const [area] of plain) await bar(page).getByRole('link', { name: area }).waitFor()
  for (const [area, pages] of grouped) {
    const found = await pagesOf(page, area, width)
    expect(found.filter((name) => !plain.some(([label]) => label === name))).toEqual(pages)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  expect(await cutEntries(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.locator('header [aria-expanded=true]').waitFor({ state: 'hidden' })
}

test.for(people)('$who reaches every page at every width, and nothing is cut', async (person, { visit }) => {
  const [phone = 0, ...wider] = widths
  await reachesEveryPage(await visitAs(visit, person, phone), person, phone)
  const page = await visitAs(visit, person, 1440)
  for (const width of wider) {
    await page.setViewportSize({ width, height: 900 })
    await reachesEveryPage(page, person, width)
  }
})

test.for(people)(
  'In German the bars of $who hold every area at every width, and nothing is cut',
  { tags: ['long'] },
  async (person, { visit }) => {
    const { page } = await visit({ as: person.as, language: 'de' })
    if (person.kept) await keepPermissions(page, person.kept)
    await page.goto('/')
    await page.locator('main h1').waitFor()
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      const entries = page.locator('header nav:visible [data-entry]:not([target])')
      const menu = page.locator('button[aria-controls=area-sheet]:visible')
      await entries.first().or(menu).first().waitFor()
      // Quotes come when it is known that there are any.
      if ((await menu.count()) === 0) await eventually(() => entries.count()).toBe(Object.keys(person.areas).length)
      else await menu.click()
      await eventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      expect(await cutEntries(page)).toEqual([])
      if ((await menu.count()) > 0) await menu.click()
    }
  },
)

test.for(people)(
  'The section bar of $who shows the pages of the area',
  { tags: ['long'] },
  async (person, { visit }) => {
    const page = await visitAs(visit, person, 1280)
    const pages = person.areas.Machines ?? []
    const section = page.getByRole('navigation', { name: 'Machines' })
    if (pages.length === 1) return expect(await section.count()).toBe(0)
    expect(await names(section.getByRole('link'))).toEqual(pages)
    expect((await section.boundingBox())?.height).toBe(44)
    const current = section.locator('[aria-current=page]')
    expect(await names(current)).toEqual(['Overview'])
    await section.getByRole('link', { name: 'Alarms' }).click()
    await arrivesAt(page, '/alarms')
    await eventually(() => names(current)).toEqual(['Alarms'])
  },
)

test.for(['en', 'de'] as const)(
  'The pages of System are in four groups, and nothing is cut in %s',
  { tags: ['long'] },
  async (language, { visit }) => {
    const { page } = await visit({ as: 'staff', language })
    await page.goto('/system/device-certificates')
    const groups = page.locator('nav[data-section-bar] > * > [data-menu]')
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await eventually(() => groups.count()).toBe(4)
      for (const group of await groups.all()) {
        await group.click()
        const menu = page.locator('nav[data-section-bar] [role=menu]:not([hidden])')
        await eventually(() => menu.count()).toBe(1)
        for (const element of [group, menu, ...(await menu.getByRole('menuitem').all())]) {
          const box = await element.boundingBox()
          expect(box?.x).toBeGreaterThanOrEqual(0)
          expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
          expect(
            await element.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
          ).toBeLessThanOrEqual(1)
        }
        await page.keyboard.press('Escape')
        await eventually(() => menu.count()).toBe(0)
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  },
)

test('The groups of System are reached by keyboard, and the current one says which page is open', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  await page.goto('/system/webhooks')
  const groups = page.getByRole('navigation', { name: 'System' })
  const focused = () => page.evaluate(() => document.activeElement?.firstChild?.textContent)
  const current = groups.locator('[aria-current=true]')
  expect(await current.textContent()).toMatch(/^Access\s*Webhooks/)
  await current.focus()
  await page.keyboard.press('ArrowLeft')
  await eventually(focused).toBe('Activity')
  await page.keyboard.press('ArrowDown')
  await eventually(focused).toBe('Mails')
  await page.keyboard.press('End')
  await eventually(focused).toBe('Analytics')
  await page.keyboard.press('ArrowDown')
  await eventually(focused).toBe('Mails')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await arrivesAt(page, '/system/audit')
  await eventually(() => current.textContent()).toMatch(/^Activity\s*Audit/)
})

test('A menu opens by Enter and Down, arrows move in it and along the bar, Escape returns to its button', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  await openOverview(page)
  const focused = () => page.evaluate(() => document.activeElement?.firstChild?.textContent)
  await entry(page, 'Machines').focus()
  await page.keyboard.press('Enter')
  await eventually(focused).toBe('Overview')
  await page.keyboard.press('ArrowDown')
  await eventually(focused).toBe('Fleet')
  await page.keyboard.press('End')
  await eventually(focused).toBe('Service')
  await page.keyboard.press('ArrowDown')
  await eventually(focused).toBe('Overview')
  await page.keyboard.press('ArrowRight')
  await eventually(focused).toBe('Customers')
  await page.getByRole('menu', { name: 'Customers' }).waitFor()
  expect(await page.getByRole('menu').count()).toBe(1)
  await page.keyboard.press('ArrowDown')
  await eventually(focused).toBe('Customers')
  await page.keyboard.press('ArrowUp')
  await eventually(focused).toBe('Monthly reports')
  await page.keyboard.press('Escape')
  await eventually(focused).toBe('Customers')
  expect(await page.getByRole('menu').count()).toBe(0)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowDown')
  await eventually(focused).toBe('Overview')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await arrivesAt(page, '/fleet')
  expect(await page.getByRole('menu').count()).toBe(0)
})

test('A menu opens where the pointer rests and closes where it leaves; a press keeps it open', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  await openOverview(page)
  const menu = page.getByRole('menu', { name: 'People' })
  await entry(page, 'People').hover()
  await menu.waitFor()
  await page.mouse.move(700, 600)
  await menu.waitFor({ state: 'hidden' })
  await entry(page, 'People').click()
  await menu.waitFor()
  await page.mouse.move(700, 600)
  await menu.getByRole('menuitem', { name: /^Roles/ }).click()
  await arrivesAt(page, '/people/roles')
  await menu.waitFor({ state: 'hidden' })
  await entry(page, 'System').click()
  await page.getByRole('menu', { name: 'System' }).waitFor()
  await page.getByRole('heading', { level: 1 }).click()
  await page.getByRole('menu').waitFor({ state: 'hidden' })
})

const moved = [
  ['/people/api-keys?open=new', '/system/api-keys?open=new'],
  ['/people/api-key-scopes', '/system/api-key-scopes'],
  ['/people/mails', '/system/mails'],
  ['/people/sign-in', '/system/sign-in'],
  ['/people/jobs', '/system/jobs'],
  ['/reference/licences?search=line', '/licences?search=line'],
  ['/reference/service-plans', '/service/plans'],
  ['/reference/service-records', '/service/records'],
  ['/people', '/people/users'],
  ['/system', '/system/api-keys'],
  ['/service', '/service/records'],
  ['/reference', '/reference/location-types'],
] as const

test('The addresses of before lead to those of now', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  for (const [before, now] of moved) {
    await page.goto(before)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(addressOf(page), before).toBe(now)
  }
})

test('The sheet begins with the search and opens one area at a time', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'staff', width: 390, height: 844, touch: true })
  await openOverview(page)
  await page.getByRole('button', { name: 'Open menu' }).tap()
  const open = bar(page).locator('[aria-expanded=true]')
  expect(await names(open)).toEqual(['Machines'])
  await entry(page, 'System').tap()
  await eventually(() => names(open)).toEqual(['System'])
  for (const link of await bar(page).getByRole('link').all()) {
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
  await bar(page).getByRole('button', { name: 'Search everything' }).tap()
  await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Open menu' }).tap()
  await entry(page, 'People').tap()
  await bar(page).getByRole('link', { name: 'Groups' }).tap()
  await arrivesAt(page, '/people/groups')
  await bar(page).waitFor({ state: 'hidden' })
})
