import { expect } from 'vitest'
import { eventually } from '../../src/eventually.ts'
import { drawerOf, openList } from '../../src/record-list.ts'
import { createCustomer } from '../../src/records.ts'
import { test } from '../../src/test.ts'

test.for([1440, 390])(
  'At %i pixels one toast is shown, it covers no control, and the page does not move for it',
  async (width, { visit, records }) => {
    const { id } = await createCustomer(records, 'Toasted Foods')
    const { page } = await visit({ as: 'staff', width, height: 844 })
    await openList(page, `/customers?search=Toasted&open=${id}`, 'customers')
    const form = drawerOf(page, 'Toasted Foods')
    const messages = page.getByRole('region', { name: 'Messages' })
    const roomOf = async () => await page.getByRole('main').evaluate((main) => [main.scrollHeight, main.clientHeight])
    const room = await roomOf()
    for (const notes of ['Once', 'Twice']) {
      // On a phone a record is read first, and again when it is saved.
      if (width === 390) await form.getByRole('button', { name: 'Edit', exact: true }).click()
      await form.getByRole('textbox', { name: 'Notes' }).fill(notes)
      await form.getByRole('button', { name: 'Save changes' }).click()
      await messages.getByText('Toasted Foods saved').waitFor()
      await form.getByText('unsaved change').waitFor({ state: 'hidden' })
    }
    expect(await messages.getByRole('button', { name: 'Dismiss' }).count()).toBe(1)
    expect(await roomOf()).toEqual(room)
    const save = form.getByRole('button', { name: /^(Close|Save changes|Edit)$/ }).last()
    await eventually(async () => {
      const [box, toast] = [await save.boundingBox(), await messages.boundingBox()]
      return box !== null && toast !== null && (box.y + box.height <= toast.y || box.y >= toast.y + toast.height)
    }).toBe(true)
  },
)
