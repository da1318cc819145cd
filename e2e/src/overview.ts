import type { Locator, Page, Route } from 'playwright-core'

/** The grid of machine cards, once it is there. */
export async function openOverview(page: Page, address = '/'): Promise<Locator> {
  await page.goto(address)
  const grid = gridOf(page)
  await grid.waitFor()
  return grid
}

export function gridOf(page: Page): Locator {
  return page.getByRole('list', { name: 'Machines', exact: true })
}

export function cardsOf(page: Page): Locator {
  return gridOf(page).getByRole('article')
}

/** The card of a machine. */
export function cardOf(page: Page, machineID: string): Locator {
  return cardsOf(page).filter({ has: page.getByRole('link', { name: machineID, exact: true }) })
}

/** The card of a machine, scrolled into view: what is far outside of the window is drawn without its figures. */
export async function showCard(page: Page, machineID: string): Promise<Locator> {
  const card = cardOf(page, machineID)
  await card.scrollIntoViewIfNeeded()
  await card.locator('time').waitFor()
  return card
}

/** The value beside a term of a description list. */
export function valueBeside(within: Locator, term: string): Locator {
  return within.locator(`xpath=.//dt[normalize-space()="${term}"]/following-sibling::dd[1]`)
}

export function sparklineOf(card: Locator): Locator {
  return card.getByRole('img', { name: /^Cycle counts of / })
}

/** An ISO time some seconds ago. */
export function secondsAgo(seconds: number): string {
  return new Date(Date.now() - seconds * 1000).toISOString()
}

/** Lets a request for the list through and changes each machine of the answer. Pages ask for columns, which are harder to change. */
export async function changeMachines(route: Route, change: object): Promise<void> {
  const response = await route.fetch({ headers: { ...route.request().headers(), 'a-im': '' } })
  const { count, machines } = await response.json()
  await route.fulfill({ response, json: { count, machines: machines.map((one: object) => ({ ...one, ...change })) } })
}
