import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { violationsInBothThemes } from '../../src/axe.ts'
import { eventually } from '../../src/eventually.ts'
import { hasFocus } from '../../src/focus.ts'
import { test } from '../../src/test.ts'

const NOTHING = { light: [], dark: [] }

function linesOf(page: Page) {
  return page.getByRole('region', { name: 'Lines of the log' }).getByRole('button', { expanded: false })
}

/** A request that the log has one line about. */
async function ask(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => fetch(address), path)
}

test('Lines come in live, stop while paused, and show their fields by the keyboard', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page } = await visit({ as: 'staff' })
  await page.goto('/system/log')
  await linesOf(page).first().waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await ask(page, '/v1/health')
  const health = linesOf(page).filter({ hasText: 'GET /v1/health 200' })
  await health.first().waitFor()

  await page.getByRole('button', { name: 'Pause' }).click()
  const before = await health.count()
  await ask(page, '/v1/health')
  await page.getByRole('button', { name: 'Go on' }).click()
  // What came meanwhile is read from the file.
  await eventually(() => health.count()).toBeGreaterThan(before)

  const line = linesOf(page).last()
  await line.focus()
  await page.keyboard.press('ArrowUp')
  await eventually(() => hasFocus(line)).toBe(false)
  await page.keyboard.press('Enter')
  await page.getByText('request_id', { exact: true }).first().waitFor()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Go on' }).waitFor()
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
})

test('A search finds lines of all files while it runs, and its end leads back to the file', async ({ visit }) => {
  const { page, guard } = await visit({ as: 'staff' })
  await page.goto('/system/log')
  await linesOf(page).first().waitFor()
  const search = page.getByRole('searchbox', { name: 'Search all files' })
  await search.fill('Server LISTENING')
  await search.press('Enter')
  await page.getByText('1 line found').waitFor()
  expect(await linesOf(page).count()).toBe(1)
  expect(await linesOf(page).locator('mark').textContent()).toBe('Server listening')

  guard.expectStatus(400, /^\/v1\/logs\/search/)
  await search.fill('(')
  await page.getByRole('button', { name: 'Regular expression' }).click()
  await page.getByText(/must be a regular expression|not valid/).waitFor()
  await page.getByRole('button', { name: 'End the search' }).click()
  await eventually(() => linesOf(page).count()).toBeGreaterThan(1)
})

test('What a page has asked for is found by its trace', async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  const asked = page.waitForRequest((request) => /\/v1\/logs/.test(request.url()) && 'traceparent' in request.headers())
  await page.goto('/system/log')
  const [, trace = ''] = (await asked).headers().traceparent?.split('-') ?? []
  await linesOf(page).filter({ hasText: 'GET /v1/logs' }).first().waitFor()
  const search = page.getByRole('searchbox', { name: 'Search all files' })
  await search.fill(trace)
  await search.press('Enter')
  await page.getByText(/lines? found/).waitFor()
  await linesOf(page).filter({ hasText: 'GET /v1/logs' }).first().waitFor()
})

test('A search whose connection breaks begins again, and shows each line once', { tags: ['long'] }, async ({
  visit,
}) => {
  const { page } = await visit({ as: 'staff' })
  await page.goto('/system/log')
  await linesOf(page).first().waitFor()
  const found = { level: 'info', part: 'http', message: 'Server listening, found before', fields: {}, offset: 0 }
  const entries = [{ ...found, file: 'server.log', time: new Date().toISOString() }]
  const event = { entries, count: 1, searchedBytes: 1, ended: null }
  const headers = { 'content-type': 'text/event-stream', 'x-broken': 'yes' }
  const answer = { headers, body: `data: ${JSON.stringify(event)}\n\n` }
  await page.route(/\/v1\/logs\/search/, (route) => route.fulfill(answer), { times: 1 })
  const search = page.getByRole('searchbox', { name: 'Search all files' })
  const again = page.waitForResponse(
    (response) => /logs\/search/.test(response.url()) && !response.headers()['x-broken'],
  )
  await search.fill('Server LISTENING')
  await search.press('Enter')
  await again
  await page.getByText('1 line found').waitFor()
  expect(await linesOf(page).allInnerTexts()).toEqual([expect.not.stringContaining('found before')])
})

test('A hit leads to the lines around it in its file, and back to the hits; a time leads to its lines', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  await page.goto('/system/log')
  await linesOf(page).first().waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('Server listening')
  await page.keyboard.press('Enter')
  await page.getByText('1 line found').waitFor()
  await linesOf(page).first().click()
  await page.getByRole('button', { name: 'Show in its file' }).click()
  const sought = page.getByRole('region', { name: 'Lines of the log' }).locator('[aria-current]')
  await sought.filter({ hasText: 'Server listening' }).waitFor()
  await eventually(() => hasFocus(sought)).toBe(true)
  expect(await linesOf(page).count()).toBeGreaterThan(1)
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
  await page.getByRole('button', { name: 'Back to the hits' }).click()
  await page.getByText('1 line found').waitFor()
  await page.getByRole('button', { name: 'End the search' }).click()

  const aside = page.getByRole('complementary').filter({ hasText: 'Go to a time' })
  expect(await aside.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await page.getByLabel('Go to a time').fill('2020-01-01T00:00')
  await page.getByRole('button', { name: 'Go', exact: true }).click()
  // All lines are younger: the first one is where it leads.
  await eventually(() => linesOf(page).first().getAttribute('aria-current')).toBe('true')
  await page.getByRole('button', { name: 'To the newest lines' }).click()
  await page.getByText('Live', { exact: true }).waitFor()
})

test('Lines that come in while the reader looks further up are counted, and warnings of all servers are a list', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'staff', height: 420 })
  await page.goto('/system/log')
  const lines = page.getByRole('region', { name: 'Lines of the log' })
  await page.getByText('Live', { exact: true }).waitFor()
  await eventually(async () => {
    await ask(page, '/v1/health')
    return await lines.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 100)
  }).toBe(true)
  await lines.evaluate((box) => box.scrollTo({ top: 0 }))
  await ask(page, '/v1/health')
  await page.getByRole('button', { name: /^\d+ new lines?$/ }).click()
  await eventually(() =>
    lines.evaluate(({ scrollTop, scrollHeight, clientHeight }) => scrollHeight - scrollTop - clientHeight < 40),
  ).toBe(true)

  await page.getByRole('button', { name: 'All servers, 7 days' }).click()
  await page
    .getByText(/No server has reported|server=/)
    .first()
    .waitFor()
  expect(await page.getByRole('checkbox', { name: 'Info' }).count()).toBe(0)
  // Counts and the download are of one file.
  expect(await page.getByRole('checkbox', { name: 'Error', exact: true }).count()).toBe(1)
  expect(await page.getByRole('button', { name: 'Download' }).isDisabled()).toBe(true)
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)
})

test('Levels and parts narrow the lines, debug lines are stored for an hour, and the file is handed over', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  await page.goto('/system/log')
  // The file of the start: where a day has begun meanwhile there is a newer one.
  const oldest = page.getByRole('navigation', { name: 'Files' }).getByRole('button').last()
  await oldest.click()
  await eventually(() => oldest.getAttribute('aria-current')).toBe('true')
  await page.getByRole('checkbox', { name: 'http' }).uncheck()
  await eventually(() => linesOf(page).filter({ hasText: 'GET /v1' }).count()).toBe(0)
  await linesOf(page).filter({ hasText: 'Server listening' }).waitFor()
  await page.getByRole('checkbox', { name: 'Info' }).uncheck()
  await page.getByRole('checkbox', { name: 'Warning' }).uncheck()
  await page.getByRole('checkbox', { name: 'Debug' }).uncheck()
  await eventually(() => linesOf(page).filter({ hasText: 'Server listening' }).count()).toBe(0)

  await page.getByRole('button', { name: 'Store debug lines for an hour' }).click()
  await page.getByText(/^Debug lines are stored until/).waitFor()
  await page.getByRole('button', { name: 'Stop debug lines' }).click()
  await page.getByRole('button', { name: 'Store debug lines for an hour' }).waitFor()

  const given = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await given).suggestedFilename()).toMatch(/^packhouse-.*\.log$/)
})

test('On a phone levels, parts and files fold away above the lines', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'staff', width: 390, height: 844, touch: true })
  await page.goto('/system/log')
  await linesOf(page).first().waitFor()
  expect(await page.getByRole('checkbox', { name: 'Error' }).isVisible()).toBe(false)
  await page.getByText('Levels, parts and files').tap()
  await page.getByRole('checkbox', { name: 'Error' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
