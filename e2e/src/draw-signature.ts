import type { Locator, Page } from 'playwright-core'

/** Signs in the field of a form. */
export async function drawSignature(page: Page, form: Locator): Promise<void> {
  const field = form.getByRole('img', { name: 'Signature' })
  await field.scrollIntoViewIfNeeded()
  const box = await field.boundingBox()
  if (box === null) throw new Error('There is no field to sign in.')
  await page.mouse.move(box.x + 20, box.y + 30)
  await page.mouse.down()
  for (let step = 1; step < 8; step++) await page.mouse.move(box.x + 20 + step * 20, box.y + (step % 2 ? 60 : 20))
  await page.mouse.up()
}
