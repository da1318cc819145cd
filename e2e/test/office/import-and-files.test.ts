import { customers } from '@packhouse/contract'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { listsNames, messageOf, openList, questionOf } from '../../src/record-list.ts'
import { createCustomer } from '../../src/records.ts'
import { test } from '../../src/test.ts'
import { textOf } from '../../src/text.ts'

/** Chooses a file of this content by a button. */
async function chooseFile(page: Page, button: string, name: string, content: string | Buffer): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  await (await choosing).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
}

/** The file that the list gives in this format. */
async function exportAs(page: Page, format: string): Promise<{ name: string; content: Buffer }> {
  await page.getByRole('button', { name: 'Export' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: format }).click()
  const download = await downloading
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  return { name: download.suggestedFilename(), content: Buffer.concat(chunks) }
}

test('A CSV file is checked line by line, corrected, and stored whole', async ({ visit, records }) => {
  await createCustomer(records, 'Haddock Old', { paymentTerms: '14 days' })
  const { page } = await visit({ as: 'staff' })
  const grid = await openList(page, '/customers?search=Haddock', 'customers')
  await page.getByRole('button', { name: 'Import' }).click()
  await page.getByRole('heading', { name: 'Import customers' }).waitFor()
  const lines = [
    'code;name;currency;paymentTerms',
    'HADDOCK-OLD;Haddock Old;EUR;30 days',
    'HADDOCK-NEW;Haddock New;XYZ;',
  ]
  await chooseFile(page, 'Choose a file', 'haddock.csv', lines.join('\r\n'))
  await page.getByRole('heading', { name: '1 row of 2 has errors' }).waitFor()
  const table = page.getByRole('region', { name: 'Result of each line' })
  expect((await textOf(table.getByRole('row').last())).replaceAll(/\s+/g, ' ')).toBe(
    '3 Error Haddock New currency must be the code of a known currency',
  )
  expect(await page.getByRole('button', { name: /^Import \d/ }).count()).toBe(0)
  expect(await records.find(customers, 'Haddock')).toHaveLength(1)
  await chooseFile(page, 'Choose the corrected file', 'haddock.csv', lines.join('\r\n').replace('XYZ', 'NOK'))
  await page.getByRole('heading', { name: '2 rows can be imported' }).waitFor()
  await table.getByRole('row', { name: /^2 Changed Haddock Old Payment terms: .* 30 days/ }).waitFor()
  expect(await records.find(customers, 'Haddock')).toHaveLength(1)
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await page.getByRole('heading', { name: '2 customers imported' }).waitFor()
  for (const { id } of await records.find(customers, 'Haddock New')) records.keep(customers, id)
  await page.getByRole('button', { name: 'Go to the list' }).click()
  await listsNames(grid, ['Haddock New', 'Haddock Old'])
  expect(await records.find(customers, 'Haddock Old')).toMatchObject([{ paymentTerms: '30 days', rowVersion: 2 }])
})

test('Export hands over what the list shows, with formulas made harmless', async ({ visit, records }) => {
  await createCustomer(records, 'Turbot Foods', { legalName: '=1+2', status: 'hold' })
  await createCustomer(records, 'Turbot Other')
  const { page } = await visit({ as: 'staff' })
  await openList(page, '/customers?search=Turbot&status=hold', 'customers')
  const { name, content } = await exportAs(page, 'CSV file')
  expect(name).toBe('customers.csv')
  const [head, ...rows] = content.toString('utf8').trim().split(/\r?\n/)
  expect(head?.split(',').slice(0, 3)).toEqual([expect.stringMatching(/id$/), 'code', 'name'])
  expect(rows).toEqual([expect.stringContaining("TURBOT-FOODS,Turbot Foods,'=1+2")])
})

test('A workbook that a list gave is imported again, whatever its name, and brings back what it says', async ({
  visit,
  records,
}) => {
  const { id } = await createCustomer(records, 'Pollock Foods', { paymentTerms: '14 days', legalName: '=1+2' })
  const { page, guard } = await visit({ as: 'staff' })
  await openList(page, '/customers?search=Pollock', 'customers')
  const { name, content } = await exportAs(page, 'XLSX workbook')
  expect(name).toBe('customers.xlsx')
  await records.update(customers, id, { rowVersion: 1, paymentTerms: '60 days', legalName: 'Pollock Ltd' })
  await page.getByRole('button', { name: 'Import' }).click()
  await page.getByText('An XLSX workbook, of which the first sheet is read').waitFor()
  guard.expectStatus(400, /\/import$/)
  await chooseFile(page, 'Choose a file', 'broken.xlsx', content.subarray(0, 200))
  await page.getByText('The file cannot be read as a workbook').waitFor()
  await chooseFile(page, 'Choose another file', 'pollock.dat', content)
  await page.getByRole('heading', { name: '1 row can be imported' }).waitFor()
  const table = page.getByRole('region', { name: 'Result of each line' })
  await table.getByRole('row', { name: /^2 Changed Pollock Foods/ }).waitFor()
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await page.getByRole('heading', { name: '1 customer imported' }).waitFor()
  expect(await records.read(customers, id)).toMatchObject({ paymentTerms: '14 days', legalName: '=1+2' })
})

test('A file is attached to a customer, downloaded, deleted and brought back', async ({ visit, records }) => {
  const { id } = await createCustomer(records, 'Ling Foods')
  const { page } = await visit({ as: 'staff' })
  await page.goto(`/customers/${id}?tab=files`)
  await page.getByText('No files yet').waitFor()
  await chooseFile(page, 'Attach files', 'certificate.csv', 'part,steel\n1,1.4404\n')
  await messageOf(page, '1 file attached').waitFor()
  const files = page.getByRole('list', { name: 'Files' })
  const downloading = page.waitForEvent('download')
  await files.getByRole('button', { name: 'Download certificate.csv' }).click()
  expect((await downloading).suggestedFilename()).toBe('certificate.csv')
  await files.getByRole('button', { name: 'Delete certificate.csv' }).click()
  await questionOf(page, 'Delete certificate.csv?').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No files yet').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await files.getByRole('button', { name: 'Download certificate.csv' }).waitFor()
})
