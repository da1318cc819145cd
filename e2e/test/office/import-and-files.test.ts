import { customers } from '@packhouse/contract'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { violationsInBothThemes } from '../../src/axe.ts'
import { countClicks } from '../../src/click-count.ts'
import { holdAnswers } from '../../src/hold-answers.ts'
import { messageOf, openList, questionOf } from '../../src/record-list.ts'
import { createCustomer } from '../../src/records.ts'
import { test } from '../../src/test.ts'

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

test('A CSV file is checked line by line, mended in place and stored whole, in 9 presses', async ({
  visit,
  records,
}) => {
  await createCustomer(records, 'Haddock Old', { paymentTerms: '14 days' })
  const { page } = await visit({ as: 'staff' })
  const clicks = await countClicks(page.context())
  const grid = await openList(page, '/customers?search=Haddock', 'customers')
  await page.getByRole('button', { name: 'Import' }).click()
  await page.getByRole('heading', { name: 'Import customers' }).waitFor()
  const rows = Array.from({ length: 20 }, (_, place) => [
    place === 0 ? 'HADDOCK-OLD' : `HADDOCK-${place}`,
    place === 3 ? '' : place === 0 ? 'Haddock Old' : `Haddock ${place}`,
    place === 5 ? 'Norwegian crown' : 'euro',
    place === 7 ? 'haddock' : 'https://haddock.example',
    '30 days',
    'ACTIVE',
  ])
  const lines = ['CODE;name;Currency;web-site;Payment terms;status', ...rows.map((row) => row.join(';'))]
  await chooseFile(page, 'Choose a file', 'haddock.csv', lines.join('\r\n'))
  await page.getByRole('heading', { name: '3 rows of 20 have errors' }).waitFor()
  await page.getByText('"Norwegian crown": is neither the name nor the code of an existing currency').waitFor()
  await page.getByText('"haddock": must be an address that starts with').waitFor()
  expect(await page.getByRole('button', { name: /^Import \d/ }).count()).toBe(0)
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })

  await page.getByRole('textbox', { name: 'Name, line 5' }).click()
  await page.keyboard.type('Haddock 3')
  await page.getByRole('button', { name: 'Use Norwegian krone, NOK' }).click()
  await page.getByRole('textbox', { name: 'Website, line 9' }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('haddock.example')
  await page.keyboard.press('Enter')
  // What is still wrong stays, and nothing typed is lost.
  await page.getByRole('heading', { name: '1 row of 20 has errors' }).waitFor()
  const website = page.getByRole('textbox', { name: 'Website, line 9' })
  expect(await website.inputValue()).toBe('haddock.example')
  await page.getByText('"haddock.example": must be an address').waitFor()
  await website.press('Home')
  await page.keyboard.type('https://')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '20 rows can be imported' }).waitFor()
  const table = page.getByRole('region', { name: 'Result of each line' })
  await table.getByRole('row', { name: /^2 Changed Haddock Old .*Payment terms: .* 30 days/ }).waitFor()
  expect(await records.find(customers, 'Haddock')).toHaveLength(1)
  // The lists that are read again take long: whoever has seen the result may leave at once.
  const answering = await holdAnswers(page, /\/v1\/customers\?pageSize=1$/)
  await page.getByRole('button', { name: 'Import 20 rows' }).click()
  await page.getByRole('heading', { name: '20 customers imported' }).waitFor()
  for (const { id, code } of await records.find(customers, 'Haddock')) {
    if (code !== 'HADDOCK-OLD') records.keep(customers, id)
  }
  await page.getByRole('button', { name: 'Go to the list' }).click()
  await grid.getByText('Haddock Old').waitFor()
  await answering()
  // Import, choose the file, three cells, Enter twice since one was mended wrongly first, import, go to the list.
  expect(await clicks()).toBe(9)
  expect(await records.find(customers, 'Haddock 5')).toMatchObject([{ currency: 'NOK', status: 'active' }])
  expect(await records.find(customers, 'Haddock Old')).toMatchObject([{ paymentTerms: '30 days', rowVersion: 2 }])
})

test('A line that is there twice is left out and the others are stored', async ({ visit, records }) => {
  const { page } = await visit({ as: 'staff' })
  await openList(page, '/customers', 'customers')
  await page.getByRole('button', { name: 'Import' }).click()
  const lines = ['code,name,currency', 'PLAICE-1,Plaice,EUR', 'PLAICE-1,Plaice again,EUR']
  await chooseFile(page, 'Choose a file', 'plaice.csv', lines.join('\r\n'))
  await page.getByRole('heading', { name: '1 row of 2 has errors' }).waitFor()
  await page.getByRole('button', { name: 'Leave out line 3' }).click()
  await page.getByRole('button', { name: 'Include line 3' }).waitFor()
  await page.getByRole('button', { name: 'Check again' }).first().click()
  await page.getByRole('heading', { name: '1 row can be imported' }).waitFor()
  await page.getByText('1 line is left out.').waitFor()
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  await page.getByRole('button', { name: 'Include them again' }).click()
  await page.getByRole('heading', { name: '1 row of 2 has errors' }).waitFor()
  await page.getByRole('button', { name: 'Leave out line 3' }).click()
  await page.getByRole('button', { name: 'Check again' }).first().click()
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await page.getByRole('heading', { name: '1 customer imported' }).waitFor()
  const found = await records.find(customers, 'Plaice')
  for (const { id } of found) records.keep(customers, id)
  expect(found).toMatchObject([{ code: 'PLAICE-1', name: 'Plaice' }])
})

test('Where a number can be read in two ways, the file is asked about and then checked by the answer', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  await page.goto('/estimator/catalogue')
  await page.getByRole('button', { name: 'Import' }).click()
  const lines = ['code;description;unit;currency;price', 'HADDOCK-1;Film;pcs;EUR;1,234']
  await chooseFile(page, 'Choose a file', 'prices.csv', lines.join('\r\n'))
  const question = page.getByRole('region', { name: 'How are the numbers of this file written?' })
  await question.getByText('Line 2 has 1,234 in Price').waitFor()
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  await question.getByText('Decimals after a comma: 1.234').click()
  await page.getByRole('heading', { name: '1 row can be imported' }).waitFor()
  await question.getByText('Decimals after a point: 1,234').click()
  await page.getByRole('heading', { name: '1 row can be imported' }).waitFor()
})

test('Columns without a field are mapped by hand or left out, and the choice is remembered', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  await page.goto('/customers?import=file')
  const file = 'Kundennummer;Kunde;Geld;Intern\nWHITING-1;Whiting;EUR;x\n'
  await chooseFile(page, 'Choose a file', 'whiting.csv', file)
  await page.getByText(/^No columns for required fields: Code, Name,? and Currency\.$/).waitFor()
  const columns = page.getByRole('region', { name: 'Columns in the file' })
  await columns.getByRole('cell', { name: 'Whiting', exact: true }).waitFor()
  // Nothing is said of the rows yet: a column without a field may have what makes one wrong.
  const lines = page.getByRole('region', { name: 'Lines in the file' })
  expect(await lines.count()).toBe(0)
  expect(await violationsInBothThemes(page)).toEqual({ light: [], dark: [] })
  await page.getByLabel('Field for Kundennummer').selectOption('Code (required)')
  await page.getByLabel('Field for Kunde', { exact: true }).selectOption('Name (required)')
  await page.getByLabel('Field for Geld').selectOption('Currency (required)')
  await page.getByRole('button', { name: 'Leave out 1 column and check again' }).click()
  await page.getByRole('heading', { name: '1 row can be imported' }).waitFor()
  await columns.getByText('3 columns are read, 1 is left out').waitFor()
  await lines.getByText('New 1', { exact: true }).waitFor()
  await columns.getByRole('button', { name: 'Change columns' }).click()
  await page.getByLabel('Field for Intern').selectOption('Payment terms')
  await page.getByRole('heading', { name: 'The columns have changed' }).waitFor()
  expect(await lines.count()).toBe(0)
  await page.getByLabel('Field for Intern').selectOption('Leave out')
  await page.getByRole('heading', { name: '1 row can be imported' }).waitFor()
  await page.reload()
  await page.getByRole('rowheader', { name: 'Payment terms', exact: true }).waitFor()
  expect(await page.getByText('paymentTerms', { exact: true }).count()).toBe(0)
  await chooseFile(page, 'Choose a file', 'whiting.csv', file.replace(';EUR;', ';Taler;'))
  await page.getByRole('combobox', { name: 'Currency, line 2' }).fill('Norw')
  await page.getByRole('option', { name: /NOK/ }).click()
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await questionOf(page, 'Discard 1 corrected cell?').getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('form', { name: 'Correct the rows' }).getByRole('button', { name: 'Check again' }).click()
  await page.getByRole('heading', { name: '1 row can be imported' }).waitFor()
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

test('A workbook that a list gave is imported again, whatever its name, and brings back what it says', {
  tags: ['long'],
}, async ({ visit, records }) => {
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
