import { readdirSync, readFileSync } from 'node:fs'
import { type ImportReport, importReportSchema, XLSX_TYPE } from '@packhouse/contract'
import { type Cell, writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { useTestApp } from '../support/use-test-app.ts'
import { rowsOf } from './rows-of.ts'

const app = useTestApp()
const folder = new URL('./tables/', import.meta.url)
const customers = '/v1/customers'
const items = '/v1/estimator/item-masters'

/** What each file makes: where, and the values of each of its rows. */
const files: Record<string, [path: string, rows: object[]]> = {
  'blank-first-line.csv': [customers, [{ code: 'CSV-6', name: 'Blank first' }]],
  'cr-only.csv': [customers, [{ code: 'CSV-5', name: 'Old Mac' }]],
  'items-decimal-comma.csv': [items, [{ code: 'DC-1', price: '12.5' }]],
  'items-exponent.csv': [items, [{ code: 'DC-3', price: '0.0015' }]],
  'items-thousands.csv': [items, [{ code: 'DC-2', price: '1234.5' }]],
  'leading-zeros.csv': [customers, [{ code: '00042', taxId: '0123456789012345678' }]],
  'letters-twice.csv': [
    customers,
    [{ code: 'İZMİR-01' }, { code: 'STRASSE-ẞ', name: 'Gross Eszett' }, { code: 'ΟΔΟΣ', name: 'Odos' }],
  ],
  'nbsp.csv': [customers, [{ code: 'CSV-9', name: 'Hard blanks' }]],
  'nfd.csv': [customers, [{ code: 'CSV-8', name: 'Müller Verpackung' }]],
  'pipe.csv': [customers, [{ code: 'CSV-10', name: 'Pipe' }]],
  'plain.csv': [customers, [{ code: 'CSV-1', name: 'Plain' }]],
  'semicolon.csv': [customers, [{ code: 'CSV-2', name: 'Semi; colon' }]],
  'sep-line.csv': [customers, [{ code: 'CSV-4', name: 'Sep line' }]],
  'trailing-one.csv': [customers, [{ code: 'CSV-3b', name: 'Trailing' }]],
  'trailing-separators.csv': [customers, [{ code: 'CSV-3', name: 'Trailing' }]],
  'empty-columns.xlsx': [customers, [{ code: 'PFX-6', name: 'Prefix Packaging' }]],
  'formulas.xlsx': [
    items,
    [
      { code: 'FX-1', price: '0.3' },
      { code: 'FX-2', price: '1234.1' },
      { code: 'FX-3', price: '49.9' },
    ],
  ],
}

async function send(path: string, file: Uint8Array, adjustments: object = {}, dryRun = false) {
  const isWorkbook = file[0] === 0x50 && file[1] === 0x4b
  const form = new FormData()
  form.append('adjustments', JSON.stringify(adjustments))
  form.append('file', new Blob([new Uint8Array(file)], { type: isWorkbook ? XLSX_TYPE : 'text/csv' }), 'rows')
  const encoded = new Response(form)
  const body = Buffer.from(await encoded.arrayBuffer())
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '', 'content-length': body.length }
  const as = await app.as('staff')
  return await as.request(`${path}/import?dryRun=${dryRun}`, { method: 'POST', body, headers })
}

async function report(...given: Parameters<typeof send>): Promise<ImportReport> {
  const answer = await send(...given)
  expect(answer.status, answer.text).toBe(200)
  return importReportSchema.parse(answer.body)
}

const check = (path: string, file: Uint8Array, adjustments = {}) => report(path, file, adjustments, true)
const text = (...lines: string[]) => Buffer.from(lines.join('\r\n'))
const priced = (separator: string, ...prices: string[]) =>
  text(
    ['code', 'description', 'unit', 'currency', 'price'].join(separator),
    ...prices.map((price, place) => [`N${place}`, 'Number', 'pcs', 'EUR', price].join(separator)),
  )

async function pricesOf(file: Uint8Array, adjustments = {}): Promise<unknown[]> {
  const { lines } = await report(items, file, adjustments)
  const rows = await rowsOf(await app.as('staff'), items)
  return await Promise.all(lines.map(async ({ id }) => (await rows.get(id ?? '')).price))
}

describe('a file as a spreadsheet writes it', () => {
  test('has its values in this test', () => {
    expect(readdirSync(folder).sort()).toEqual([...Object.keys(files), 'quoted-header-break.csv'].sort())
  })

  for (const [name, [path, values]] of Object.entries(files)) {
    test(`${name} is checked, imported with its values, and unchanged when it is imported again`, async () => {
      const file = readFileSync(new URL(name, folder))
      const preview = await check(path, file)
      expect(preview).toMatchObject({ total: values.length, created: values.length, errors: [], failed: 0 })
      expect(preview.columns.every(({ field }) => field !== null)).toBe(true)
      const first = await report(path, file)
      const rows = await rowsOf(await app.as('staff'), path)
      const stored = await Promise.all(first.lines.map(({ id }) => rows.get(id ?? '')))
      expect(stored).toMatchObject(values)
      expect(await report(path, file)).toMatchObject({ unchanged: values.length, created: 0, updated: 0 })
    })
  }

  test.each(['csv', 'xlsx'])('codes that look like numbers are texts in columns of texts: %s', async (kind) => {
    const codes = ['12E4', '1e5', '007', '1.50', '1,5', '+5']
    const rows = codes.map((code) => [`${kind}-${code}`, code, code, 'EUR'])
    const headings = ['code', 'name', 'taxId', 'currency']
    const file =
      kind === 'csv'
        ? text(headings.join(';'), ...rows.map((row) => row.join(';')))
        : await writeXlsx({ sheets: [{ name: 'Rows', rows: [headings, ...rows] }] })
    const { lines } = await report(customers, file)
    const stored = await rowsOf(await app.as('staff'), customers)
    const found = await Promise.all(lines.map(async ({ id }) => await stored.get(id ?? '')))
    expect(found).toMatchObject(codes.map((code) => ({ code: `${kind}-${code}`, name: code, taxId: code })))
  })

  test('a line break in a cell belongs to the cell, and is refused where the field has one line', async () => {
    const preview = await check(customers, readFileSync(new URL('quoted-header-break.csv', folder)))
    expect(preview.columns.map(({ field }) => field)).toEqual(['code', 'name', 'currency'])
    expect(preview.lines).toMatchObject([{ line: 2, outcome: 'error', errors: [{ path: 'name' }] }])
  })

  test('is read in UTF-8 and UTF-16, with and without a mark, and in Windows-1252', async () => {
    const rows = (code: string) => `code,name,currency\r\n${code},Müller – Łódź,EUR\r\n`
    const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16()
    const wide = (code: string, mark = '') => Buffer.from(mark + rows(code), 'utf16le')
    const given: [Buffer, string][] = [
      [Buffer.from(rows('E1')), 'utf-8'],
      [Buffer.from(`\uFEFF${rows('E2')}`), 'utf-8'],
      [wide('E3'), 'utf-16'],
      [wide('E4', '\uFEFF'), 'utf-16'],
      [swapped(wide('E5')), 'utf-16'],
      [swapped(wide('E6', '\uFEFF')), 'utf-16'],
    ]
    for (const [bytes, encoding] of given) {
      const preview = await check(customers, bytes)
      expect(preview).toMatchObject({ encoding, errors: [], lines: [{ label: 'Müller – Łódź' }] })
    }
    const western = Buffer.from('code,name,currency\r\nE7,M\xfcller \x96 80 \x80,EUR\r\n', 'latin1')
    expect(await check(customers, western)).toMatchObject({
      encoding: 'windows-1252',
      lines: [{ label: 'Müller – 80 €' }],
    })
  })

  test('has its headings and codes in any case', async () => {
    const first = await report(customers, text('CODE;Name;currency', 'Straßẞe-Ω;One;EUR'))
    const again = await report(customers, text('code;NAME;CURRENCY', 'straẞße-ω;One;EUR'))
    expect(again.lines).toMatchObject([{ outcome: 'update', id: first.lines[0]?.id }])
    expect(again.lines[0]?.changes.map(({ field }) => field)).toEqual(['code'])
  })

  test('is read where a sep= line names any sign, and where cells in quotes have others', async () => {
    for (const line of ['sep=;', '"sep=;"', 'SEP=;', '\uFEFFsep=;']) {
      const preview = await check(customers, text(line, 'code;name;currency', 'S1;"a,b,c,d|e";EUR'))
      expect(preview.lines).toMatchObject([{ line: 3, outcome: 'create', label: 'a,b,c,d|e' }])
    }
    const caret = await check(customers, text('sep=^', 'code^name^currency', 'S2^Name^EUR'))
    expect(caret.lines).toMatchObject([{ line: 3, outcome: 'create' }])
    const quoted = await check(customers, text('"code"|"name, as, it, is"|"currency"', 'S3|Name|EUR'), {
      columns: ['code', 'name', 'currency'],
    })
    expect(quoted.lines).toMatchObject([{ line: 2, outcome: 'create', label: 'Name' }])
  })

  test('has no columns where nothing is written, and a fault where something is below no heading', async () => {
    const preview = await check(customers, text(';code;;name;currency;;', ';G1;;Gap;EUR', ';G2;;Gap;EUR;;;;'))
    expect(preview.columns.map(({ heading }) => heading)).toEqual(['code', 'name', 'currency'])
    expect(preview).toMatchObject({ created: 2, failed: 0, errors: [] })
    const stray = await check(customers, text('code;name;currency;;', 'G1;Gap;EUR;;', 'G2;Gap;EUR;;x'))
    expect(stray.errors).toMatchObject([{ path: 'lines.1.column4', code: 'unknown' }])
    const cut = await check(customers, text('code;name;currency;;', 'G1;Gap'))
    expect(cut.lines).toMatchObject([{ outcome: 'error', errors: [{ code: 'cells' }] }])
  })

  test('of 900,000 rows of commas is refused, and others are answered meanwhile', async () => {
    let isOver = false
    const sent = send(customers, Buffer.from(`${','.repeat(10)}\n`.repeat(900_000))).finally(() => {
      isOver = true
    })
    let answeredMeanwhile = -1
    while (!isOver) {
      await app.anonymous.get('/v1/health')
      answeredMeanwhile += 1
    }
    const { status, text } = await sent
    expect([status, text]).toEqual([400, expect.stringContaining('more than 2')])
    expect(answeredMeanwhile).toBeGreaterThan(3)
  })

  test('counts rows and cells that are empty, before it is read', { tags: ['long'] }, async () => {
    const empty = await send(customers, Buffer.from(`code,name,currency\n${'\n'.repeat(250_000)}`))
    expect([empty.status, empty.text]).toEqual([400, expect.stringContaining('more than 250,000 rows')])
    const blank = await send(customers, Buffer.from(`code,name,currency\n${`${','.repeat(999)}\n`.repeat(2_600)}`))
    expect([blank.status, blank.text]).toEqual([400, expect.stringContaining('more than 2,500,000 cells')])
    const wide = await send(customers, Buffer.from(`code,name,currency${','.repeat(17_000)}\n`))
    expect([wide.status, wide.text]).toEqual([400, expect.stringContaining('more than 16,384 columns')])
  })
})

describe('what a workbook shows', () => {
  const head = ['code', 'name', 'currency', 'website']
  const materials = '/v1/machine-library/materials'
  const workbook = async (...sheets: Parameters<typeof writeXlsx>[0]['sheets']) => await writeXlsx({ sheets })
  const faultsOf = ({ lines }: ImportReport) =>
    lines.map(({ errors = [] }) => errors.map(({ path, code }) => `${path} ${code}`))

  test('is read from the first sheet that is not hidden', async () => {
    const hidden = { name: 'Old', hidden: true, rows: [head, ['SHOWN-1', 'Of last year', 'EUR']] }
    const shown = { name: 'New', rows: [head, ['SHOWN-1', 'Of this year', 'EUR']] }
    expect((await check(customers, await workbook(hidden, shown))).lines).toMatchObject([{ label: 'Of this year' }])
  })

  test('is asked for where it is an error, a formula that nobody has computed, or below a merged cell', async () => {
    const rows = [
      head,
      ['FAULT-1', 'x', 'EUR', 'https://one.example'],
      ['FAULT-2', 'x', 'EUR', null],
      ['FAULT-3', 'x', 'EUR', 'https://three.example'],
      ['FAULT-4', 'x', 'EUR', null],
      ['FAULT-5', 'x', 'EUR', ''],
    ]
    const cells = new Map<string, Partial<Cell>>([
      ['1,1', { type: 'error', value: '#N/A' }],
      ['2,3', { formula: '"https://"&A1' }],
      ['5,3', { formula: 'T(1)', formulaResult: '' }],
    ])
    const merges = [{ startRow: 3, endRow: 4, startCol: 3, endCol: 3 }]
    const checked = await check(customers, await workbook({ name: 'Faults', rows, cells, merges }))
    expect(faultsOf(checked)).toEqual([['name sheet_error'], ['website no_value'], [], ['website merged'], []])
    const csv = text('code,name,currency', 'FAULT-6,#DIV/0!,EUR', 'FAULT-7,#BEZUG!,EUR', 'FAULT-8,#1 in Oslo,EUR')
    expect(faultsOf(await check(customers, csv))).toEqual([['name sheet_error'], ['name sheet_error'], []])
  })

  test('is a code with the zeros of its format, a time of day, and a percentage in hundredths', async () => {
    const shownAs = (value: number, numFmt: string) => ({ type: 'number' as const, value, style: { numFmt } })
    const codes = {
      name: 'Codes',
      rows: [head, [42, 0.25, 'EUR']],
      cells: new Map([
        ['1,0', shownAs(42, '00000')],
        ['1,1', shownAs(0.25, 'hh:mm')],
      ]),
    }
    const made = await report(customers, await workbook(codes))
    const { code, name } = await (await rowsOf(await app.as('staff'), customers)).get(made.lines[0]?.id ?? '')
    expect([code, name]).toEqual(['00042', '06:00'])
    const rows = [['code', 'name', 'family', 'recycledShare'], ...[1, 0.07, 30].map((n) => [`R${n}`, 'x', 'paper', n])]
    const cells = new Map([
      ['1,3', shownAs(1, '0%')],
      ['2,3', shownAs(0.07, '0.00%')],
    ])
    const shares = await report(materials, await workbook({ name: 'Shares', rows, cells }))
    const stored = await rowsOf(await app.as('staff'), materials)
    const read = await Promise.all(shares.lines.map(async ({ id }) => (await stored.get(id ?? '')).recycledShare))
    expect(read).toEqual([100, 7, 30])
    expect(await report(materials, await workbook({ name: 'Shares', rows, cells }))).toMatchObject({ unchanged: 3 })
    const price = {
      name: 'Prices',
      rows: [
        ['code', 'description', 'unit', 'currency', 'price'],
        ['PC-1', 'x', 'pcs', 'EUR', 0.95],
      ],
    }
    expect(await pricesOf(await workbook({ ...price, cells: new Map([['1,4', shownAs(0.95, '0%')]]) }))).toEqual([
      '0.95',
    ])
  })
})

describe('the numbers of a file', () => {
  const cases: [separator: string, prices: string[], values: string[]][] = [
    [';', ['12,50', '1.234', '1.234,5', '7'], ['12.5', '1234', '1234.5', '7']],
    [';', ['12.50', '1,234', '1,234.5'], ['12.5', '1234', '1234.5']],
    ['\t', ["1'234.50", "2'000'000"], ['1234.5', '2000000']],
    [';', ['1 234,50', '1 234'], ['1234.5', '1234']],
    [';', ['1\u202f234\u202f567,5', '1.5e-3'.replace('.', ',')], ['1234567.5', '0.0015']],
    [',', ['1.234', '0.000001', '1.5E-03'], ['1.234', '0.000001', '0.0015']],
    [',', ['"1,234.50"', '"12,345"'], ['1234.5', '12345']],
    [';', ['0,125', '1.234'], ['0.125', '1234']],
    ['|', ['1.234.567', '1,234'], ['1234567', '1.234']],
    [',', ['"12,34,567.5"', '1.5'], ['1234567.5', '1.5']],
  ]
  for (const [place, [separator, prices, values]] of cases.entries()) {
    test(`${prices.join(' and ')} are ${values.join(' and ')}`, async () => {
      const file = Buffer.from(
        priced(separator, ...prices)
          .toString()
          .replaceAll(/\bN(?=\d)/g, `NUM${place}-`),
      )
      expect(await pricesOf(file)).toEqual(values)
    })
  }

  test('are asked for where they can be read in two ways, with the line, and stored as answered', async () => {
    const asked: [string, string][] = [
      [';', '1,234'],
      [',', '"1,234"'],
      [';', '1.234'],
      ['\t', '12.345'],
    ]
    for (const [place, [separator, price]] of asked.entries()) {
      const file = Buffer.from(
        priced(separator, '5', price)
          .toString()
          .replaceAll(/\bN(?=\d)/g, `ASK${place}-`),
      )
      const written = price.replaceAll('"', '')
      const preview = await check(items, file)
      expect(preview).toMatchObject({ failed: 1, openNumber: { line: 3, field: 'price', text: written } })
      const refused = await send(items, file)
      expect(refused.body).toMatchObject({ errors: [{ path: 'lines.3.price', code: 'ambiguous_number' }] })
      const asPoint = await check(items, file, { decimalSign: '.' })
      expect(asPoint).toMatchObject({ failed: 0, openNumber: null })
      const [, asComma] = await pricesOf(file, { decimalSign: ',' })
      expect(asComma).toBe(written.includes(',') ? written.replace(',', '.') : written.replace('.', ''))
    }
  })

  test('of both notations in one column are read where they can only be one; with an answer the others are refused', async () => {
    const file = priced(';', '12,50', '12.50')
    expect(await check(items, file)).toMatchObject({ failed: 0, openNumber: null })
    const answered = await check(items, file, { decimalSign: ',' })
    expect(answered.lines).toMatchObject([{ outcome: 'create' }, { outcome: 'error', errors: [{ path: 'price' }] }])
  })

  test('of a workbook have 15 digits, and their texts are read as those of a text file', async () => {
    const rows = [
      ['code', 'description', 'unit', 'currency', 'price'],
      ...[49.900000000000006, 0.1 + 0.2, 1e-6, 1234.0999999999999, 1.234, '12,50', '1.234,5'].map((price, place) => [
        `W${place}`,
        'Number',
        'pcs',
        'EUR',
        price,
      ]),
    ]
    const file = await writeXlsx({ sheets: [{ name: 'Sheet', rows }] })
    expect(await pricesOf(file)).toEqual(['49.9', '0.3', '0.000001', '1234.1', '1.234', '12.5', '1234.5'])
    expect(await report(items, file)).toMatchObject({ unchanged: 7 })
  })
})
