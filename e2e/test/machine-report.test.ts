import { api } from '@packhouse/contract'
import type { Download, Page } from 'playwright-core'
import { beforeAll, expect, inject } from 'vitest'
import { violationsInBothThemes } from '../src/axe.ts'
import { publishRecords } from '../src/machine-publisher.ts'
import { openMachineTab } from '../src/machine-tab.ts'
import { secondsAgo } from '../src/overview.ts'
import { test } from '../src/test.ts'

const MACHINE = 'CRT-1162'

beforeAll(async () => {
  for (const [minutes, totalCycles] of [
    [50, 100],
    [5, 900],
  ] as const) {
    const record = { lastSeen: secondsAgo(minutes * 60), totalCycles, machineState: 'Running' } as const
    await publishRecords(inject('quiet'), { [MACHINE]: record })
  }
})

async function contentOf(download: Download): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('latin1')
}

async function openReport(page: Page) {
  await page.goto(`/machines/${MACHINE}`)
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Report of ${MACHINE}` })
  await dialog.waitFor()
  return dialog
}

test('A customer makes the report of the window that is looked at, and the label, on a phone', async ({ visit }) => {
  const { page } = await visit({ as: 'customer', width: 390, height: 844, touch: true })
  const dialog = await openReport(page)
  const [from, to] = [dialog.getByLabel('From'), dialog.getByLabel('To')]
  const length = Date.parse(`${await to.inputValue()}Z`) - Date.parse(`${await from.inputValue()}Z`)
  expect(length / 3_600_000).toBeCloseTo(6, 1)
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })

  await to.fill('2099-01-01T00:00')
  await dialog.getByRole('button', { name: 'Make PDF' }).click()
  await dialog.getByText('Enter a time that is not in the future.').waitFor()
  await from.fill('2026-06-01T06:00')
  await to.fill('2026-06-01T14:00')
  await dialog.getByLabel('Title (optional)').fill('Early shift')
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Make PDF' }).click(),
  ])
  expect(report.suggestedFilename()).toBe(`report-${MACHINE}-2026-06-01-2026-06-01.pdf`)
  const pdf = await contentOf(report)
  expect(pdf).toMatch(/^%PDF/)
  expect(pdf).toContain(`Early shift: ${MACHINE}`)
  await dialog.getByText('The document is saved.').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })

  await openMachineTab(page, 'QR code')
  const [label] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Label (PDF)' }).click(),
  ])
  expect(label.suggestedFilename()).toBe(`label-${MACHINE}.pdf`)
})

test('A report that takes longer says how many are made before it, and why it was not made', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  const id = crypto.randomUUID()
  let asked = 0
  const job = { id, startedAt: new Date().toISOString(), fileName: 'report.pdf' }
  await page.route(`**${api.generatePdf.path}`, (route) => route.fulfill({ status: 202, json: { jobId: id } }))
  await page.route(`**/v1/pdf/jobs/${id}`, (route) => {
    asked += 1
    const state =
      asked === 1 ? { state: 'waiting', ahead: 3, reason: null } : { state: 'failed', ahead: null, reason: 'Too long.' }
    return route.fulfill({ json: { ...job, ...state } })
  })
  const dialog = await openReport(page)
  await dialog.getByRole('button', { name: 'Make PDF' }).click()
  await dialog.getByText('3 documents are made before this one …').waitFor()
  await dialog.getByRole('alert').getByText('The document was not made: Too long.').waitFor()
  await page.unrouteAll()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Make PDF' }).click()
  expect((await download).suggestedFilename()).toMatch(/^report-CRT-1162-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.pdf$/)
})
