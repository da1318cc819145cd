import { describe, expect, test } from 'vitest'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { importCsv, outcomesOf, sendCsv, sendForm } from './import-csv.ts'
import { customerDraft, rowsOf } from './rows-of.ts'

const app = useTestApp()
const staff = () => app.as('staff')
const customers = async () => rowsOf(await staff(), '/v1/customers')

describe('an import', () => {
  test('makes new rows, changes known ones by code or id, and leaves what is the same', async () => {
    const rows = await customers()
    const known = await rows.create(customerDraft({ code: 'KNOWN', notes: 'old', creditLimit: '10.50' }))
    const byId = await rows.create(customerDraft({ code: 'BYID' }))
    const same = await rows.create(customerDraft({ code: 'SAME', name: 'Same', creditLimit: '1.5' }))
    const file = [
      'id,code,name,currency,notes,creditLimit',
      ',known,Known,EUR,new,10.5',
      `${byId.id},RENAMED,By id,EUR,,`,
      ',SAME,Same,EUR,,1.50',
      ',FRESH,Fresh,EUR,"two\nlines",',
      ',LAST,Last,EUR,,',
    ].join('\n')
    const report = await importCsv(await staff(), '/v1/customers', file)
    expect(outcomesOf(report)).toEqual(['2 update', '3 update', '4 unchanged', '5 create', '7 create'])
    expect(report).toMatchObject({ dryRun: false, total: 5, created: 2, updated: 2, unchanged: 1, failed: 0 })
    expect(report.lines[0]?.changes).toEqual([
      { field: 'code', before: 'KNOWN', after: 'known' },
      { field: 'name', before: known.name, after: 'Known' },
      { field: 'notes', before: 'old', after: 'new' },
    ])
    expect(await rows.get(known.id)).toMatchObject({ notes: 'new', rowVersion: 2 })
    expect(await rows.get(byId.id)).toMatchObject({ code: 'RENAMED', status: 'active' })
    expect(await rows.get(same.id)).toMatchObject({ rowVersion: 1 })
    expect(await rows.get(report.lines[3]?.id ?? '')).toMatchObject({
      code: 'FRESH',
      notes: 'two\nlines',
      rowVersion: 1,
    })
  })

  test('reports its changes in the history of each row', async () => {
    const rows = await customers()
    const report = await importCsv(await staff(), '/v1/customers', 'code,name,currency\nAUDITED,One,EUR\n')
    const id = report.lines[0]?.id ?? ''
    await importCsv(await staff(), '/v1/customers', 'code,name\nAUDITED,Two\n')
    const { items } = await rows.history(id)
    expect(items.map((entry) => entry.action)).toEqual(['update', 'create'])
    expect(items[0]?.changes).toEqual([{ field: 'name', before: 'One', after: 'Two' }])
    expect(items[1]?.actor).toMatchObject({ name: expect.any(String) })
  })

  test('takes an export back unchanged, formulas, references, lists and all', async () => {
    const as = await staff()
    const parent = await (await customers()).create(customerDraft({ code: 'ROUND' }))
    const risky = customerDraft({
      name: "=cmd|' /C calc'!A0",
      notes: '-1\n\t+2',
      parentId: parent.id,
      creditLimit: '7',
    })
    const child = await (await customers()).create(risky)
    await (await customers()).create(customerDraft({ name: "''=quoted", legalName: "'-" }))
    const licence = { customerId: child.id, name: 'R1', features: ['a;b', '\\'], expiresAt: '2030-01-31' }
    await rowsOf(as, '/v1/licences').create(licence)
    for (const path of ['/v1/customers', '/v1/licences', '/v1/countries', '/v1/currencies', '/v1/machines']) {
      const { text } = await as.get(`${path}/export`)
      const report = await importCsv(as, path, text)
      expect(report.total, path).toBeGreaterThan(0)
      expect(report, path).toMatchObject({ unchanged: report.total, failed: 0 })
    }
  })

  test('reads commas, semicolons and tabs, with and without a byte order mark, and line ends of all kinds', async () => {
    for (const [index, sign] of [',', ';', '\t'].entries()) {
      const file = `\uFEFFcode${sign}name${sign}currency\r\nSEP${index}${sign}"a, b; c"${sign}EUR\r\n\r\n${sign}${sign}\r\n`
      const report = await importCsv(await staff(), '/v1/customers?dryRun=true', file)
      expect(report.lines).toMatchObject([{ line: 2, outcome: 'create', label: 'a, b; c', errors: [] }])
    }
  })

  test('finds what is referred to by code or id, also among the rows of the same file in any order', async () => {
    const file = 'code,name,parentId\nLEAF,Leaf,branch\nBRANCH,Branch,ROOT\nROOT,Root,\n'
    const report = await importCsv(await staff(), '/v1/industries', file)
    const [leaf, branch, root] = report.lines.map((line) => line.id ?? '')
    const industries = rowsOf(await staff(), '/v1/industries')
    expect(await industries.get(leaf ?? '')).toMatchObject({ parentId: branch })
    expect(await industries.get(branch ?? '')).toMatchObject({ parentId: root })
    const byId = await importCsv(await staff(), '/v1/industries', `code,name,parentId\nTWIG,Twig,${leaf}\n`)
    expect(await industries.get(byId.lines[0]?.id ?? '')).toMatchObject({ parentId: leaf })
  })

  test('matches columns by key or label and values by name, in English and in the language of the reader', async () => {
    const as = await staff()
    const rows = await customers()
    await rowsOf(as, '/v1/industries').create({ code: 'DAIRY-9', name: 'Dairy nine' })
    const parent = await rows.create(customerDraft({ code: 'HOLDING-9', name: 'Holding nine' }))
    const english = [
      'CODE,name,Legal-Name,INDUSTRY,part of,currency,Status',
      'L1,One,One Ltd,dairy NINE,holding nine,eur,HOLD',
    ]
    const [made] = (await importCsv(as, '/v1/customers', english.join('\n'))).lines
    expect(await rows.get(made?.id ?? '')).toMatchObject({
      legalName: 'One Ltd',
      parentId: parent.id,
      currency: 'EUR',
      status: 'hold',
    })
    const german = 'Code;Name;Währung;gehört zu;Aufbewahrung;Branche\nL2;Zwei;US Dollar;HOLDING-9;;Dairy nine\n'
    const answer = await sendCsv(as, '/v1/customers?dryRun=true', german, { 'accept-language': 'de' })
    expect(answer.body).toMatchObject({ errors: [{ path: 'lines.1.column5', code: 'unknown' }], failed: 0 })
    expect((answer.body as { columns: { field: string }[] }).columns.map(({ field }) => field)).toEqual([
      'code',
      'name',
      'currency',
      'parentId',
      null,
      'industryId',
    ])
    const [yes] = (await importCsv(as, '/v1/industries', 'code,name,Active\nYES-9,Yes,No\n')).lines
    expect(await rowsOf(as, '/v1/industries').get(yes?.id ?? '')).toMatchObject({ active: false })
  })

  test('refuses a name that several rows have, and says which value is meant', async () => {
    const as = await staff()
    const rows = await customers()
    for (const code of ['SAME-A', 'SAME-B']) await rows.create(customerDraft({ code, name: 'Same name' }))
    const file =
      'code,name,currency,parentId\nX1,One,EUR,same NAME\nX2,Two,Norwegian,\nX3,Three,EUR,Nobody\nX4,Four,EUR,same-b\n'
    const report = await importCsv(as, '/v1/customers?dryRun=true', file)
    expect(report.lines.map(({ errors }) => errors.map(({ message }) => message))).toEqual([
      ['"same NAME": is the name of 2 customers; write the code instead'],
      ['"Norwegian": is neither the name nor the code of an existing currency'],
      ['"Nobody": is neither the name nor the code of an existing customer'],
      [],
    ])
    expect(report.lines[0]?.cells).toEqual({ code: 'X1', name: 'One', currency: 'EUR', parentId: 'same NAME' })
    expect(report.lines[3]?.cells).toBeUndefined()
  })

  test('takes a form with the fields of columns, words of choices and mended cells', async () => {
    const as = await staff()
    const rows = await customers()
    const known = await rows.create(customerDraft({ code: 'FORM-0', paymentTerms: '14 days' }))
    const file = 'Kunde;Nr;Geld;Kommentar\nForm one;FORM-1;Taler;x\nForm none;FORM-0;EUR;y\n'
    const columns = ['name', 'code', 'currency', null]
    const cells = [
      { line: 2, field: 'currency', text: 'Euro' },
      { line: 2, field: 'status', text: 'On hold' },
    ]
    const dry = await sendForm(as, '/v1/customers?dryRun=true', file, { columns })
    expect(dry.body).toMatchObject({ errors: [], failed: 1, updated: 1 })
    const words = { status: { 'On hold': 'hold' } }
    const stored = await sendForm(as, '/v1/customers', file, { columns, cells, words })
    expect(stored.body).toMatchObject({ created: 1, updated: 1, lines: [{ outcome: 'create' }, { outcome: 'update' }] })
    const [made] = (stored.body as { lines: { id: string }[] }).lines
    expect(await rows.get(made?.id ?? '')).toMatchObject({
      name: 'Form one',
      code: 'FORM-1',
      currency: 'EUR',
      status: 'hold',
    })
    // A mended cell in a column that the file has not says nothing of the other lines.
    expect(await rows.get(known.id)).toMatchObject({ name: 'Form none', status: 'active', paymentTerms: '14 days' })
    expect((await sendForm(as, '/v1/customers?dryRun=true', file, {})).body).toMatchObject({
      errors: [
        { path: 'lines.1.column1' },
        { path: 'lines.1.column2' },
        { path: 'lines.1.column3' },
        { path: 'lines.1.column4' },
        { code: 'missing' },
        { code: 'missing' },
        { code: 'missing' },
      ],
    })
    for (const wrong of ['{', '[]', '{"cells":[{"line":2}]}', JSON.stringify({ columns: ['x'.repeat(2_000_000)] })]) {
      expectProblem(await sendForm(as, '/v1/customers', file, wrong), 'invalid_request')
    }
  })

  test('passes over lines that are left out, whatever is wrong with them', async () => {
    const as = await staff()
    const file = 'code,name,currency\nOUT-1,Left in,EUR\nOUT-1,Once more,EUR\nOUT-2,Wrong,Taler\nOUT-3,In too,EUR\n'
    const whole = await sendForm(as, '/v1/customers?dryRun=true', file, {})
    expect(whole.body).toMatchObject({ total: 4, failed: 2 })
    const stored = await sendForm(as, '/v1/customers', file, { leaveOut: [3, 4, 900] })
    expect(stored.body).toMatchObject({ total: 2, created: 2, failed: 0, lines: [{ line: 2 }, { line: 5 }] })
    for (const wrong of [[1], ['3'], Array.from({ length: 5_001 }, (_, place) => place + 2)]) {
      expectProblem(await sendForm(as, '/v1/customers', file, { leaveOut: wrong }), 'invalid_request')
    }
  })

  test('below a parent makes rows of that parent and refuses those of another', async () => {
    const as = await staff()
    const [mine, other] = [
      await (await customers()).create(customerDraft()),
      await (await customers()).create(customerDraft()),
    ]
    const path = `/v1/customers/${mine.id}/contacts`
    const report = await importCsv(as, path, 'firstName,isPrimary\nAda,false\nGrace,\n')
    expect(report).toMatchObject({ created: 2 })
    expect((await rowsOf(as, path).list()).items).toMatchObject([{ customerId: mine.id }, { customerId: mine.id }])
    const wrong = await sendCsv(as, path, `firstName,customerId\nEve,${other.code}\n`)
    expect(expectProblem(wrong, 'invalid_request').errors).toMatchObject([{ path: 'lines.2.customerId' }])
    const missing = '/v1/customers/01890000-0000-7000-8000-000000000000/contacts'
    expectProblem(await sendCsv(as, missing, 'firstName\nAda\n'), 'not_found')
  })

  test('empties fields whose cell is empty, and leaves those whose column is missing', async () => {
    const row = await (await customers()).create(
      customerDraft({ code: 'EMPTY', notes: 'gone', website: 'https://a.example' }),
    )
    await importCsv(await staff(), '/v1/customers', 'code,notes\nEMPTY,\n')
    expect(await (await customers()).get(row.id)).toMatchObject({ notes: null, website: 'https://a.example' })
  })

  test('matches rows that only several fields together identify, and never changes what is immutable', async () => {
    const as = await staff()
    const rate = { from: 'EUR', to: 'NOK', rate: '11.5', validOn: '2026-01-01' }
    await rowsOf(as, '/v1/exchange-rates').create(rate)
    const file = (value: string) =>
      `from,to,rate,validOn,kind\nEUR,NOK,${value},2026-01-01,mid\nEUR,NOK,11.6,2026-01-02,mid\n`
    const report = await importCsv(as, '/v1/exchange-rates', file('11.50'))
    expect(outcomesOf(report)).toEqual(['2 unchanged', '3 create'])
    const refused = await sendCsv(as, '/v1/exchange-rates', file('12'))
    expect(expectProblem(refused, 'invalid_request').errors).toMatchObject([
      { path: 'lines.2.rate', code: 'immutable' },
    ])
  })

  test('reports how far it is, line by line, to anyone who asks for it', async () => {
    const lines = Array.from({ length: 1200 }, (_, index) => `P${index},Progress ${index},EUR`)
    const file = `code,name,currency\n${lines.join('\n')}\n`
    const headers = { accept: 'application/x-ndjson' }
    const messagesOf = async (target: string, body: string) => {
      const answer = await sendCsv(await staff(), target, body, headers)
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/x-ndjson'])
      return answer.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
    }
    const messages = await messagesOf('/v1/suppliers', file)
    expect(messages.slice(0, -1)).toEqual([0, 500, 1000, 1200].map((done) => ({ done, total: 1200 })))
    expect(messages.at(-1)).toMatchObject({ created: 1200, failed: 0 })
    const failed = await messagesOf('/v1/suppliers', 'code,name,currency\nP1,Again,XXQ\n')
    expect(failed.at(-1)).toMatchObject({
      status: 400,
      code: 'invalid_request',
      errors: [{ path: 'lines.2.currency' }],
    })
  })

  test('needs the permission to create, and to update where it changes a row', async () => {
    await (await customers()).create(customerDraft({ code: 'LOCKED' }))
    expectProblem(await sendCsv(await app.as('customer'), '/v1/customers', 'code\nX\n'), 'permission_missing')
    expectProblem(await sendCsv(app.anonymous, '/v1/customers', 'code\nX\n'), 'not_signed_in')
    await app.sql(`UPDATE user_account SET customer_id = NULL WHERE email LIKE 'denied@%'`)
    const other = await app.signIn('denied')
    await app.sql(
      `INSERT INTO user_permission SELECT id, 'customer.create' FROM user_account WHERE email LIKE 'denied@%'`,
    )
    expect(await importCsv(other, '/v1/customers', 'code,name,currency\nALLOWED,Allowed,EUR\n')).toMatchObject({
      created: 1,
    })
    const answer = await sendCsv(other, '/v1/customers', 'code,name\nLOCKED,Unlocked\n')
    expect(expectProblem(answer, 'permission_missing').detail).toContain('Line 2 changes a row')
  })
})
