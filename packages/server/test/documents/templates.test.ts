import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
/** Waits for no document. */
const hasty = useTestApp({ environment: { PDF_WAIT_MS: '0' } })
let staff: Caller
const MACHINE = 'VFFS-2214'
const SOURCE =
  '#let d = json("data.json")\n#set document(title: d.document.title)\n#set text(lang: "en")\n= #d.machineID'

interface Template {
  documentsThisYear: number
  id: string
  type: string
  locale: string
  rowVersion: number
  publishedVersion: number | null
  isDefault: boolean
  source: string
}

beforeAll(async () => {
  staff = await app.as('staff')
})

async function create(values: object = {}): Promise<Template> {
  const draft = { type: 'label', name: `Label ${crypto.randomUUID()}`, locale: 'en', source: SOURCE, ...values }
  const { status, body } = await staff.post('/v1/pdf-templates', draft)
  expect([status, body]).toMatchObject([201, {}])
  return body as Template
}

const publish = (template: Template) =>
  staff.post(`/v1/pdf-templates/${template.id}/publish`, { rowVersion: template.rowVersion })
const read = async (id: string) => (await staff.get(`/v1/pdf-templates/${id}`)).body as Template
const generate = (body: object, caller = staff) => caller.post('/v1/pdf/generate', body)

const setDefault = ({ id }: Template) =>
  staff.request('/v1/pdf-templates/defaults', { method: 'PUT', body: { templateId: id } })

describe('the templates that the product brings', () => {
  test('are published and the defaults of every type in English and German', async () => {
    const types = await staff.call('templateTypes')
    const defaults = await staff.call('templateDefaults')
    for (const { type, schema, parameters, example } of types) {
      expect(parameters).toMatchObject({ type: 'object' })
      expect(schema.properties).toMatchObject({ document: {}, letterhead: {}, words: { properties: {} } })
      expect(schema.required).toEqual(expect.arrayContaining(Object.keys(example)))
      expect(Object.keys(example)).not.toEqual([])
      const locales = defaults.filter((one) => one.type === type).map(({ locale }) => locale)
      expect([type, locales]).toEqual([type, ['de', 'en']])
    }
  })

  test.for(['en', 'de'])('render the example of their type in %s', async (locale) => {
    for (const { templateId } of (await staff.call('templateDefaults')).filter((one) => one.locale === locale)) {
      const { source } = await read(templateId)
      const answer = await staff.post('/v1/pdf-templates/preview', { templateId, source })
      expect([answer.status, answer.headers['x-template-warnings']]).toEqual([200, '%5B%5D'])
    }
  })
})

describe('publishing', () => {
  test('makes a version that never changes, and documents are made with the newest', async () => {
    const template = await create()
    expectProblem(await generate({ templateId: template.id, id: MACHINE }), 'template_missing')
    const first = await publish(template)
    expect(first).toMatchObject({ status: 200, body: { number: 1, documents: 0 } })
    const published = await read(template.id)
    expect(published.publishedVersion).toBe(1)
    const change = { rowVersion: published.rowVersion, source: `${SOURCE}\nNew` }
    const changed = (await staff.request(`/v1/pdf-templates/${template.id}`, { method: 'PUT', body: change }))
      .body as Template
    expect((await generate({ templateId: template.id, id: MACHINE })).status).toBe(200)
    expect((await publish(changed)).body).toMatchObject({ number: 2 })
    expect((await generate({ templateId: template.id, id: MACHINE })).status).toBe(200)
    const versions = await staff.call('templateVersions', { params: { id: template.id } })
    expect(versions.map(({ number, documents }) => [number, documents])).toEqual([
      [2, 1],
      [1, 1],
    ])
    expect((await read(template.id)).documentsThisYear).toBe(2)
    const old = await staff.call('templateVersion', { params: { id: template.id, number: '1' } })
    expect(old.sources).toEqual({ 'main.typ': SOURCE })
    // A quote keeps the version that it was made with, also when its template is gone.
    await staff.request(`/v1/pdf-templates/${template.id}`, { method: 'DELETE' })
    const made = { templateId: template.id, id: MACHINE }
    expect((await generate({ ...made, version: 1 })).status).toBe(200)
    expectProblem(await generate({ ...made, version: 3 }), 'template_missing')
    expectProblem(await generate(made), 'template_missing')
    expectProblem(await generate({ type: 'label', id: MACHINE, version: 1 }), 'invalid_request')
  })

  test('of what has faults, or was changed by somebody else, publishes nothing', async () => {
    const faulty = await create({ source: `${SOURCE}\n#d.quantity` })
    const answer = await publish(faulty)
    expectProblem(answer, 'template_invalid')
    expect(answer.body).toMatchObject({ faults: [{ source: 'main.typ', line: 5 }] })
    const nested = await publish(await create({ source: `${SOURCE}\n#(${'-'.repeat(50_000)}1)` }))
    expectProblem(nested, 'template_invalid')
    expect(nested.body).toMatchObject({ faults: [{ source: 'main.typ', line: 5, column: 2 }] })
    expectProblem(await publish({ ...faulty, rowVersion: 7 }), 'stale')
    expect((await read(faulty.id)).publishedVersion).toBeNull()
  })

  test('takes sample data that is an object in JSON alone, and documents of business units that there are', async () => {
    const draft = { type: 'label', name: 'Broken', locale: 'en', source: SOURCE }
    for (const sampleData of ['{ "machineID": ', '[]', 'null', '"text"']) {
      const { errors } = expectProblem(
        await staff.post('/v1/pdf-templates', { ...draft, sampleData }),
        'invalid_request',
      )
      expect(errors).toMatchObject([{ path: 'body.sampleData', message: 'must be an object in JSON' }])
    }
    await create({ sampleData: '{ "machineID": "VFFS-2214" }' })
    const asked = { type: 'label', id: MACHINE, businessUnitId: crypto.randomUUID() }
    const { errors } = expectProblem(await generate(asked), 'invalid_request')
    expect(errors).toMatchObject([{ path: 'body.businessUnitId', code: 'reference' }])
  })

  test('holds the partials as they were', async () => {
    const name = `terms-${crypto.randomUUID()}.typ`
    const partial = await staff.post('/v1/pdf-templates/partials', { name, source: '#let terms = [Thirty days]' })
    expect(partial.status).toBe(201)
    const template = await create({ source: `#import "${name}": terms\n${SOURCE}\n#terms` })
    await publish(template)
    const { id, rowVersion } = partial.body as Template
    await staff.request(`/v1/pdf-templates/partials/${id}`, {
      method: 'PUT',
      body: { rowVersion, source: '#let other = []' },
    })
    expect((await generate({ templateId: template.id, id: MACHINE })).status).toBe(200)
    expectProblem(await publish(await read(template.id)), 'template_invalid')
  })
})

describe('the default', () => {
  test('must be published, and there is one of a type, language and business unit', async () => {
    const template = await create({ locale: 'nb-NO' })
    expectProblem(await setDefault(template), 'template_missing')
    await publish(template)
    await setDefault(template)
    expect((await read(template.id)).isDefault).toBe(true)
    const other = await create({ locale: 'nb-NO' })
    await publish(other)
    await setDefault(other)
    expect((await read(template.id)).isDefault).toBe(false)
    const norwegian = (await staff.call('templateDefaults')).filter(({ locale }) => locale === 'nb-NO')
    expect(norwegian.map(({ templateId }) => templateId)).toEqual([other.id])
    await staff.request(`/v1/pdf-templates/${other.id}`, { method: 'DELETE' })
    expect((await staff.post(`/v1/pdf-templates/${other.id}/restore`)).body).toMatchObject({ isDefault: false })
  })
})

describe('generating', () => {
  test('makes the label of a machine for whoever sees the machine, in the own language', async () => {
    const customer = await app.as('customer')
    const own = await generate({ type: 'label', id: MACHINE, locale: 'de' }, customer)
    expect([own.status, own.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(own.headers['content-disposition']).toBe(`inline; filename*=UTF-8''label-${MACHINE}.pdf`)
    expectProblem(await generate({ type: 'label', id: 'FLW-1204' }, customer), 'not_found')
  })

  test('of data of ones own, and with a certain template, is for staff who design documents', async () => {
    const customer = await app.as('customer')
    const [{ example } = { example: {} }] = await staff.call('templateTypes')
    const answer = await generate({ type: 'label', data: example })
    expect([answer.status, answer.headers['x-replaced-characters']]).toEqual([200, ''])
    expectProblem(await generate({ type: 'label', data: example }, customer), 'permission_missing')
    const [{ templateId } = { templateId: '' }] = await staff.call('templateDefaults')
    expectProblem(await generate({ templateId, id: MACHINE }, customer), 'template_missing')
  })

  test('needs a type or a template, an id or data, and parameters that the type takes', async () => {
    for (const body of [
      { id: MACHINE },
      { type: 'label' },
      { type: 'label', id: MACHINE, data: {} },
      { type: 'label', id: MACHINE, parameters: { from: 1 } },
    ]) {
      expectProblem(await generate(body), 'invalid_request')
    }
  })

  test('of what takes longer is answered with a job that tells where it stands', async () => {
    const hurried = await hasty.as('staff')
    const answer = await generate({ type: 'label', id: MACHINE }, hurried)
    expect(answer.status).toBe(202)
    const { jobId } = answer.body as { jobId: string }
    expect(answer.headers.location).toBe(`/v1/pdf/jobs/${jobId}`)
    const params = { id: jobId }
    const job = () => hurried.call('pdfJob', { params })
    expect(await job()).toMatchObject({ fileName: `label-${MACHINE}.pdf`, reason: null })
    await until('the document', async () => (await job()).state === 'ready')
    const file = await hurried.get(`/v1/pdf/jobs/${jobId}/file`)
    expect([file.headers['x-pdf-standard'], (await job()).isTagged]).toEqual(['PDF/UA-1', true])
    expect(file.text).toMatch(/^%PDF/)
    const other = await hasty.as('customer')
    expectProblem(await other.get(`/v1/pdf/jobs/${jobId}`), 'not_found')
    expectProblem(await other.get(`/v1/pdf/jobs/${jobId}/file`), 'not_found')
  })

  test('a document of more than 50 pages says that it is not for screen readers', async () => {
    const [{ example } = { example: {} }] = await staff.call('templateTypes')
    const template = await create({
      source: `${SOURCE}\n#if d.machineID == "LONG" { for i in range(51) { pagebreak() } }`,
    })
    await publish(template)
    const answer = await generate({ templateId: template.id, data: { ...example, machineID: 'LONG' } })
    expect([answer.status, answer.headers['x-pdf-standard']]).toEqual([200, 'PDF/A-2b'])
  })

  test('names the characters that no font has, at once and from a job', async () => {
    const [{ example } = { example: {} }] = await staff.call('templateTypes')
    const body = { type: 'label', data: { ...example, machineID: 'ꦗ-1' } }
    expect((await generate(body)).headers['x-replaced-characters']).toBe(encodeURIComponent('ꦗ'))
    const hurried = await hasty.as('staff')
    const { jobId } = (await generate(body, hurried)).body as { jobId: string }
    const job = () => hurried.call('pdfJob', { params: { id: jobId } })
    await until('the document', async () => (await job()).state === 'ready')
    expect((await job()).replaced).toEqual(['ꦗ'])
    const file = await hurried.get(`/v1/pdf/jobs/${jobId}/file`)
    expect(file.headers['x-replaced-characters']).toBe(encodeURIComponent('ꦗ'))
  })

  test('of one person twenty jobs can be had, and one that its server lost says so', async () => {
    const hurried = await hasty.as('staff')
    const made: string[] = []
    for (let place = 0; place < 22; place++) {
      const { body } = await generate({ type: 'label', id: MACHINE }, hurried)
      const { jobId } = body as { jobId: string }
      made.push(jobId)
      await until('the document', async () => {
        const { state } = await hurried.call('pdfJob', { params: { id: jobId } })
        return state === 'ready'
      })
    }
    const answers = await Promise.all(made.map(async (id) => (await hurried.get(`/v1/pdf/jobs/${id}`)).status))
    expect(answers).toEqual([404, 404, ...Array<number>(20).fill(200)])
    const id = made.at(-1) ?? ''
    await hasty.sql(`UPDATE pdf_job SET state = 'waiting', seen_at = now() - interval '1 minute' WHERE id = $1`, [id])
    expect(await hurried.call('pdfJob', { params: { id } })).toMatchObject({
      state: 'failed',
      ahead: null,
      reason: expect.stringMatching(/^The server stopped/),
    })
  })

  test('a job whose document cannot be made says why', async () => {
    const hurried = await hasty.as('staff')
    const [{ example } = { example: {} }] = await hurried.call('templateTypes')
    const answer = await generate({ type: 'label', data: { ...example, qr: 'none' } }, hurried)
    const params = { id: (answer.body as { jobId: string }).jobId }
    await until('the fault', async () => (await hurried.call('pdfJob', { params })).state === 'failed')
    expect((await hurried.call('pdfJob', { params })).reason).toMatch(/^The template has/)
  })
})
