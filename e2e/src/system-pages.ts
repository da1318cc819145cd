import type { Page } from 'playwright-core'

type Group = 'Operation' | 'Activity' | 'Access' | 'Setup'

/** Goes to a page of the area System by the bar of its groups. */
export async function openSystemPage(page: Page, group: Group, name: string): Promise<void> {
  const bar = page.getByRole('navigation', { name: 'System' })
  await bar.getByRole('button', { name: group }).click()
  await bar.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click()
}
