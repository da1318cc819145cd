import { XLSX_TYPE } from '@packhouse/contract'
import { describe, expect, test } from 'vitest'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { importCsv, outcomesOf, sendCsv } from './import-csv.ts'
import { customerDraft, rowsOf } from './rows-of.ts'

const app = useTestApp()
const staff = () => app.as('staff')
const customers = async () => rowsOf(await staff(), '/v1/customers')

const FAULTY = [
  'code,name,currency,website,status,parentId',
  'GOOD,Good,EUR,,,',
  'SHORT,Short',
  'BAD1,,EUR,no address,,',
  'BAD2,Bad,XXQ,,,NOBODY',
  'BAD3,Bad,XXQ,,,',
  'good,Good again,EUR,,,',
  'BAD4,Bad,EUR,,sleeping,',
].join('\n')

async function countCustomers(): Promise<number> {
  return (await (await customers()).list('?pageSize=1')).total
}

describe('an import with faults', () => {
  test('reports in a dry run what would happen to every line, and stores nothing', async () => {
    const before = await countCustomers()
    const report = await importCsv(await staff(), '/v1/customers?dryRun=true', FAULTY)
    expect(outcomesOf(report)).toEqual(['2 create', ...[3, 4, 5, 6, 7, 8].map((line) => `${line} error`)])
    expect(report).toMatchObject({ dryRun: true, total: 7, created: 1, failed: 6 })
    expect(report.lines.map((line) => line.errors.map(({ path, code }) => `${path} ${code}`))).toEqual([
      [],
      [' cells'],
      ['website invalid_format', 'name required'],
      ['parentId reference'],
      ['currency rule'],
      ['code duplicate'],
      ['status invalid_value'],
    ])
    expect(report.lines.every((line) => line.id === null)).toBe(true)
    expect(await countCustomers()).toBe(before)
  })

  test('stores nothing at all, neither rows nor audit, and answers every fault with its line and column', async () => {
    const before = await countCustomers()
    const [entries] = await app.sql('SELECT count(*) FROM audit_entry')
    const problem = expectProblem(await sendCsv(await staff(), '/v1/customers', FAULTY), 'invalid_request')
    expect(problem.detail).toMatch(/^Nothing was stored: 6 of 7 lines are wrong\. line 3: .* and 4 more\.$/)
    expect(problem.errors?.map((error) => error.path)).toEqual([
      'lines.3',
      'lines.4.website',
      'lines.4.name',
      'lines.5.parentId',
      'lines.6.currency',
      'lines.7.code',
      'lines.8.status',
    ])
    expect(await countCustomers()).toBe(before)
    expect(await app.sql('SELECT count(*) FROM audit_entry')).toEqual([entries])
  })

  test('answers 409 where all that is wrong are duplicates', async () => {
    const answer = await sendCsv(await staff(), '/v1/customers', 'code,name,currency\nTWICE,One,EUR\nTwice,Two,EUR\n')
    const problem = expectProblem(answer, 'duplicate')
    expect(problem.errors).toEqual([
      { path: 'lines.3.code', code: 'duplicate', message: '"Twice": is about the same row as line 2' },
    ])
  })

  test('refuses ids that are unknown, deleted, twice there or none at all', async () => {
    const [gone, there] = [
      await (await customers()).create(customerDraft()),
      await (await customers()).create(customerDraft()),
    ]
    await (await customers()).remove(gone.id)
    const ids = [gone.id, '01890000-0000-7000-8000-000000000000', 'seven', there.id, there.id]
    const file = `id,name\n${ids.map((id) => `${id},Changed`).join('\n')}\n`
    const report = await importCsv(await staff(), '/v1/customers?dryRun=true', file)
    expect(report.lines.map((line) => line.errors.map((error) => `${error.path} ${error.code}`))).toEqual([
      ['id not_found'],
      ['id not_found'],
      ['id invalid_format'],
      [],
      ['id duplicate'],
    ])
  })

  test('refuses to change what is set once, and parents that go in a circle', async () => {
    const as = await staff()
    const machine = 'machineID\nIMP-1\n'
    const id = (await importCsv(as, '/v1/machines', machine)).lines[0]?.id
    const frozen = await importCsv(as, '/v1/machines?dryRun=true', `id,machineID\n${id},IMP-2\n`)
    expect(frozen.lines[0]?.errors).toMatchObject([{ path: 'machineID', code: 'frozen' }])
    await importCsv(as, '/v1/industries', 'code,name,parentId\nUP,Up,\nDOWN,Down,UP\n')
    const circle = await importCsv(as, '/v1/industries?dryRun=true', 'code,parentId\nUP,DOWN\n')
    expect(circle.lines[0]?.errors).toMatchObject([{ path: 'parentId', code: 'rule' }])
    const fresh = await importCsv(as, '/v1/industries?dryRun=true', 'code,name,parentId\nA1,A,B1\nB1,B,A1\n')
    expect(fresh).toMatchObject({ failed: 2 })
  })

  test('names line and column of a heading that is unknown, there twice or missing', async () => {
    const send = async (body: string) =>
      expectProblem(await sendCsv(await staff(), '/v1/customers', body), 'invalid_request')
    const wrong = await send('code,nmae,currency,code\nA,B,EUR,C\n')
    expect(wrong.detail).toMatch(
      /^Line 1, column 2: "nmae" is not a column of customers; column 4: .*twice\. Columns are id, code/,
    )
    expect(wrong.errors?.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'lines.1.column2 unknown',
      'lines.1.column4 duplicate',
    ])
    const missing = await send('code,currency\nNEW,EUR\n')
    expect(missing.detail).toBe('Line 1 lacks the column name, which a new customer needs.')
    expect(missing.errors).toMatchObject([{ path: 'lines.1.name', code: 'missing' }])
    const dry = await importCsv(await staff(), '/v1/customers?dryRun=true', 'code,nmae,Währung,CODE\nA,B,EUR,C\n')
    expect(dry.errors.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'lines.1.column2 unknown',
      'lines.1.column3 unknown',
      'lines.1.column4 duplicate',
      'lines.1.name missing',
      'lines.1.currency missing',
    ])
    expect(dry).toMatchObject({ total: 1, failed: 0, lines: [{ outcome: 'create', errors: [] }] })
    expect(dry.columns).toEqual([
      { heading: 'code', field: 'code', sample: 'A' },
      { heading: 'nmae', field: null, sample: 'B' },
      { heading: 'Währung', field: null, sample: 'EUR' },
      { heading: 'CODE', field: null, sample: 'C' },
    ])
    expect((await send('')).detail).toContain('The file is empty')
    expect((await send('\n\n')).detail).toContain('The file is empty')
  })

  test('names the line that is not UTF-8 and says what to save the file as', async () => {
    const send = async (bytes: Buffer) => {
      const headers = { ...(await (await staff()).headers()), 'content-type': 'text/csv' } as Record<string, string>
      const answer = await fetch(`${app.url}/v1/customers/import`, {
        method: 'POST',
        headers,
        body: new Uint8Array(bytes),
      })
      const text = await answer.text()
      const response = {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        text,
        bytes: Buffer.from(text),
        body: JSON.parse(text),
      }
      return expectProblem(response, 'invalid_request')
    }
    // One letter of UTF-8 and one that is none: read as Windows-1252 the first would be wrong.
    const mixed = await send(
      Buffer.concat([Buffer.from('code,name,currency\nOK,Åse,EUR\n'), Buffer.from('NO,Blåbær,EUR\n', 'latin1')]),
    )
    expect(mixed.detail).toBe('Line 3 is not UTF-8. Save the file as "CSV UTF-8" and send it again.')
    expect(mixed.errors).toMatchObject([{ path: 'body', code: 'encoding' }])
    const binary = await send(Buffer.from('code,name\nA,\xfc\x01\n', 'latin1'))
    expect(binary.detail).toContain('Line 2 is not UTF-8')
    const broken = await send(Buffer.concat([Buffer.from('\uFEFFcode,name\nA,', 'utf16le'), Buffer.from([0x00, 0xd8])]))
    expect(broken.detail).toContain('The file begins as UTF-16')
  })

  test('refuses quotes that never close, cells of a megabyte and files of more than ten', async () => {
    const as = await staff()
    const send = (body: string) => sendCsv(as, '/v1/customers', body)
    const quote = expectProblem(await send('code,name,currency\nA,"open,EUR\nB,B,EUR\n'), 'invalid_request')
    expect(quote.errors).toMatchObject([{ code: 'quote' }])
    const large = expectProblem(await send(`code,name,currency\nA,${'x'.repeat(500_000)},EUR\n`), 'invalid_request')
    expect(large.errors).toMatchObject([{ path: 'lines.2.name', code: 'too_big' }])
    const huge = expectProblem(
      await send(`code,name,currency\nA,A,EUR\nB,${'x'.repeat(1_100_000)},EUR\n`),
      'invalid_request',
    )
    expect(huge.detail).toBe('Line 3 is longer than 1000000 characters.')
    const answer = await send('x'.repeat(10 * 1024 * 1024 + 1))
    expect(expectProblem(answer, 'body_too_large').detail).toBe('The file must not be larger than 10 MiB.')
  })

  test('takes a CSV file or a workbook and nothing else, which other calls do not take', async () => {
    const as = await staff()
    const json = await as.post('/v1/customers/import', { code: 'A' })
    expect(expectProblem(json, 'media_type_unsupported').detail).toBe(
      `Send the body as text/csv, ${XLSX_TYPE}, multipart/form-data.`,
    )
    const csv = await as.request('/v1/customers', {
      method: 'POST',
      body: 'a',
      headers: { 'content-type': 'text/csv' },
    })
    expect(expectProblem(csv, 'media_type_unsupported').detail).toBe('Send the body as application/json.')
    expectProblem(await sendCsv(as, '/v1/customers?dryRun=maybe', 'code\n'), 'invalid_request')
  })

  test('does not let a customer reach the rows of another', async () => {
    const [foreign] = await app.sql<{ id: string }>(`SELECT c.id FROM customer c WHERE NOT EXISTS
      (SELECT FROM user_account u WHERE u.customer_id = c.id AND u.email LIKE 'customer@%') LIMIT 1`)
    await app.sql(`INSERT INTO role_permission SELECT id, 'contact.' || verb FROM role, unnest(ARRAY['create','update']) verb
      WHERE name = 'customer'`)
    const contact = await rowsOf(await staff(), `/v1/customers/${foreign?.id}/contacts`).create({
      firstName: 'Foreign',
    })
    const customer = await app.signIn('customer')
    const byId = await importCsv(customer, '/v1/contacts?dryRun=true', `id,firstName\n${contact.id},Mine\n`)
    expect(byId.lines[0]?.errors).toMatchObject([{ path: 'id', code: 'not_found' }])
    const into = await importCsv(customer, '/v1/contacts?dryRun=true', `firstName,customerId\nEve,${foreign?.id}\n`)
    expect(into.lines[0]?.errors).toMatchObject([{ path: 'customerId', code: 'reference' }])
    expectProblem(await sendCsv(customer, `/v1/customers/${foreign?.id}/contacts`, 'firstName\nEve\n'), 'not_found')
  })
})
