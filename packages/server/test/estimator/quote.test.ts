import { libraryMachines, type PublicQuote, permissionDescriptions, type QuoteState } from '@packhouse/contract'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { Maker } from '../conformance/support/maker.ts'
import { ShownData } from '../documents/shown-data.ts'
import type { Caller } from '../support/caller.ts'
import { png, pngChunk } from '../support/crafted-files.ts'
import { sendFile } from '../support/form.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { succeeded } from './estimator-rows.ts'
import { approve, makeQuotedProject, RECIPIENT, sendProject, sentQuote } from './quote-rows.ts'

const PROXY = '127.0.0.1'
const app = useTestApp({ environment: { TRUSTED_PROXIES: PROXY, PUBLIC_PAGES_PER_LINK: '260' } })
const maker = new Maker(app)
const documents = new ShownData(() => staff)
let staff: Caller
let customerId = ''

beforeAll(async () => {
  staff = await app.as('staff')
  const [row] = await app.sql<{ id: string }>(
    `SELECT customer_id AS id FROM user_account WHERE email LIKE 'customer@%'`,
  )
  customerId = row?.id ?? ''
})

const mailsOf = (recipient: string) =>
  app.sql<{ subject: string; body: string }>(
    'SELECT subject, body FROM mail WHERE recipient = $1 ORDER BY created_at',
    [recipient],
  )

describe('sending a quote', () => {
  test('makes a version, stores the hash of the secret alone and mails the link in the language of who gets it', async () => {
    const { held } = await makeQuotedProject(staff)
    await approve(app, held)
    const recipientEmail = 'german@packhouse.example'
    const quote = await sendProject(app, held, { ...RECIPIENT, recipientEmail, language: 'de' })
    expect(quote.token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect((await held.read()).status).toBe('sent')
    const [stored] = await app.sql<{ text: string }>('SELECT l::text AS text FROM quote_link l WHERE project_id = $1', [
      held.id,
    ])
    expect(stored?.text).not.toContain(quote.token)
    const [mail] = await mailsOf(recipientEmail)
    expect(mail?.subject).toContain(`Angebot ${held.project.number}`)
    expect(mail?.body).toContain('{link}')
    expect(JSON.stringify(await app.sql('SELECT * FROM audit_entry'))).not.toContain(quote.token)
    const again = await sendProject(app, held)
    expect((await again.shown()).content.version).toBe((await quote.shown()).content.version)
    expect((await quote.staffView()).links).toHaveLength(2)
  })

  test('is refused from other states, without a last day, after it, and without the permission', async () => {
    const { held } = await makeQuotedProject(staff)
    const send = () => staff.post(`/v1/estimator/projects/${held.id}/quote-links`, RECIPIENT)
    expectProblem(await send(), 'transition_not_allowed')
    await approve(app, held)
    await app.sql(`UPDATE project SET valid_until = '2026-01-01' WHERE id = $1`, [held.id])
    expect(expectProblem(await send(), 'invalid_request').detail).toContain('validity is over')
    await app.sql('UPDATE project SET valid_until = NULL WHERE id = $1', [held.id])
    expectProblem(await send(), 'invalid_request')
    const permissions = Object.keys(permissionDescriptions).filter((one) => one !== 'project.send')
    const seller = await maker.account(permissions)
    expectProblem(await seller.post(`/v1/estimator/projects/${held.id}/quote-links`, RECIPIENT), 'permission_missing')
    expect((await held.read()).status).toBe('approved')
  })
})

describe('the preview of a quote', () => {
  test('is what its customer gets, before it is sent and after it was ordered, and counts as no opening', async () => {
    const { held, lines } = await makeQuotedProject(staff)
    const preview = () => staff.call('previewQuote', { params: { id: held.id } })
    const before = await preview()
    await approve(app, held)
    const quote = await sendProject(app, held)
    const { content, price } = await quote.shown()
    expect(before).toMatchObject({ price, content: { ...content, version: before.content.version } })
    expect((await preview()).content).toEqual(content)
    const choices = { alternatives: [lines.alternative.id], extras: [] }
    const { sha256 } = succeeded<{ sha256: string }>(await quote.reprice(choices))
    succeeded(await quote.accept({ choices, sha256 }))
    const { events, links } = await quote.staffView()
    const ordered = await preview()
    expect(ordered.choices).toEqual(choices)
    expect(Number(ordered.price.total)).toBe(Number((await quote.staffView()).acceptance?.total))
    expect(await quote.staffView()).toMatchObject({ events, links })
  })

  test('needs the permission to read projects, and a last day', async () => {
    const { held } = await makeQuotedProject(staff, { validUntil: null })
    const address = `/v1/estimator/projects/${held.id}/quote-preview`
    expectProblem(await staff.get(address), 'invalid_request')
    const permissions = Object.keys(permissionDescriptions).filter((one) => one !== 'project.read')
    expectProblem(await (await maker.account(permissions)).get(address), 'permission_missing')
  })
})

describe('the page of a quote', () => {
  test('has no cost in it, nor have events, mails, PDFs and what a customer reads in the product', async () => {
    const quote = await sentQuote(app, staff, { customerId, targetMargin: '31.4159' })
    const { content } = await quote.shown()
    expect(content.items[0]).toMatchObject({ description: 'Bagger', alternatives: [{ description: 'Faster bagger' }] })
    const customer = await app.as('customer')
    await quote.post('questions', { question: 'How fast is it?' })
    await quote.reprice({ alternatives: [quote.lines.alternative.id], extras: [] })
    succeeded(await quote.accept())
    const answers = [
      await quote.get(),
      await quote.get('/pdf'),
      await customer.get('/v1/estimator/my-quotes'),
      await customer.get(`/v1/estimator/my-quotes/${quote.held.id}`),
      await staff.get(`/v1/estimator/projects/${quote.held.id}/quote-links`),
      await staff.get(`/v1/estimator/projects/${quote.held.id}/quote-preview`),
    ]
    const stored = await Promise.all(
      ['quote_link', 'quote_event', 'quote_acceptance', 'mail'].map((table) => app.sql(`SELECT * FROM ${table}`)),
    )
    const printed = await documents.of('orderConfirmation', { id: quote.held.id })
    for (const { status, text } of [...answers, { status: 200, text: JSON.stringify(printed) }])
      expect([status, /7351\.9|31\.4159|14703\.8/.exec(text)?.[0]]).toEqual([200, undefined])
    expect(/7351\.9|31\.4159/.exec(JSON.stringify(stored))?.[0]).toBeUndefined()
  })

  test('is kept out of caches and search engines, and is the same for every token that leads nowhere', async () => {
    const quote = await sentQuote(app, staff)
    const { headers } = await quote.get()
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    })
    const wrong = ['A'.repeat(43), 'unknown', quote.linkId, `${quote.token}A`]
    const answers = await Promise.all(wrong.map((token) => app.anonymous.get(`/v1/quotes/${token}`)))
    for (const answer of answers) expect(expectProblem(answer, 'link_invalid').detail).toContain('not valid')
    expectProblem(await quote.post('decline', {}, { 'sec-fetch-site': 'cross-site' }), 'permission_missing')
  })

  test('is shown in the outbox to those who may send quotes, and to nobody else who reads mails', async () => {
    await sentQuote(app, staff)
    const linksFor = async (caller: Caller) =>
      (await caller.call('listMails', { query: { search: RECIPIENT.recipientEmail } })).items.map(({ link }) => link)
    expect(await linksFor(staff)).toContainEqual(expect.stringContaining('/quote/'))
    const reader = await maker.account(['mail.read'])
    expect(new Set(await linksFor(reader))).toEqual(new Set([null]))
  })

  test('is not opened by a program that asks with HEAD', async () => {
    const quote = await sentQuote(app, staff)
    const { status } = await app.anonymous.request(`/v1/quotes/${quote.token}`, { method: 'HEAD' })
    const opened = async () => (await quote.staffView()).events.filter(({ kind }) => kind === 'opened').length
    expect([status, await opened()]).toEqual([200, 0])
    await quote.shown()
    expect(await opened()).toBe(1)
  })

  test('prices choices on the server, and refuses those that are not possible', async () => {
    const quote = await sentQuote(app, staff)
    const { alternative, extra, dependent } = quote.lines
    expect((await quote.shown()).price.total).toBe('2250.00')
    const chosen = { alternatives: [alternative.id], extras: [dependent.id, extra.id] }
    const priced = succeeded<{ price: { total: string }; choices: object }>(await quote.reprice(chosen))
    expect(priced.price.total).toBe('3360.00')
    expect(priced.choices).toEqual({ ...chosen, extras: [extra.id, dependent.id] })
    const orphan = expectProblem(await quote.reprice({ alternatives: [], extras: [dependent.id] }), 'invalid_request')
    expect(orphan.errors).toMatchObject([{ path: 'body.extras', code: 'needsOther' }])
    const unknown = { alternatives: [crypto.randomUUID()], extras: [] }
    expectProblem(await quote.reprice(unknown), 'invalid_request')
    const more = { alternatives: [alternative.id, alternative.id], extras: [] }
    const tooMany = expectProblem(await quote.reprice(more), 'invalid_request')
    expect(tooMany.errors).toMatchObject([{ path: 'body.alternatives', code: 'too_big' }])
    const kinds = (await quote.staffView()).events.map(({ kind }) => kind)
    expect(kinds).toEqual(['repriced', 'opened', 'sent'])
  })

  test('is a version that was made by sending it, and is said to be mailed only where there is a mail server', async () => {
    const { held } = await makeQuotedProject(staff)
    await approve(app, held)
    const sent = await staff.call('createQuoteLink', { params: { id: held.id }, body: RECIPIENT })
    expect(sent.isMailed).toBe(false)
    const path = `/v1/estimator/projects/${held.id}/versions`
    const { items } = succeeded<{ items: { reason: string }[] }>(await staff.get(path))
    expect(items.map(({ reason }) => reason)).toEqual(['send'])
  })

  test('takes questions, and shows their answers', async () => {
    const quote = await sentQuote(app, staff)
    succeeded(await quote.post('questions', { question: 'Does it <b>fit</b>?', section: 'Machines' }))
    const [asked] = (await quote.staffView()).questions
    const params = { id: quote.held.id, questionId: asked?.id ?? '' }
    await staff.call('answerQuoteQuestion', { params, body: { answer: 'It does.' } })
    expect((await quote.shown()).questions).toMatchObject([{ question: 'Does it <b>fit</b>?', answer: 'It does.' }])
    const path = `/v1/estimator/projects/${quote.held.id}/quote-questions/${params.questionId}/answer`
    expectProblem(await staff.post(path, { answer: 'Again' }), 'not_found')
    const subjects = (await mailsOf(RECIPIENT.recipientEmail)).map(({ subject }) => subject)
    expect(subjects.at(-1)).toContain('An answer about quote')
  })

  test('is bounded for a link that many addresses open, and no other link with it', async () => {
    const [quote, other] = [await sentQuote(app, staff), await sentQuote(app, staff)]
    const statuses: number[] = []
    for (let n = 0; n < 600 && !statuses.includes(429); n++) {
      const token = n % 2 === 0 ? quote.token : `${quote.token}.newer`
      const from = { 'x-forwarded-for': `198.18.${n % 250}.1` }
      statuses.push((await app.anonymous.get(`/v1/quotes/${token}/files/${crypto.randomUUID()}`, from)).status)
    }
    expect(statuses.at(-1)).toBe(429)
    expect(statuses.length).toBeGreaterThan(260)
    expect((await other.get('', { 'x-forwarded-for': '198.18.1.1' })).status).toBe(200)
  })

  test('is rendered once for all who open its PDF', async () => {
    const quote = await sentQuote(app, staff)
    const rendered = async () => (await staff.call('pdfHealth')).rendered
    await quote.get('/pdf')
    const before = await rendered()
    const answers = await Promise.all([quote.get('/pdf'), quote.get('/pdf')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await rendered()).toBe(before)
    // The confirmation of the order is another document.
    succeeded(await quote.accept())
    const ordered = await quote.get('/pdf')
    expect(ordered.text).not.toBe(answers[0]?.text)
    expect(await rendered()).toBeGreaterThan(before)
  })

  test('is stored as one visit if it is opened or priced many times at once from one address', async () => {
    const quote = await sentQuote(app, staff)
    const choices = { alternatives: [quote.lines.alternative.id], extras: [] }
    const from = { 'x-forwarded-for': '198.51.100.7' }
    const many = <Answer>(ask: () => Promise<Answer>) => Promise.all(Array.from({ length: 30 }, ask))
    await app.sql(`
      CREATE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.1); RETURN NEW; END $$;
      CREATE TRIGGER be_slow BEFORE INSERT ON quote_event FOR EACH ROW EXECUTE FUNCTION be_slow()`)
    const opened = await many(() => quote.get('', from))
    const priced = await many(() => quote.post('reprice', choices, from))
    await app.sql('DROP TRIGGER be_slow ON quote_event')
    expect(new Set([...opened, ...priced].map(({ status }) => status))).toEqual(new Set([200]))
    const events = await app.sql(
      `SELECT kind, count(*)::int AS count FROM quote_event WHERE link_id = $1 AND kind <> 'sent' GROUP BY kind ORDER BY kind`,
      [quote.linkId],
    )
    expect(events).toEqual([
      { kind: 'opened', count: 1 },
      { kind: 'repriced', count: 1 },
    ])
  })

  test('is bounded for each address and each link', async () => {
    const quote = await sentQuote(app, staff)
    const from = (network: string) => ({ 'x-forwarded-for': network })
    // Room comes back with time, two a second: the more are too many however long they take here.
    const pages = await Promise.all(Array.from({ length: 180 }, () => quote.get('', from('198.51.100.1'))))
    expect(pages.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
    expect((await quote.get('', from('198.51.100.2'))).status).toBe(200)
    const asked = await Promise.all(
      Array.from({ length: 55 }, (_, n) => quote.post('questions', { question: 'Why?' }, from(`203.0.113.${n}`))),
    )
    expect(asked.filter(({ status }) => status === 201)).toHaveLength(50)
    const [counted] = await app.sql<{ count: number }>(
      `SELECT count(*)::int AS count FROM quote_event WHERE link_id = $1 AND kind = 'opened'`,
      [quote.linkId],
    )
    expect(counted?.count).toBe(2)
    const long = 'x'.repeat(10 * 1024 * 1024)
    expectProblem(await quote.post('accept', { name: long }, from('203.0.113.9')), 'body_too_large')
    expectProblem(await quote.post('questions', { question: 'x'.repeat(2_001) }), 'invalid_request')
  })
})

describe('accepting', () => {
  test('stores what was shown with the signature, wins the project and orders the machines', async () => {
    const { held, lines } = await makeQuotedProject(staff)
    const model = `TST/320 ${held.project.number}`
    const { id: machine } = await maker.create(libraryMachines, { model, designSpeed: 60 })
    await app.sql('UPDATE project_item SET library_machine_id = $1, promised_speed = 72 WHERE id = $2', [
      machine,
      lines.main.id,
    ])
    await approve(app, held)
    const quote = await sendProject(app, held)
    const drawing = [[[10, 10], [20, 20]]] // biome-ignore format: one stroke
    const body = { drawing, position: 'Plant manager', orderNumber: 'PO-1' }
    const accepted = succeeded<PublicQuote>(await quote.accept(body))
    expect(accepted.quote?.content.items[0]?.promisedSpeed).toEqual({ figure: 72, style: null })
    expect(accepted).toMatchObject({ state: 'accepted', quote: { acceptance: { name: 'Kari Nordmann', drawing } } })
    expect((await held.read()).status).toBe('won')
    const { acceptance, machines, events } = await quote.staffView()
    expect(acceptance).toMatchObject({ version: 1, total: '2250', sha256: accepted.quote?.sha256 })
    expect(events[0]).toMatchObject({ kind: 'accepted', note: 'Kari Nordmann', sha256: acceptance?.sha256 })
    expect(machines).toHaveLength(2)
    expect(machines.map(({ number, machineID }) => [number, machineID])).toEqual([
      [`${held.project.number}/1`, null],
      [`${held.project.number}/2`, null],
    ])
    expect(machines[0]).toMatchObject({ model, promisedSpeed: 72, speedFrom: 'quote' })
    // What was ordered ends on no day, and what was not taken is no part of it.
    const order = await documents.of('orderConfirmation', { id: held.id })
    expect(order).toMatchObject({ validUntil: null, signature: { name: 'Kari Nordmann' } })
    const sold = order.lines as { description: string; detail: string | null }[]
    expect(sold.map(({ description }) => description)).toEqual(['Bagger', 'DAP Bergen', 'SAT: On site'])
    expect(sold[0]?.detail).toContain('Promised speed: 72 cycles/min')
    const mails = await app.sql<{ subject: string }>(`SELECT subject FROM mail WHERE subject LIKE $1`, [
      `%${held.project.number}%`,
    ])
    expect(mails.map(({ subject }) => subject.split(' ')[0])).toEqual(expect.arrayContaining(['Your', 'Quote']))
  })

  test('is said of the link that was used, and not of the others of the project', async () => {
    const quote = await sentQuote(app, staff)
    const other = await sendProject(app, quote.held, { ...RECIPIENT, recipientEmail: 'ole@nordfjell.example' })
    succeeded(await quote.accept())
    const { links } = await quote.staffView()
    expect(links.map(({ id, state, hasAccepted }) => [id, state, hasAccepted])).toEqual([
      [other.linkId, 'accepted', false],
      [quote.linkId, 'accepted', true],
    ])
  })

  test('is done by one of many at once; the others are told that it is accepted', async () => {
    const quote = await sentQuote(app, staff)
    const { choices, sha256 } = await quote.shown()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        quote.post('accept', { name: `Person ${n}`, mayOrder: true, choices, sha256 }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) expectProblem(answer, 'duplicate')
    const rows = await app.sql('SELECT FROM quote_acceptance WHERE project_id = $1', [quote.held.id])
    expect(rows).toHaveLength(1)
  })

  test('is refused where something else was shown, where nobody says that they may, and with too large a signature', async () => {
    const quote = await sentQuote(app, staff)
    expectProblem(await quote.accept({ sha256: '0'.repeat(64) }), 'stale')
    expectProblem(await quote.accept({ choices: { alternatives: [quote.lines.alternative.id], extras: [] } }), 'stale')
    expectProblem(await quote.accept({ mayOrder: false }), 'invalid_request')
    const points = Array.from({ length: 5_001 }, () => [1, 1])
    expectProblem(await quote.accept({ drawing: [points] }), 'invalid_request')
    const tenMegabytes = Array.from({ length: 2_000_000 }, () => [1.5, 1])
    expect((await quote.accept({ drawing: [tenMegabytes] })).status).toBe(413)
    expect((await quote.read()).state).toBe('open')
  })
})

describe('a link that is not open', () => {
  const ends = `UPDATE quote_link SET ends_at = clock_timestamp() - interval '1 ms' WHERE id = $1`
  const cases: [QuoteState, (quote: Awaited<ReturnType<typeof sentQuote>>) => Promise<unknown>][] = [
    ['ended', (quote) => app.sql(ends, [quote.linkId])],
    ['declined', (quote) => quote.post('decline', { reason: 'Too dear' })],
    ['withdrawn', ({ held, linkId }) => staff.call('withdrawQuoteLink', { params: { id: held.id, linkId } })],
    [
      'newer',
      async ({ held }) => {
        const newer = await makeQuotedProject(staff)
        await app.sql('UPDATE project SET number = $1, revision = 2, revision_of_id = $2 WHERE id = $3', [
          held.project.number,
          held.id,
          newer.held.id,
        ])
        await approve(app, newer.held)
        expect((await (await sendProject(app, newer.held)).shown()).content.number).toBe(`${held.project.number}-R2`)
      },
    ],
  ]

  test('leads on to the newest revision where the same person was sent it, and nobody else', async () => {
    const quote = await sentQuote(app, staff)
    const newer = `/v1/quotes/${quote.token}.newer`
    expectProblem(await app.anonymous.get(newer), 'link_invalid')
    await cases.find(([state]) => state === 'newer')?.[1](quote)
    expect((await quote.read()).hasNewer).toBe(true)
    const { state, hasNewer, quote: shown } = succeeded<PublicQuote>(await app.anonymous.get(newer))
    expect([state, hasNewer, shown?.content.number]).toEqual(['open', false, `${quote.held.project.number}-R2`])
    const sql = `UPDATE quote_link SET recipient_email = 'other@nordfjell.example' WHERE id = $1`
    await app.sql(sql, [quote.linkId])
    expect((await quote.read()).hasNewer).toBe(false)
    expectProblem(await app.anonymous.get(newer), 'link_invalid')
  })

  test.each(cases)('because it is %s says so, and takes no acceptance', async (state, change) => {
    const quote = await sentQuote(app, staff)
    const { choices, sha256 } = await quote.shown()
    await change(quote)
    const { state: now, quote: shown } = await quote.read()
    expect(now).toBe(state)
    expect(shown === null).toBe(state === 'withdrawn')
    const body = { name: 'Kari', mayOrder: true, choices, sha256 }
    expectProblem(await quote.post('accept', body), 'not_usable')
    expectProblem(await quote.post('decline', {}), 'not_usable')
    expectProblem(await quote.reprice(choices), 'not_usable')
    expect((await quote.get('/pdf')).status).toBe(state === 'withdrawn' ? 409 : 200)
    expect((await quote.held.read()).status).toBe('sent')
  })
})

describe('the PDF of a quote', () => {
  test('has rows that multiply out: unit prices with their decimals, and the discount of each line', async () => {
    const { held } = await makeQuotedProject(staff)
    const lines = [
      { description: 'Film', unit: 'm', quantity: '10000', unitPrice: '0.0125' },
      { description: 'Clips', quantity: '5000', unitPrice: '0.0035' },
      { description: 'Belts', quantity: '10', unitPrice: '30.75', discountPercent: '5' },
      { description: 'Manual', unitPrice: '70', discountPercent: '100' },
      { description: 'Label', quantity: '3', unitPrice: '0.3333', discountPercent: '2.5' },
    ]
    for (const line of lines) await held.item(line)
    const extra = { projectId: held.id, description: 'Blade', unit: 'pcs', quantity: '4', unitPrice: '1.125' }
    succeeded(await held.send('POST', 'project-optional-extras', { ...extra, selected: true, discountPercent: '50' }))
    await approve(app, held)
    await sendProject(app, held)
    const { lines: rows } = (await documents.of('quote', { id: held.id })) as { lines: Record<string, unknown>[] }
    const names = [...lines.map(({ description }) => description), 'Blade']
    const shown = rows.filter(({ description }) => names.includes(String(description)))
    expect(shown.map((row) => [row.description, row.quantity, row.unitPrice, row.discount, row.amount])).toEqual([
      ['Film', '10,000 m', '0.0125', null, '125.00'],
      ['Clips', '5,000 pcs', '0.0035', null, '17.50'],
      ['Belts', '10 pcs', '30.75', '5 %', '292.12'],
      ['Manual', '1 pcs', '70.00', '100 %', '0.00'],
      ['Label', '3 pcs', '0.3333', '2.5 %', '0.97'],
      ['Blade', '4 pcs', '1.125', '50 %', '2.25'],
    ])
  })

  test('charges tax in the standard category alone, and says in the others why there is none', async () => {
    const reasons = {
      standard: 'Tax (Standard) 19 %',
      zero: 'Tax at the zero rate (0 %)',
      exempt: 'Exempt from tax',
      reverseCharge: 'Reverse charge: the customer owes the tax',
      intraCommunity: 'Intra-Community supply, free of tax',
      export: 'Export, free of tax',
    }
    for (const [category, name] of Object.entries(reasons)) {
      const { held } = await makeQuotedProject(staff)
      // A rate that was entered before there was the rule.
      await app.sql('UPDATE project SET tax_category = $2, tax_percent = 19 WHERE id = $1', [held.id, category])
      await approve(app, held)
      const { price } = await (await sendProject(app, held)).shown()
      const [tax, total] = category === 'standard' ? ['427.50', '2677.50'] : ['0.00', '2250.00']
      expect([price.tax, price.total], category).toEqual([tax, total])
      expect(await documents.of('quote', { id: held.id }), category).toMatchObject({
        ...{ subtotal: '2,250.00', discount: null, net: '2,250.00' },
        taxes: [{ name, base: '2,250.00', amount: tax }],
      })
    }
  })

  test.each([
    ['JPY', 'JPY 2,250', '1,000'],
    ['KWD', 'KWD 2,250.000', '1,000.000'],
  ])(
    'writes amounts in %s as that currency has them, and is a draft until it is sent',
    async (currency, total, unitPrice) => {
      const { held } = await makeQuotedProject(staff, { currency })
      expectProblem(await staff.post('/v1/pdf/generate', { type: 'quote', id: held.id }), 'not_found')
      const { rowVersion } = await held.read()
      succeeded(await held.send('POST', `projects/${held.id}/versions`, { rowVersion }))
      await held.item({ description: 'Added later' })
      const draft = await documents.of('quote', { id: held.id })
      expect(draft).toMatchObject({
        total,
        document: { isDraft: true },
        lines: expect.arrayContaining([expect.objectContaining({ unitPrice })]),
      })
      expect(JSON.stringify(draft)).not.toMatch(/Added later|7351\.9/)
      await approve(app, held)
      const quote = await sendProject(app, held)
      const { sha256 } = await quote.shown()
      const sent = await documents.of('quote', { id: held.id })
      expect(sent).toMatchObject({ hash: sha256.slice(0, 12), document: { isDraft: false }, signature: null })
      expect(JSON.stringify(sent)).toContain('Added later')
      expect((await quote.get('/pdf')).text).toBe((await quote.get('/pdf')).text)
      expectProblem(await staff.post('/v1/pdf/generate', { type: 'orderConfirmation', id: held.id }), 'not_found')
    },
  )

  test('is made with the version of the template that was published when it was sent', async () => {
    const quote = await sentQuote(app, staff)
    const defaults = await staff.call('templateDefaults')
    const { templateId, version } = defaults.find(({ type, locale }) => type === 'quote' && locale === 'en') ?? {}
    const { source, rowVersion } = succeeded<{ source: string; rowVersion: number }>(
      await staff.get(`/v1/pdf-templates/${templateId}`),
    )
    const body = { rowVersion, source: `${source}\nPublished later` }
    const changed = await staff.request(`/v1/pdf-templates/${templateId}`, { method: 'PUT', body })
    const next = succeeded<{ rowVersion: number }>(changed)
    succeeded(await staff.post(`/v1/pdf-templates/${templateId}/publish`, { rowVersion: next.rowVersion }))
    const madeWith = async () => {
      const versions = await staff.call('templateVersions', { params: { id: templateId ?? '' } })
      return versions.slice(0, 2).map(({ number, documents: made }) => [number, made])
    }
    const [, [, before = 0] = []] = await madeWith()
    expect((await quote.get('/pdf')).status).toBe(200)
    expect((await staff.post('/v1/pdf/generate', { type: 'quote', id: quote.held.id })).status).toBe(200)
    expect(await madeWith()).toEqual([
      [(version ?? 0) + 1, 0],
      [version, before + 2],
    ])
  })
})

describe('the files of a quote', () => {
  /** A project with a drawing, a damaged photo and a text that go with it, and a text that does not. */
  async function projectWithFiles() {
    const { held } = await makeQuotedProject(staff, { customerId })
    const holder = staff.with({ 'edit-lock': held.token })
    const add = async (kind: string, name: string, content: Buffer, inQuote = true) => {
      const values = { projectId: held.id, kind, caption: `Caption of ${name}`, inQuote }
      const { id } = succeeded<{ id: string }>(await held.send('POST', 'project-media', values))
      const sent = await sendFile(app, holder, `/v1/estimator/project-media/${id}/files`, name, content)
      expect(sent.status, sent.text).toBe(201)
    }
    const drawn = sharp({ create: { width: 1_600, height: 900, channels: 3, background: '#14213d' } })
    await add('drawing', 'line.png', await drawn.png().toBuffer())
    await add('photo', 'damaged.png', png(pngChunk('IDAT', 'no pixels')))
    await add('document', 'test.txt', Buffer.from('88 packs a minute'))
    await add('document', 'internal.txt', Buffer.from('Only for us'), false)
    return held
  }

  async function quoteWithFiles() {
    const held = await projectWithFiles()
    await approve(app, held)
    return await sendProject(app, held)
  }

  test('are in its preview before and after it is sent, and those that do not go with it are not', async () => {
    const held = await projectWithFiles()
    const path = `/v1/estimator/projects/${held.id}/quote-preview`
    const check = async () => {
      const { content } = await staff.call('previewQuote', { params: { id: held.id } })
      expect(content.media.map(({ name }) => name)).toEqual(['line.png', 'damaged.png', 'test.txt'])
      const [line, , text] = content.media
      expect((await staff.get(`${path}/files/${line?.id}?size=medium`)).headers['content-type']).toBe('image/webp')
      expect((await staff.get(`${path}/files/${text?.id}`)).text).toBe('88 packs a minute')
      const [internal] = await app.sql<{ id: string }>(
        `SELECT f.id FROM attached_file f JOIN project_media m ON m.id = f.owner_id WHERE m.project_id = $1 AND f.name = 'internal.txt'`,
        [held.id],
      )
      expectProblem(await staff.get(`${path}/files/${internal?.id}`), 'not_found')
    }
    await check()
    await approve(app, held)
    await sendProject(app, held)
    await check()
  })

  test('are those that were chosen, as they were when it was sent; pictures also in place', async () => {
    const quote = await quoteWithFiles()
    const { media } = (await quote.shown()).content
    expect(media.map(({ name }) => name)).toEqual(['line.png', 'damaged.png', 'test.txt'])
    const [line, damaged, text] = media
    const pictures = await quote.get(`/files/${line?.id}?size=medium`)
    expect(pictures.headers).toMatchObject({ 'content-type': 'image/webp', 'content-disposition': 'inline' })
    const file = await quote.get(`/files/${text?.id}`)
    expect([file.text, file.headers['content-disposition']]).toEqual([
      '88 packs a minute',
      "attachment; filename*=UTF-8''test.txt",
    ])
    const etag = { 'if-none-match': `${file.headers.etag}` }
    expect((await quote.get(`/files/${text?.id}`, etag)).status).toBe(304)
    expectProblem(await quote.get(`/files/${text?.id}?size=small`), 'media_type_unsupported')
    expectProblem(await quote.get(`/files/${damaged?.id}?size=small`), 'invalid_request')
    const [internal] = await app.sql<{ id: string }>(
      "SELECT id FROM attached_file WHERE name = 'internal.txt' ORDER BY id DESC LIMIT 1",
    )
    expectProblem(await quote.get(`/files/${internal?.id}`), 'not_found')

    const customer = await app.as('customer')
    const own = `/v1/estimator/my-quotes/${quote.held.id}/files/${text?.id}`
    expect((await customer.get(own)).text).toBe('88 packs a minute')
    expectProblem(await (await app.as('other')).get(own), 'not_found')

    await staff.call('withdrawQuoteLink', { params: { id: quote.held.id, linkId: quote.linkId } })
    expectProblem(await quote.get(`/files/${text?.id}`), 'not_usable')
  })

  test('stand in the PDF as far as they can be drawn, which also leads to where it is accepted', async () => {
    await app.sql(`DELETE FROM exchange_rate WHERE "from" = 'EUR' AND "to" = 'NOK'`)
    await app.sql('UPDATE customer SET currency = $1 WHERE id = $2', ['NOK', customerId])
    const validOn = '2026-01-15'
    succeeded(
      await staff.post('/v1/exchange-rates', {
        from: 'EUR',
        to: 'NOK',
        rate: '11.482',
        validOn,
        source: 'Norges Bank',
      }),
    )
    const quote = await quoteWithFiles()
    const kept = { currency: 'NOK', rate: '11.482', validOn, source: 'Norges Bank' }
    expect((await quote.shown()).content.ownCurrency).toEqual(kept)
    const pdf = await quote.get('/pdf')
    expect(pdf.status, pdf.text).toBe(200)
    expect(pdf.text).toContain('Caption of line.png')
    expect(pdf.text).toContain(`/quote/${quote.token}`)
    const { pictures, accept, ownCurrency } = await documents.of('quote', { id: quote.held.id })
    expect(pictures).toEqual([{ file: expect.stringMatching(/^[0-9a-f]{16}\.webp$/), caption: 'Caption of line.png' }])
    expect(accept).toBeNull()
    expect(ownCurrency).toMatch(
      /^About NOK [\d,]+ at EUR\/NOK 11\.482, Norges Bank, 15 January 2026\. Invoiced in EUR\.$/,
    )
  })
})

describe('quotes in the product', () => {
  test('are those that the own company was sent, and of nobody else', async () => {
    const draft = await makeQuotedProject(staff, { customerId })
    const own = await sentQuote(app, staff, { customerId })
    const others = await sentQuote(app, staff, { customerId: (await otherCustomer()).id })
    const { items } = await (await app.as('customer')).call('myQuotes')
    const ids = items.map(({ id }) => id)
    expect(ids).toContain(own.held.id)
    expect(ids).not.toContain(draft.held.id)
    expect(ids).not.toContain(others.held.id)
    const path = `/v1/estimator/my-quotes/${others.held.id}`
    expectProblem(await (await app.as('customer')).get(path), 'not_found')
    const pdf = { type: 'quote', id: others.held.id }
    expectProblem(await (await app.as('customer')).post('/v1/pdf/generate', pdf), 'not_found')
  })

  async function otherCustomer(): Promise<{ id: string }> {
    const [row] = await app.sql<{ id: string }>('SELECT id FROM customer WHERE id <> $1 LIMIT 1', [customerId])
    return row ?? { id: '' }
  }
})
