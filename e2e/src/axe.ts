import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { eventually } from './eventually.ts'

/** The rules that depend on colours. */
const COLOURS = ['color-contrast', 'link-in-text-block']

type Rules = 'all' | 'colours'

/**
 * Without frames there is nothing to put together from several of them: axe need not open a page of its own for that. The
 * elements that pass are not described, because nobody reads of them.
 */
function inspectionOf(page: Page, rules: Rules): AxeBuilder {
  const builder = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
  return rules === 'all' ? builder : builder.withRules(COLOURS)
}

/** What axe finds, each with the elements it found it on. Colours are judged when nothing moves any more. */
export async function violations(page: Page, rules: Rules = 'all'): Promise<string[]> {
  await eventually(() =>
    page.evaluate(() => document.getAnimations().filter((one) => one.effect?.getTiming().iterations === 1).length),
  ).toBe(0)
  return await violationsNow(page, rules)
}

/** The same of a page on which nothing moves. */
export async function violationsNow(page: Page, rules: Rules = 'all'): Promise<string[]> {
  // Invisible stops at both ends of an open menu, which pass the focus on at once; nobody can stand on them.
  const found = await inspectionOf(page, rules).exclude('[data-base-ui-focus-guard]').analyze()
  return found.violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/**
 * The same in both themes, which follow the system while the page is open. Only colours differ between them: nothing else is judged again in
 * the dark one.
 */
export async function violationsInBothThemes(page: Page): Promise<Record<'light' | 'dark', string[]>> {
  await showTheme(page, 'light')
  const light = await violations(page)
  await showTheme(page, 'dark')
  return { light, dark: await violations(page, 'colours') }
}

async function showTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  // The page hears of the change with a frame after it, and where nothing moves none need come by itself: each look asks for one.
  // What the theme follows from is read too: where it does not come, the report says why.
  const look = () =>
    page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      return {
        theme: document.documentElement.dataset.theme,
        isSystemDark: matchMedia('(prefers-color-scheme: dark)').matches,
        chosen: localStorage.getItem('packhouse-theme'),
        isHidden: document.hidden,
      }
    })
  await eventually(look).toEqual({ theme, isSystemDark: theme === 'dark', chosen: null, isHidden: false })
}
