import {
  compatibilityResults,
  EVIDENCE_MONTHS,
  evidenceKinds,
  machineLifecycles,
  optionRuleKinds,
  packagingFamilies,
  sampleFleet,
} from '@packhouse/contract'
import { describe, expect, test } from 'vitest'
import { CompanyPages } from '../../src/documents/company-pages.ts'
import { ReadQueue } from '../../src/documents/read-queue.ts'
import { RenderStatistics } from '../../src/documents/render-statistics.ts'
import { Renderer } from '../../src/documents/renderer.ts'
import { seedTemplates } from '../../src/documents/standard/seed-templates.ts'
import { specFault } from '../../src/library/spec-fault.ts'
import { readConfig } from '../../src/platform/config.ts'
import { Database } from '../../src/platform/database.ts'
import { openFileFolder } from '../../src/platform/file-folder.ts'
import { createLog } from '../../src/platform/log.ts'
import { Refusals } from '../../src/platform/refusals.ts'
import { sampleAnswers, sampleOptions, sampleTypes } from '../../src/sample/library/library.ts'
import { materialAnswers } from '../../src/sample/library/material-answers.ts'
import { sampleDefinitions } from '../../src/sample/library/options/definitions.ts'
import { cellsOf } from '../../src/sample/library/seed-answers.ts'
import { seedLibrary } from '../../src/sample/library/seed-library.ts'
import { partsOf } from '../../src/sample/library/seed-options.ts'
import { sampleStyles } from '../../src/sample/library/styles.ts'
import { sampleTags } from '../../src/sample/library/tags.ts'
import { sampleLifeJob } from '../../src/sample/life/seed-life.ts'
import { samplePapersJob } from '../../src/sample/papers/publish-papers.ts'
import { seedSample } from '../../src/sample/sample.ts'
import { SAMPLE_DEVICE_PASSWORD, SAMPLE_PASSWORD } from '../support/databases.ts'
import { makeRenderPool } from '../support/document-tasks.ts'
import { download } from '../support/form.ts'
import { copiedFrom } from '../support/pdf-text.ts'
import { passWeek } from '../support/sample-week.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { EMPTY_LIBRARY } from './library-rows.ts'

const app = useTestApp()
const machines = sampleTypes.flatMap((type) => type.machines.map((machine) => ({ ...machine, type })))
const cells = sampleAnswers.flatMap(cellsOf)

describe('the declared sample library', () => {
  test('has as many types, machines and styles as it should, each under a code of its own', () => {
    expect(sampleTypes).toHaveLength(9)
    expect(machines).toHaveLength(28)
    expect(sampleStyles).toHaveLength(46)
    expect(new Set(sampleTypes.map(({ category }) => category)).size).toBe(9)
    expect(new Set(machines.map(({ model }) => model)).size).toBe(28)
    expect(new Set(sampleStyles.map(({ code }) => code)).size).toBe(46)
    expect(new Set(sampleStyles.map(({ name }) => name)).size).toBe(46)
    expect(new Set(machines.map(({ lifecycle }) => lifecycle))).toEqual(new Set(machineLifecycles))
    expect(new Set(sampleStyles.map(({ family }) => family))).toEqual(new Set(packagingFamilies))
  })

  test.each(sampleTypes)('$code has 6 to 12 fields', ({ fields }) => {
    expect(fields.length).toBeGreaterThanOrEqual(6)
    expect(fields.length).toBeLessThanOrEqual(12)
    expect(new Set(fields.map(({ key }) => key)).size).toBe(fields.length)
  })

  test.each(machines)('$model has a fitting value of every required field', ({ type, values, lifecycle, tags }) => {
    const fields = new Map(type.fields.map((field) => [field.key, field]))
    const toField = (key: string) => {
      const field = fields.get(key)
      return field && { min: null, max: null, ...field, required: false, options: [...(field.options ?? [])] }
    }
    const faults = Object.entries(values).map(([key, value]) => specFault(toField(key), value))
    expect(faults.filter((fault) => fault !== undefined)).toEqual([])
    const missing = type.fields.filter(({ key, required }) => required && !(key in values))
    expect(missing.length === 0).toBe(lifecycle !== 'draft')
    expect(tags.filter((tag) => !(tag in sampleTags))).toEqual([])
  })
})

describe('the matrix of the sample', () => {
  test('names machines and styles that there are, each pair once', () => {
    const models = new Set(machines.map(({ model }) => model))
    const codes = new Set(sampleStyles.map(({ code }) => code))
    expect(cells.filter(({ model, style }) => !models.has(model) || !codes.has(style))).toEqual([])
    expect(new Set(cells.map(({ model, style }) => `${model} ${style}`)).size).toBe(cells.length)
  })

  test('has all four answers, about a third of the pairs unknown', () => {
    const known = cells.filter(({ result }) => result !== 'unknown')
    expect(new Set(cells.map(({ result }) => result))).toEqual(new Set(['yes', 'conditional', 'no', 'unknown']))
    const share = 1 - known.length / (machines.length * sampleStyles.length)
    expect(share).toBeGreaterThan(0.28)
    expect(share).toBeLessThan(0.38)
  })

  test('has answers for single materials, with evidence of every kind', async () => {
    expect(await counted('compatibility_material')).toBe(materialAnswers.length)
    expect(new Set(materialAnswers.map(([, , , result]) => result))).toEqual(new Set(compatibilityResults))
    expect(new Set(materialAnswers.flatMap(([, , , , evidence]) => evidence ?? []))).toEqual(new Set(evidenceKinds))
  })

  test('has evidence of every kind, some of it stale, and measures only what runs somewhere', async () => {
    const known = cells.filter(({ result }) => result !== 'unknown')
    expect(new Set(known.map(({ evidence }) => evidence))).toEqual(new Set(evidenceKinds))
    const stale = known.filter(({ monthsAgo }) => (monthsAgo ?? 0) > EVIDENCE_MONTHS)
    expect(stale.length / known.length).toBeGreaterThan(0.1)
    expect(stale.length / known.length).toBeLessThan(0.5)
    const live = await app.sql<{ configuration_id: string }>('SELECT configuration_id FROM machine')
    const models = live.map((machine) => machine.configuration_id)
    expect(cells.filter(({ evidence, model }) => evidence === 'measured' && !models.includes(model))).toEqual([])
  })
})

describe('the options of the sample', () => {
  test('are about 110, of definitions that there are, with every kind of rule', () => {
    const keys = sampleOptions.flatMap(({ model, options }) => options.map(([key]) => `${model} ${key}`))
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.length).toBeGreaterThanOrEqual(105)
    expect(keys.length).toBeLessThanOrEqual(125)
    const definitions = new Map(sampleDefinitions.map((definition) => [definition.code, definition]))
    expect(definitions.size).toBe(sampleDefinitions.length)
    const used = sampleOptions.flatMap(({ options }) => options.map(([key]) => partsOf(key)))
    for (const { definition, choice } of used) {
      const { inputKind, choices } = definitions.get(definition) ?? {}
      expect(
        inputKind === 'choice' ? choices?.includes(choice ?? '') : (inputKind === 'number') === (choice !== undefined),
        definition,
      ).toBe(true)
    }
    expect(new Set(used.map(({ definition }) => definition))).toEqual(new Set(definitions.keys()))
    const rules = sampleOptions.flatMap(({ rules = [] }) => rules)
    expect(new Set(rules.map(({ kind }) => kind))).toEqual(new Set(optionRuleKinds))
  })

  test.each(machines)('of $model have rules that leave every option possible', async ({ model }) => {
    const staff = await app.as('staff')
    const [machine] = await app.sql<{ id: string }>('SELECT id FROM library_machine WHERE model = $1', [model])
    const { findings, isComplete } = await staff.call('checkOptionRules', { params: { id: machine?.id ?? '' } })
    expect(isComplete).toBe(true)
    expect(findings).toEqual([])
  })
})

test('every installed machine of the sample is of a library machine that is as fast', async () => {
  const rows = await app.sql<{ model: string }>(
    `SELECT model FROM machine JOIN library_machine ON model = configuration_id AND library_machine.design_speed >= machine.design_speed`,
  )
  expect(rows).toHaveLength(sampleFleet.length)
})

const counted = async (table: string) => (await app.sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`))[0]?.n

test('what is declared is in the database', async () => {
  expect(await counted('library_machine')).toBe(28)
  expect(await counted('packaging_style')).toBe(46)
  expect(await counted('compatibility')).toBe(cells.length)
  expect(await counted('field_spec')).toBe(sampleTypes.flatMap(({ fields }) => fields).length)
  expect(await counted('machine_option')).toBe(sampleOptions.flatMap(({ options }) => options).length)
  expect(await counted('machine_option_rule')).toBe(sampleOptions.flatMap(({ rules = [] }) => rules).length)
  expect(await counted('spec_value')).toBe(machines.flatMap(({ values }) => Object.keys(values)).length)
})

describe('the sample library is entered once', () => {
  const tables = [
    'machine_type',
    'library_machine',
    'packaging_style',
    'machine_option',
    'compatibility',
    'recipe_style',
  ]
  const countAll = async () => await Promise.all(tables.map(counted))
  const passwords = { people: SAMPLE_PASSWORD, device: SAMPLE_DEVICE_PASSWORD }
  const seed = async () => {
    const database = new Database(app.databaseUrl, createLog('error'))
    // Nobody's password has changed: no hash is made.
    await seedSample(database, passwords, { hash: async () => '', verify: async () => true })
    await database.stop()
  }

  test('by servers that start at once, and installed machines are linked', async () => {
    const before = await countAll()
    await app.sql(EMPTY_LIBRARY)
    await app.sql(`UPDATE machine SET configuration_id = split_part(machine_id, '-', 1)`)
    const database = new Database(app.databaseUrl, createLog('error'))
    const enter = () => database.system.transaction().execute(seedLibrary)
    await Promise.all([enter(), enter(), enter()])
    await database.stop()
    expect(await countAll()).toEqual(before)
    const linked = await app.sql('SELECT FROM machine JOIN library_machine ON model = configuration_id')
    expect(linked).toHaveLength(sampleFleet.length)
  })

  test('and not again: what was deleted or changed stays so', async () => {
    await app.sql(`DELETE FROM compatibility`)
    await app.sql(`UPDATE library_machine SET deleted_at = now() WHERE model = 'FLW-0700'`)
    await app.sql(`UPDATE machine SET configuration_id = 'own' WHERE machine_id = 'PAL-0302'`)
    const before = await countAll()
    await seed()
    expect(await countAll()).toEqual(before)
    const [own] = await app.sql(`SELECT FROM machine WHERE machine_id = 'PAL-0302' AND configuration_id = 'own'`)
    expect(own).toBeDefined()
  })

  test('and machines stay what they are named by alarm rules', async () => {
    await app.sql(EMPTY_LIBRARY)
    await app.sql(`UPDATE machine SET configuration_id = split_part(machine_id, '-', 1)`)
    await app.sql(
      `INSERT INTO alarm_rule (name, severity, enabled, configuration_id, kind, states, silence_seconds, on_delay_seconds, off_delay_seconds, notify_emails, remedy_for_customers)
       VALUES ('Flow wrappers', 'warning', true, 'FLW', 'silence', '{}', 60, 0, 0, '{}', false)`,
    )
    await seed()
    const models = await app.sql<{ model: string }>(
      `SELECT DISTINCT configuration_id AS model FROM machine WHERE machine_id IN ('FLW-0871', 'FLW-1204', 'CRT-1130') ORDER BY 1`,
    )
    expect(models.map(({ model }) => model)).toEqual(['CRT-1100', 'FLW'])
  })
})

describe('what the people of the sample company have done', () => {
  const counts = async () =>
    await app.sql<Record<string, number>>(`SELECT
      (SELECT count(*)::int FROM industry) AS industries, (SELECT count(*)::int FROM customer WHERE owner_id IS NOT NULL) AS owners,
      (SELECT count(*)::int FROM service_record) AS services, (SELECT count(*)::int FROM alarm WHERE code = 'Machine faulted') AS alarms,
      (SELECT count(*)::int FROM alarm WHERE code = 'Machine faulted' AND acknowledged_by IS NOT NULL) AS acknowledged,
      (SELECT count(*)::int FROM downtime) AS reasons, (SELECT count(*)::int FROM machine_document WHERE machine_id IS NOT NULL) AS documents`)

  test('is entered once the machines have a week behind them, and not again', async () => {
    const database = new Database(app.databaseUrl, createLog('error'))
    const files = openFileFolder(readConfig({ DATA_DIR: app.dataDir }), createLog('error'))
    const { run } = sampleLifeJob(database, files, async () => undefined)
    const never = new AbortController().signal
    await app.sql('DELETE FROM alarm_rule')
    await run(never)
    expect(await counts()).toEqual([
      { industries: 0, owners: 0, services: 0, alarms: 0, acknowledged: 0, reasons: 0, documents: 0 },
    ])
    // A letterhead needs no history. It stays when the product brings other templates, and one that was removed does not come back.
    const withLogo = `SELECT count(*)::int AS templates, count(v.logo)::int AS logos FROM pdf_template t
      JOIN pdf_template_version v ON v.template_id = t.id AND v.number = t.published_version`
    const [given] = await app.sql<{ templates: number; logos: number }>(withLogo)
    expect(given?.logos).toBe(given?.templates)
    const staff = await app.as('staff')
    const { status, bytes } = await staff.post('/v1/pdf/generate', { type: 'promiseReport', id: 'VFFS-2214' })
    expect([status, await copiedFrom(bytes)]).toEqual([200, expect.stringContaining('VAT SE556000000001')])
    await app.sql(`UPDATE pdf_template_version SET sources = sources || '{"gone.typ": ""}'`)
    await app.sql(`UPDATE letterhead SET deleted_at = now()`)
    await seedTemplates(database.system)
    await run(never)
    expect(await app.sql(withLogo)).toEqual([given])
    expect(await app.sql('SELECT FROM letterhead')).toHaveLength(1)
    await passWeek(app)
    await run(never)
    const entered = await counts()
    const faults = sampleFleet.length * 10
    expect(entered).toEqual([
      expect.objectContaining({ industries: 7, owners: 6, alarms: faults, documents: sampleFleet.length * 5 }),
    ])
    const [{ acknowledged = 0, reasons = 0, services = 0 } = {}] = entered
    for (const part of [acknowledged, reasons]) {
      expect(part).toBeGreaterThan(faults / 2)
      expect(part).toBeLessThan(faults)
    }
    expect(services).toBeGreaterThan(40)
    // What a plan says is due is what the machine shows.
    const [plan] = await app.sql(
      `SELECT p.next_due - current_date AS due, m.next_due = p.next_due AS same, current_date - m.last_service AS served
       FROM service_plan p JOIN machine m ON m.id = p.machine_id WHERE p.name = 'Preventive service' AND m.machine_id = 'PAL-0219'`,
    )
    expect(plan).toEqual({ due: 182 - 132, same: true, served: 132 })
    await run(never)
    expect(await counts()).toEqual(entered)
    await database.stop()
  })

  test('gives the code of each machine a manual and a declaration in the language of its customer, made once', async () => {
    const database = new Database(app.databaseUrl, createLog('error'))
    const files = openFileFolder(readConfig({ DATA_DIR: app.dataDir }), createLog('error'))
    const pool = makeRenderPool(1)
    const limits = { processes: 1, queue: 1, perOwner: 1 }
    const renderer = new Renderer({
      ...{
        pool,
        reads: new ReadQueue(limits),
        statistics: new RenderStatistics(),
        pages: 10,
        refusals: new Refusals(),
      },
      measure: () => undefined,
    })
    const companyPages = new CompanyPages(database.system, renderer, () => null)
    const failing = ['Out of paper']
    const render: CompanyPages['render'] = async (page, owner) => {
      const failure = failing.pop()
      if (failure !== undefined) throw new Error(failure)
      return await companyPages.render(page, owner)
    }
    const { run, afterStartMs } = samplePapersJob({ database, files, companyPages: { render } })
    // Of three customers, one of another maker, and one of which people have changed a paper: the others would say the same and take long.
    const kept = ['VFFS-2214', 'LBL-0720', 'FLW-1204']
    await app.sql(
      `DELETE FROM machine_document WHERE machine_id IN (SELECT id FROM machine WHERE machine_id <> ALL ($1))`,
      [kept],
    )
    await app.sql(`UPDATE machine_document SET updated_by = (SELECT id FROM user_account LIMIT 1)
      WHERE kind = 'manual' AND machine_id = (SELECT id FROM machine WHERE machine_id = 'FLW-1204')`)
    const shown = async (machineID: string) => {
      const [page] = await app.sql<{ token: string }>(
        'SELECT token FROM machine_page JOIN machine ON id = machine_page.machine_id WHERE machine.machine_id = $1',
        [machineID],
      )
      const { text } = await app.anonymous.get(`/m/${page?.token}`, { 'accept-language': 'en' })
      const links = [...text.matchAll(/href="(\/m\/[^"]+\/documents\/[^"?]+)"/g)]
      return await Promise.all(
        links.map(async ([, path = '']) => copiedFrom((await download(app, app.anonymous, path)).content)),
      )
    }
    // A start renders nothing.
    expect(afterStartMs).toBeGreaterThanOrEqual(60_000)
    expect(await shown('VFFS-2214')).toEqual([])
    const signal = new AbortController().signal
    await expect(run(signal)).rejects.toThrow('Out of paper')
    const rendered = await app.sql(`SELECT FROM attached_file JOIN machine_document d ON d.id = owner_id
      WHERE owner_table = 'machine_document' AND d.machine_id IS NOT NULL AND d.kind IN ('manual', 'ceDeclaration')`)
    expect(rendered).toHaveLength(4)
    await run(signal)
    expect(await shown('VFFS-2214')).toEqual([
      expect.stringMatching(/EU-samsvarserklæring VFFS-2214.*Produsent Packhouse Packaging Systems AB/s),
      expect.stringMatching(/Bruksanvisning VFFS-2214/),
    ])
    expect(await shown('LBL-0720')).toEqual([
      expect.stringMatching(/EU declaration of conformity LBL-0720.*Manufacturer Etika Labelling Srl/s),
      expect.stringMatching(/Operating instructions LBL-0720.*Technical data/s),
    ])
    expect(await shown('FLW-1204')).toEqual([expect.stringMatching(/Deklaracja zgodności UE FLW-1204/)])
    const stored = async () => await app.sql('SELECT id, sha256 FROM attached_file ORDER BY id')
    const before = await stored()
    await run(signal)
    expect(await stored()).toEqual(before)
    pool.stop()
    await database.stop()
  })
})
