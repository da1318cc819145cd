import { tagMapEntrySchema, tagMaps } from '@packhouse/contract'
import { expect } from 'vitest'
import { test } from '../../src/test.ts'

const phone = { width: 390, height: 844 } as const

test('On a phone the preview of a tag map is in sight from the first entry to the last, and covers none', {
  tags: ['long'],
}, async ({ visit, records }) => {
  const { id } = await records.create(tagMaps, {
    name: 'Labellers of the phone',
    source: 'json',
    topicFilter: 'label-phone/{machineID}',
    entries: Array.from({ length: 8 }, (_, place) =>
      tagMapEntrySchema.parse({ canonicalTag: `zone${place + 1}`, address: `zone${place + 1}`, role: 'other' }),
    ),
  })
  const { page } = await visit({ as: 'staff', ...phone })
  await page.goto(`/telemetry/tag-maps/${id}`)
  await page.getByText('Try your own message').click()
  await page.getByRole('textbox', { name: 'Message' }).fill('{"zone1":1,"zone2":2,"zone3":3,"zone4":4}')
  const preview = page.getByRole('list', { name: 'Preview' })
  await preview.getByText('4', { exact: true }).waitFor()
  for (const address of await page
    .getByRole('list', { name: 'Entries' })
    .getByRole('textbox', { name: 'Address' })
    .all()) {
    await address.focus()
    const isOnTop = await address.evaluate((input) => {
      const { x, y, width, height } = input.getBoundingClientRect()
      return document.elementFromPoint(x + width / 2, y + height / 2) === input
    })
    const { top, height, bottom } = await preview.evaluate(
      (list) => list.parentElement?.getBoundingClientRect() ?? new DOMRect(),
    )
    const isInSight = top > phone.height / 2 && bottom <= phone.height && height <= 0.3 * phone.height + 1
    expect({ isOnTop, isInSight }).toEqual({ isOnTop: true, isInSight: true })
  }
})
