import type { Locator, Page } from 'playwright-core'
import { eventually } from './eventually.ts'

/** Opens a list and waits for its rows. @param noun as the list calls what it holds, such as `customers` */
export async function openList(page: Page, address: string, noun: string): Promise<Locator> {
  await page.goto(address)
  const grid = gridOf(page, noun)
  await grid.waitFor()
  return grid
}

export function gridOf(page: Page, noun: string): Locator {
  return page.getByRole('grid', { name: noun, exact: true })
}

/** The box that selects the row of a name. */
export function boxOf(within: Locator | Page, name: string): Locator {
  return within.getByRole('checkbox', { name: `Select ${name}`, exact: true })
}

/** The row of a name. */
export function rowOf(grid: Locator, name: string): Locator {
  return grid.getByRole('row').filter({ has: boxOf(grid.page(), name) })
}

/** The link of a row, which has the focus of its row. */
export function linkOf(row: Locator): Locator {
  return row.getByRole('link').first()
}

/** The names in the list, in its order. */
export async function namesIn(grid: Locator): Promise<string[]> {
  const labels = await grid
    .locator('tbody [type=checkbox]')
    .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('aria-label') ?? ''))
  return labels.map((label) => label.replace(/^Select /, ''))
}

/** Waits until the list holds these names in this order. */
export async function listsNames(grid: Locator, names: readonly string[]): Promise<void> {
  await eventually(() => namesIn(grid)).toEqual(names)
}

export function searchOf(page: Page, noun: string): Locator {
  return page.getByRole('searchbox', { name: `Search ${noun}` })
}

/** The open drawer. @param name of the row, or such as `New customer` */
export function drawerOf(page: Page, name: string): Locator {
  return page.getByRole('complementary', { name, exact: true })
}

/** What was said at the foot of the screen. */
export function messageOf(page: Page, text: string): Locator {
  return page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true })
}

/** A dialog that asks something or says that something was refused. */
export function questionOf(page: Page, title: string): Locator {
  return page.getByRole('alertdialog', { name: title, exact: true })
}

/** The id of the row in the drawer, as the address says it. */
export function openIdOf(page: Page): string {
  return new URL(page.url()).searchParams.get('open') ?? ''
}
