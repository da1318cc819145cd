import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { eventually } from './eventually.ts'

/** What axe finds, each with the elements it found it on. Colours are judged when nothing moves any more. */
export async function violations(page: Page): Promise<string[]> {
  await eventually(() =>
    page.evaluate(() => document.getAnimations().filter((one) => one.effect?.getTiming().iterations === 1).length),
  ).toBe(0)
  // Invisible stops at both ends of an open menu, which pass the focus on at once; nobody can stand on them.
  const found = await new AxeBuilder({ page }).exclude('[data-base-ui-focus-guard]').analyze()
  return found.violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** The same in both themes, which follow the system while the page is open. */
export async function violationsInBothThemes(page: Page): Promise<Record<'light' | 'dark', string[]>> {
  const found = { light: [] as string[], dark: [] as string[] }
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await page.locator(`html[data-theme=${theme}]`).waitFor()
    found[theme] = await violations(page)
  }
  return found
}
