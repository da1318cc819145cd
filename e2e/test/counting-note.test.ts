import { beforeAll, expect, inject } from 'vitest'
import { violationsInBothThemes } from '../src/axe.ts'
import { eventually } from '../src/eventually.ts'
import { hasFocus } from '../src/focus.ts'
import { publishRecords } from '../src/machine-publisher.ts'
import { secondsAgo } from '../src/overview.ts'
import { test } from '../src/test.ts'

/** A machine of which only this file publishes anything. */
const MACHINE = 'CRT-1130'

beforeAll(async () => {
  const product = inject('quiet')
  for (const seconds of [90, 30]) {
    await publishRecords(product, { [MACHINE]: { lastSeen: secondsAgo(seconds), machineState: 'Running' } })
  }
})

test('How OEE is counted is told beside it with the values of the machine, by keyboard', async ({ visit }) => {
  const { page } = await visit({ as: 'customer' })
  await page.goto(`/machines/${MACHINE}?hours=3`)
  const oee = page.getByRole('region', { name: 'OEE', exact: true })
  const opener = oee.getByRole('button', { name: 'How is this counted?' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const note = page.getByRole('dialog', { name: 'How OEE is counted' })
  await note.getByText('A stop of 1 min or less is minor').waitFor()
  await note.getByText('no longer than 1 min (this machine’s “Offline after”)').waitFor()
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  await page.keyboard.press('Escape')
  await note.waitFor({ state: 'hidden' })
  await eventually(() => hasFocus(opener)).toBe(true)
})

test('On a phone the note lies within the window, and its button closes it', { tags: ['long'] }, async ({ visit }) => {
  const { page } = await visit({ as: 'customer', width: 390, height: 844 })
  await page.goto('/')
  await page.getByRole('button', { name: 'How is this counted?' }).click()
  const note = page.getByRole('dialog', { name: 'How utilization is counted' })
  await note.getByText('the last 180 full minutes').waitFor()
  const box = await note.boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
  await note.getByRole('button', { name: 'Close' }).click()
  await note.waitFor({ state: 'hidden' })
})
