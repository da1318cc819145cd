import { expect } from 'vitest'
import { drawerOf, openList, rowOf } from '../../src/record-list.ts'
import { createCustomer } from '../../src/records.ts'
import { test } from '../../src/test.ts'

test('The tabs of a drawer stay within it at every width, and the last is one press away', async ({
  visit,
  records,
}) => {
  await createCustomer(records, 'Tabular Foods')
  const { page } = await visit({ as: 'staff' })
  const grid = await openList(page, '/customers', 'customers')
  await rowOf(grid, 'Tabular Foods').click()
  const drawer = drawerOf(page, 'Tabular Foods')
  const tabs = drawer.getByRole('tablist')
  await tabs.getByRole('tab', { name: 'History' }).waitFor()
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const [list, ...each] = await Promise.all(
      [tabs, ...(await tabs.getByRole('tab').all())].map((part) => part.boundingBox()),
    )
    if (!list) throw new Error('The drawer shows no tabs.')
    expect(each.length).toBeGreaterThan(5)
    for (const tab of each) {
      if (!tab) throw new Error('A tab is not shown.')
      expect([width, tab.x >= list.x, tab.x + tab.width <= list.x + list.width]).toEqual([width, true, true])
    }
    expect([width, await tabs.evaluate((one) => one.scrollWidth > one.clientWidth)]).toEqual([width, false])
  }
  await tabs.getByRole('tab', { name: 'History' }).click()
  await drawer.getByRole('tabpanel', { name: 'History' }).waitFor()
})
