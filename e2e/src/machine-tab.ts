import type { Page } from 'playwright-core'

/**
 * Opens a tab of a machine's page by keyboard: while the panels above it are being drawn it moves, and a click that begins on
 * it may end on something else.
 */
export async function openMachineTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).press('Enter')
}
