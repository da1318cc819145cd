import { expect } from 'vitest'
import { test } from '../src/test.ts'

/** Names of what can be pressed, and heads, that have letters but not the marks of the accented language. */
const unmarked = `[...document.querySelectorAll('h1, h2, h3, label, button, a, th, [role=tab], [role=menuitem]')]
  .filter((element) => element.checkVisibility() && !element.closest('[translate=no], .code, code, bdi, [data-own]'))
  .map((element) => (element.getAttribute('aria-label') ?? element.innerText).trim())
  .filter((text) => /[A-Za-z]{2}/.test(text) && !/^\\[.*\\]/s.test(text))`

test.for(['/', '/alarms', '/settings', '/customers'])('every text of %s is in the catalogue', async (address, { visit }) => {
  const { page } = await visit({ as: address === '/customers' ? 'staff' : 'customer', language: 'en-XA' })
  await page.goto(address)
  await page.getByRole('heading').first().waitFor()
  await page.screenshot({ path: `/tmp/pseudo${address.replaceAll('/', '-')}.png` })
  expect(await page.evaluate(unmarked)).toEqual([])
})
