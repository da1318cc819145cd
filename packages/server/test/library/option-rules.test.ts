import type { MachineConfiguration, Page, RuleCheck, RuleRevision, WholeRuleRevision } from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { LibraryRows, type Row } from './library-rows.ts'

const app = useTestApp()
let staff: Caller
const rows = new LibraryRows(() => staff)

beforeAll(async () => {
  staff = await app.as('staff')
})

const attach = async (kind: 'requires' | 'excludes', one: Row, ...others: Row[]) =>
  await rows.send('POST', `/machine-options/${one.id}/${kind}/attach`, { ids: others.map(({ id }) => id) })
const rule = async (machine: Row, kind: string, more: object = {}) =>
  await rows.send('POST', '/machine-option-rules', { machineId: machine.id, kind, name: `The rule ${kind}`, ...more })
const named = (...options: Row[]) => options.map(({ id }) => ({ optionId: id }))
const check = async ({ id }: Row) => await rows.must<RuleCheck>('GET', `/machines/${id}/option-rules/check`)
const kindsOf = async (machine: Row) => (await check(machine)).findings.map(({ kind }) => kind)
const present = async ({ id }: Row) =>
  await rows.must<WholeRuleRevision>('GET', `/machines/${id}/rule-revisions/current`)
const configure = async ({ id }: Row, body: object = {}) =>
  await rows.must<MachineConfiguration>('POST', `/machines/${id}/configure`, body)
const statesOf = ({ options }: MachineConfiguration) => Object.fromEntries(options.map(({ id, state }) => [id, state]))

interface Report {
  lines?: { errors: { code: string }[] }[]
  errors?: { code: string }[]
}

/** A machine with so many options of yes or no. */
async function machineWith(count: number, more: object = {}): Promise<[Row, ...Row[]]> {
  const machine = await rows.machine(await rows.type(), more)
  const options: Row[] = []
  while (options.length < count) options.push(await rows.option(machine, { price: '10' }))
  return [machine, ...options]
}

/** The choices of one definition as options of a machine. */
async function choicesOf(machine: Row, choices: readonly string[], more: Record<string, object> = {}): Promise<Row[]> {
  const code = `CH-${crypto.randomUUID().slice(0, 8)}`
  const definition = await rows.must('POST', '/option-definitions', { code, name: code, inputKind: 'choice', choices })
  const made: Row[] = []
  for (const choice of choices) {
    const body = {
      machineId: machine.id,
      definitionId: definition.id,
      choice,
      name: choice,
      price: '5',
      ...more[choice],
    }
    made.push(await rows.must('POST', '/machine-options', body))
  }
  return made
}

function faultOf(answer: { status: number; text: string; body: unknown }, kind: string): string {
  const { errors = [] } = expectProblem(answer as never, 'invalid_request')
  expect(errors.map(({ code }) => code)).toContain(kind)
  return errors.find(({ code }) => code === kind)?.message ?? ''
}

describe('an option', () => {
  const fits = async (machine: Row, definition: Row, choice: string | null) =>
    await rows.send('POST', '/machine-options', {
      machineId: machine.id,
      definitionId: definition.id,
      choice,
      name: 'An option',
    })

  test('has the choice that its definition asks for, and each choice once', async () => {
    const machine = await rows.machine(await rows.type())
    const define = (inputKind: string, choices: string[] = []) =>
      rows.must('POST', '/option-definitions', { code: `D-${inputKind}`, name: inputKind, inputKind, choices })
    const [yesNo, choice, number] = [
      await define('yesNo'),
      await define('choice', ['red', 'blue']),
      await define('number'),
    ]
    const expected: [Row, string | null, boolean][] = [
      [yesNo, 'red', false],
      [yesNo, null, true],
      [choice, null, false],
      [choice, 'green', false],
      [choice, 'red', true],
      [choice, 'blue', true],
      [number, null, false],
      [number, 'two', false],
      [number, '2.50', false],
      [number, '-0', false],
      [number, '2.5', true],
      [number, '0', true],
      [number, '12', true],
    ]
    for (const [definition, given, isRight] of expected) {
      const answer = await fits(machine, definition, given)
      if (isRight) expect(answer.status, `${definition.name} ${given}`).toBe(201)
      else expect(expectProblem(answer, 'invalid_request').errors?.map(({ path }) => path)).toEqual(['body.choice'])
    }
    for (const [definition, given] of [
      [yesNo, null],
      [choice, 'red'],
      [number, '2.5'],
    ] as const) {
      expectProblem(await fits(machine, definition, given), 'duplicate')
    }
  })

  test('keeps its definition from becoming another', async () => {
    const machine = await rows.machine(await rows.type())
    const [red] = await choicesOf(machine, ['red', 'blue'])
    const path = `/option-definitions/${red?.definitionId}`
    const change = async (values: object) => await rows.faults('PUT', path, { rowVersion: 1, ...values })
    expect(await change({ choices: ['red'] })).toEqual(['body.choices'])
    expect(await change({ inputKind: 'number' })).toEqual(['body.choices'])
    await rows.must('PUT', path, { rowVersion: 1, choices: ['blue', 'red', 'green'] })
  })

  test('comes and goes as CSV by machine, definition and choice', async () => {
    const machine = await rows.machine(await rows.type())
    const [red] = await choicesOf(machine, ['red', 'blue'])
    const plain = await rows.option(machine)
    const exported = await rows.send('GET', `/machine-options/export?machineId=${machine.id}`)
    expect(exported.status).toBe(200)
    const code = async (row: Row | undefined) =>
      (await rows.must('GET', `/option-definitions/${row?.definitionId}`)).code
    const lines = [
      'machineId,definitionId,choice,name',
      `${machine.model},${await code(red)},red,Scarlet`,
      `${machine.model},${await code(plain)},,Plain`,
    ]
    const answer = await staff.request('/v1/machine-library/machine-options/import', {
      method: 'POST',
      body: `${lines.join('\r\n')}\r\n`,
      headers: { 'content-type': 'text/csv' },
    } as never)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({ created: 0, updated: 2, failed: 0 })
    expect(await rows.must('GET', `/machine-options/${red?.id}`)).toMatchObject({ name: 'Scarlet', choice: 'red' })
  })
})

describe('saving refuses, in words that name rules and options,', () => {
  test('a circle of requires', async () => {
    const [machine, a, b, c] = (await machineWith(3)) as [Row, Row, Row, Row]
    await attach('requires', a, b)
    await attach('requires', b, c)
    const message = faultOf(await attach('requires', c, a), 'requiresCycle')
    for (const { name } of [a, b, c, machine]) expect(message).toContain(name)
    expect(await rows.must('GET', `/machine-options/${c.id}/requires`)).toMatchObject({ total: 0 })
  })

  test('what no choice could have, also by way of groups and sums', async () => {
    const [machine, a, b] = (await machineWith(2)) as [Row, Row, Row]
    const [red, blue] = (await choicesOf(machine, ['red', 'blue'])) as [Row, Row]
    expect((await attach('requires', a, red)).status).toBe(204)
    const message = faultOf(await attach('requires', a, blue), 'neverPossible')
    expect(message).toContain(`“${a.name}” requires “red”`)
    const sum = {
      options: [
        { optionId: a.id, amount: 4 },
        { optionId: red.id, amount: 3 },
        { optionId: b.id, amount: 2 },
      ],
      sumMost: 6,
    }
    expect(faultOf(await rule(machine, 'sum', sum), 'neverPossible')).toContain('the rule “The rule sum”')
    expect((await rule(machine, 'sum', { ...sum, sumMost: 7 })).status).toBe(201)
    expect((await rule(machine, 'atMost', { options: named(a, b), most: 1 })).status).toBe(201)
    faultOf(await attach('requires', b, a), 'neverPossible')
  })

  test('rules that leave nothing, for every style or for one', async () => {
    const [machine, a, b] = (await machineWith(2)) as [Row, Row, Row]
    const style = await rows.style()
    expect((await rule(machine, 'included', { options: named(a), name: 'Guard' })).status).toBe(201)
    expect(faultOf(await rule(machine, 'unavailable', { options: named(a) }), 'noSolution')).toContain(
      'the rule “Guard”',
    )
    const message = faultOf(await rule(machine, 'unavailable', { options: named(a), styleId: style.id }), 'noSolution')
    expect(message).toContain(String(style.name))
    expect((await rule(machine, 'unavailable', { options: named(b), styleId: style.id })).status).toBe(201)
    const cell = await rows.cell(machine, style)
    const needed = await rows.send('POST', `/compatibility/${cell.id}/required-options/attach`, { ids: [b.id] })
    expect(faultOf(needed, 'noSolution')).toContain(`needs ${b.name}`)
  })

  test('a figure of the machine under which its rules contradict each other', async () => {
    const [machine, a] = (await machineWith(1, { powerKw: 5 })) as [Row, Row]
    await rule(machine, 'included', { options: named(a) })
    const sum = { options: [{ optionId: a.id, amount: 4 }], sumMostFact: 'powerKw' }
    expect((await rule(machine, 'sum', sum)).status).toBe(201)
    faultOf(await rows.send('PUT', `/machines/${machine.id}`, { rowVersion: 1, powerKw: 3 }), 'noSolution')
    await rows.must('PUT', `/machines/${machine.id}`, { rowVersion: 1, powerKw: 4 })
  })

  test('an option that goes while a rule names it, and one of another machine', async () => {
    const [machine, a, b] = (await machineWith(2)) as [Row, Row, Row]
    const [, foreign] = (await machineWith(1)) as [Row, Row]
    const made = await rule(machine, 'combinations', { combinations: [{ options: [a.id, b.id] }], name: 'Pair' })
    expect(made.status, made.text).toBe(201)
    expect(faultOf(await rows.send('DELETE', `/machine-options/${a.id}`), 'unknownOption')).toContain('“Pair”')
    faultOf(await rule(machine, 'atMost', { options: named(a, foreign), most: 1 }), 'unknownOption')
    await rows.must('DELETE', `/machine-option-rules/${(made.body as Row).id}`)
    await rows.must('DELETE', `/machine-options/${a.id}`)
  })

  test('figures that nothing can meet, and what is not of the shape', async () => {
    const [machine, a] = (await machineWith(1)) as [Row, Row]
    faultOf(
      await rule(machine, 'sum', { options: [{ optionId: a.id, amount: 1 }], sumMost: 0.12345678 }),
      'impossibleRule',
    )
    const path = '/machine-option-rules'
    const body = { machineId: machine.id, kind: 'sum', name: 'X' }
    const shape = async (more: object) => await rows.faults('POST', path, { ...body, ...more })
    expect(await shape({ whenFact: 'voltage', whenAtLeast: 4, whenAtMost: 3 })).toEqual(['body.whenAtMost'])
    expect(await shape({ options: [{ optionId: a.id, amount: 0.12345678 }] })).toEqual(['body.options.0.amount'])
    const some = (count: number) => Array.from({ length: count }, () => crypto.randomUUID())
    expect(await shape({ options: some(501).map((optionId) => ({ optionId })) })).toEqual(['body.options'])
    expect(await shape({ options: named(a, a) })).toEqual(['body.options'])
    expect(await shape({ combinations: some(201).map((id) => ({ options: [id] })) })).toEqual(['body.combinations'])
    expect(await shape({ combinations: [{ options: [a.id] }, { options: [a.id] }] })).toEqual(['body.combinations'])
    expect(await shape({ combinations: [{ options: [a.id, a.id] }] })).toEqual(['body.combinations.0.options'])
    expect(await shape({ combinations: [{ options: [] }] })).toEqual(['body.combinations.0.options'])
    expect(await shape({ kind: 'never' })).toEqual(['body.kind'])
  })

  test('an import whose rows contradict what there is, in its preview too', async () => {
    const machine = await rows.machine(await rows.type())
    const [red] = (await choicesOf(machine, ['red'])) as [Row]
    expect((await rule(machine, 'included', { options: named(red), name: 'Only red' })).status).toBe(201)
    const definition = await rows.must('GET', `/option-definitions/${red.definitionId}`)
    await rows.must('PUT', `/option-definitions/${definition.id}`, { rowVersion: 1, choices: ['red', 'green'] })
    const file = `machineId,definitionId,choice,name\r\n${machine.model},${definition.code},green,Green\r\n`
    for (const dryRun of [true, false]) {
      const answer = await staff.request(`/v1/machine-library/machine-options/import?dryRun=${dryRun}`, {
        method: 'POST',
        body: file,
        headers: { 'content-type': 'text/csv' },
      } as never)
      if (!dryRun) expectProblem(answer, 'invalid_request')
      const { lines: [line] = [], errors = [] } = answer.body as Report
      // A preview lists faults of lines at their lines.
      const found = dryRun ? line?.errors : errors
      expect(
        found?.map(({ code }) => code),
        answer.text,
      ).toEqual(['neverPossible'])
    }
  })

  test('the second of two who contradict each other at once', async () => {
    for (let round = 0; round < 5; round++) {
      const [machine, a, b] = (await machineWith(2)) as [Row, Row, Row]
      const answers = await Promise.all([
        attach('requires', a, b),
        attach('excludes', b, a),
        rule(machine, 'unavailable', { options: named(b) }),
      ])
      expect(answers.filter(({ status }) => status < 300)).not.toHaveLength(0)
      expect((await check(machine)).findings.filter(({ preventsSaving }) => preventsSaving)).toEqual([])
    }
  })
})

describe('the check of the rules', () => {
  test('names what is always implied and what says nothing yet, which may be saved', async () => {
    const [machine, a, b] = (await machineWith(2)) as [Row, Row, Row]
    await rule(machine, 'included', { options: named(a) })
    expect(await kindsOf(machine)).toEqual([])
    expect((await attach('requires', a, b)).status).toBe(204)
    expect((await rule(machine, 'atMost')).status).toBe(201)
    const { findings, isComplete, optionCount, ruleCount } = await check(machine)
    expect(findings).toMatchObject([
      { kind: 'alwaysImplied', preventsSaving: false, options: [b.id], styleId: null },
      { kind: 'unfinished', preventsSaving: false },
    ])
    expect({ isComplete, optionCount, ruleCount }).toEqual({ isComplete: true, optionCount: 2, ruleCount: 3 })
    expectProblem(await rows.send('GET', `/machines/${crypto.randomUUID()}/option-rules/check`), 'not_found')
  })

  test('speaks the language of the reader', async () => {
    const [machine, a, b] = (await machineWith(2)) as [Row, Row, Row]
    await attach('requires', a, b)
    const german = await staff.request(`/v1/machine-library/machine-options/${b.id}/requires/attach`, {
      method: 'POST',
      body: { ids: [a.id] },
      headers: { 'accept-language': 'de' },
    } as never)
    expect(german.text).toContain(`setzen einander bei ${machine.model} im Kreis voraus`)
  })
})

describe('a revision', () => {
  test('is made when it is first asked for, once for equal content, and never changes', async () => {
    const [machine, a] = (await machineWith(1, { basePrice: '100', currency: 'EUR' })) as [Row, Row]
    const first = await present(machine)
    expect(first).toMatchObject({
      number: 1,
      isCurrent: true,
      content: { machine: { basePrice: '100' }, options: [{ id: a.id, price: '10' }] },
    })
    expect((await present(machine)).number).toBe(1)
    await rows.must('PUT', `/machine-options/${a.id}`, { rowVersion: 1, price: '12' })
    expect(await present(machine)).toMatchObject({ number: 2, content: { options: [{ price: '12' }] } })
    const path = `/machines/${machine.id}/rule-revisions`
    expect(await rows.must('GET', `${path}/1`)).toEqual({ ...first, isCurrent: false })
    const { items, total } = await rows.must<Page<RuleRevision>>('GET', path)
    expect([total, items.map(({ number, isCurrent }) => [number, isCurrent])]).toEqual([
      2,
      [
        [2, true],
        [1, false],
      ],
    ])
    await rows.must('PUT', `/machine-options/${a.id}`, { rowVersion: 2, price: '10' })
    expect((await present(machine)).number).toBe(1)
    for (const statement of ['UPDATE machine_rule_revision SET number = 9', 'DELETE FROM machine_rule_revision']) {
      await expect(app.sql(statement)).rejects.toThrow('never changes')
    }
    const forged = `INSERT INTO machine_rule_revision (machine_id, number, hash, content) VALUES ($1, 9, 'x', '{}')`
    await expect(app.sql(forged, [machine.id])).rejects.toThrow('hash_of_content')
  })

  test('has a tag by which an unchanged one is not sent again', async () => {
    const [machine] = await machineWith(1)
    for (const which of ['current', '1']) {
      const path = `/v1/machine-library/machines/${machine.id}/rule-revisions/${which}`
      const first = await staff.request(path, { method: 'GET' })
      const tag = String(first.headers.etag)
      const again = await staff.request(path, { method: 'GET', headers: { 'if-none-match': tag } } as never)
      expect([first.status, again.status]).toEqual([200, 304])
    }
    expectProblem(await rows.send('GET', `/machines/${machine.id}/rule-revisions/7`), 'not_found')
    expectProblem(await rows.send('GET', `/machines/${machine.id}/rule-revisions/0`), 'invalid_request')
  })

  test('is made once by many who ask at once, and read when the machine is gone', async () => {
    const [machine, option] = (await machineWith(1)) as [Row, Row]
    const asked = await Promise.all(Array.from({ length: 6 }, () => present(machine)))
    expect(asked.map(({ number }) => number)).toEqual([1, 1, 1, 1, 1, 1])
    await rows.must('DELETE', `/machine-options/${option.id}`)
    await rows.must('DELETE', `/machines/${machine.id}`)
    await app.sql('DELETE FROM library_machine WHERE id = $1', [machine.id])
    expect(await rows.must('GET', `/machines/${machine.id}/rule-revisions/1`)).toMatchObject({ isCurrent: false })
    expect(await rows.must('GET', `/machines/${machine.id}/rule-revisions`)).toMatchObject({ total: 1 })
    expectProblem(await rows.send('GET', `/machines/${machine.id}/rule-revisions/current`), 'not_found')
  })
})

describe('configuring a machine', () => {
  test('gives the state of every option with reasons, swaps, price and lead time', async () => {
    const [machine, gas, splice, reel] = (await machineWith(3, {
      basePrice: '91130.05',
      currency: 'EUR',
      leadWeeks: 20,
    })) as [Row, Row, Row, Row]
    const [cold, hot] = (await choicesOf(machine, ['cold', 'hot'], {
      cold: { availability: 'standard', price: null },
      hot: { price: '2940.5', leadDays: 14 },
    })) as [Row, Row]
    await attach('excludes', gas, cold)
    await attach('requires', splice, reel)
    const start = await configure(machine)
    expect(statesOf(start)).toEqual({
      [gas.id]: 'free',
      [splice.id]: 'free',
      [reel.id]: 'free',
      [cold.id]: 'default',
      [hot.id]: 'free',
    })
    expect(start.price).toEqual({ currency: 'EUR', base: '91130.05', options: '0', total: '91130.05', missing: [] })
    const chosen = await configure(machine, { chosen: [gas.id, splice.id] })
    expect(statesOf(chosen)).toEqual({
      [gas.id]: 'chosen',
      [splice.id]: 'chosen',
      [reel.id]: 'implied',
      [cold.id]: 'excluded',
      [hot.id]: 'implied',
    })
    const excluded = chosen.options.find(({ id }) => id === cold.id)
    expect(excluded?.reason).toMatchObject({
      choices: [{ option: gas.id, taken: true }],
      rules: [`excludes:${gas.id}:${cold.id}`],
    })
    expect(excluded?.swaps?.swaps).toEqual([
      { givesUp: [{ option: gas.id, taken: true }], chosen: [splice.id, cold.id], declined: [] },
    ])
    expect(chosen.rules.map(({ kind }) => kind).sort()).toEqual(['excludes', 'requires'])
    expect(chosen.price).toMatchObject({ options: '2970.5', total: '94100.55', missing: [] })
    expect(chosen.leadTime).toMatchObject({ weeks: 20, optionDays: 14, days: 154 })
  })

  test('names the prices that are missing, and gives none', async () => {
    const machine = await rows.machine(await rows.type())
    const option = await rows.option(machine)
    const { price, leadTime } = await configure(machine, { chosen: [option.id] })
    expect(price).toEqual({
      currency: null,
      base: null,
      options: null,
      total: null,
      missing: [option.id, 'base', 'currency'],
    })
    expect(leadTime).toEqual({ weeks: null, optionDays: 0, days: null, deliveredOn: null })
  })

  test('holds the rules of the packaging style, and lists those that say nothing without one', async () => {
    const [machine, a, b] = (await machineWith(2)) as [Row, Row, Row]
    const style = await rows.style()
    await rule(machine, 'unavailable', { options: named(b), styleId: style.id })
    const cell = await rows.cell(machine, style)
    await rows.must('POST', `/compatibility/${cell.id}/required-options/attach`, { ids: [a.id] })
    const without = await configure(machine)
    expect(statesOf(without)).toEqual({ [a.id]: 'free', [b.id]: 'free' })
    expect(without.unknownRules.map(({ facts }) => facts)).toEqual([['style'], ['style']])
    expect(statesOf(await configure(machine, { styleId: style.id }))).toEqual({ [a.id]: 'implied', [b.id]: 'excluded' })
  })

  test('settles choices that were made under older rules', async () => {
    const [machine, a, b, c] = (await machineWith(3)) as [Row, Row, Row, Row]
    const { number } = await present(machine)
    await attach('excludes', a, b)
    await rows.must('DELETE', `/machine-options/${c.id}`)
    const body = { chosen: [a.id, b.id, c.id] }
    const old = await configure(machine, { ...body, revision: number })
    expect(old).toMatchObject({ isPossible: true, settlement: null, revision: { number, isCurrent: false } })
    const now = await configure(machine, body)
    expect(now).toMatchObject({
      isPossible: false,
      options: [],
      price: null,
      settlement: {
        unknownOptions: [c.id],
        choices: [{ option: a.id }, { option: b.id }],
        reason: { rules: [`excludes:${a.id}:${b.id}`] },
      },
    })
    expect(now.settlement?.swaps.swaps.map(({ chosen }) => chosen)).toEqual([[b.id], [a.id]])
  })

  test('gives as many reasons as it may, those that are asked for first', async () => {
    const [machine, a, b] = (await machineWith(2)) as [Row, Row, Row]
    await attach('excludes', a, b)
    const { options, reasonsLeftOut } = await configure(machine, { chosen: [a.id], explain: [b.id] })
    expect([options.find(({ id }) => id === b.id)?.reason?.isMinimal, reasonsLeftOut]).toEqual([true, 0])
  })

  test('refuses what is no configuration', async () => {
    const [machine, a] = (await machineWith(1)) as [Row, Row]
    const path = `/machines/${machine.id}/configure`
    expect(await rows.faults('POST', path, { chosen: [a.id, a.id] })).toEqual(['body.chosen'])
    expect(await rows.faults('POST', path, { chosen: [a.id], declined: [a.id] })).toEqual(['body.declined.0'])
    expect(await rows.faults('POST', path, { styleId: crypto.randomUUID() })).toEqual(['body.styleId'])
    expectProblem(await rows.send('POST', path, { revision: 99 }), 'not_found')
    expectProblem(await rows.send('POST', `/machines/${crypto.randomUUID()}/configure`, {}), 'not_found')
  })
})

test('a duplicate has the rules, about its own options', async () => {
  const [machine, a, b] = (await machineWith(2)) as [Row, Row, Row]
  const [red, blue] = (await choicesOf(machine, ['red', 'blue'])) as [Row, Row]
  await attach('excludes', a, blue)
  await rule(machine, 'atMost', { options: named(a, b), most: 1 })
  await rule(machine, 'combinations', { combinations: [{ options: [red.id, a.id] }, { options: [blue.id, b.id] }] })
  const copy = await rows.must('POST', `/machines/${machine.id}/duplicate`, { model: `COPY-${machine.model}` })
  const [original, made] = [await present(machine), await present(copy)]
  const byName = ({ content }: WholeRuleRevision) => {
    const names = new Map(content.options.map(({ id, name }) => [id, name]))
    return content.rules.map(({ kind, options }) => [kind, options.map((id) => names.get(id)).sort()])
  }
  expect(byName(made)).toEqual(byName(original))
  expect(byName(made)).toHaveLength(3)
})

describe('free numbers and formulas', () => {
  /** A machine with a free number of each code, a range each. */
  async function machineOf(ranges: Record<string, string>): Promise<{ machine: Row; ids: Record<string, string> }> {
    const machine = await rows.machine(await rows.type(), { basePrice: '1000', currency: 'EUR' })
    const mark = crypto.randomUUID().slice(0, 6)
    const ids: Record<string, string> = {}
    for (const [letter, choice] of Object.entries(ranges)) {
      const code = `${letter}_${mark}`
      const definition = await rows.must('POST', '/option-definitions', { code, name: letter, inputKind: 'range' })
      const body = { machineId: machine.id, definitionId: definition.id, choice, name: letter, price: '0' }
      ids[letter] = (await rows.must('POST', '/machine-options', body)).id
      ids[`${letter} definition`] = definition.id
    }
    ids.mark = mark
    return { machine, ids }
  }
  const inCodes = (text: string, mark: string) => text.replaceAll(/\b[A-H]\b/g, (letter) => `${letter}_${mark}`)

  test('of the public configurator challenge leave 1 and 2 for F, and say by which rules', async () => {
    const ranges = { A: '1..5', B: '1..5', C: '1..5', D: '1..5', E: '1..3', F: '1..9999', G: '1..9999', H: '1..20' }
    const { machine, ids } = await machineOf(ranges)
    const { A, D, F, H, mark = '' } = ids as Record<string, string>
    const texts = [
      'A=2 requires D=4',
      'B=1 requires (A=1 and E=1) or (A=2 and E=1)',
      'C=1 requires (A=3 and B=2) or (A=4 and B=2)',
      'C=2 requires (A=3 and B=2) or (A=4 and B=2)',
      'C=3 requires (A=2 and B=1) or (A=3 and B=2)',
      'C=4 requires B!=4',
      'C=5 requires D=3 or D=4 or D=5',
      'A=2 requires G=1 or G=2',
      'D=3 requires F=3 or G=4',
      'A >= F',
      'E >= F + G',
      'H = A * B',
    ]
    const codes: string[] = []
    for (const text of texts) {
      const made = await rule(machine, 'formula', {
        name: text,
        formula: inCodes(text, mark),
        options: [],
        combinations: [],
      })
      expect(made.status, JSON.stringify(made.body)).toBe(201)
      codes.push((made.body as Row).id)
    }
    expect((await check(machine)).findings).toEqual([])
    const answer = await configure(machine, { chosen: [`${A}=2`, `${H}=4`], explain: [`${D}=5`] })
    expect(answer.isPossible).toBe(true)
    const free = answer.options.filter(({ id, state }) => id.startsWith(`${F}=`) && state !== 'excluded')
    expect(free.map(({ id }) => id)).toEqual([`${F}=1`, `${F}=2`])
    const five = answer.options.find(({ id }) => id === `${D}=5`)
    expect(five).toMatchObject({
      state: 'excluded',
      reason: { rules: [codes[0]], choices: [{ option: `${A}=2`, taken: true }] },
    })
    expect(answer.price?.total).toBe('1000')
    const never = await configure(machine, { chosen: [`${A}=2`, `${D}=5`] })
    expect(never.settlement?.reason.rules).toEqual([codes[0]])
    expect((await configure(machine, { chosen: [`${A}=9`] })).settlement?.unknownOptions).toEqual([`${A}=9`])
  })

  test('are refused where they cannot be read, name nothing or lose what they name, in words that say where', async () => {
    const { machine, ids } = await machineOf({ A: '0..100/10', B: '1..5' })
    const { A, B, mark = '' } = ids as Record<string, string>
    const fault = async (text: string) =>
      faultOf(
        await rule(machine, 'formula', { formula: inCodes(text, mark), options: [], combinations: [] }),
        'impossibleRule',
      )
    expect(await fault('A = = 3')).toContain('cannot be read at “=”')
    expect(await fault('A requires')).toContain('ends too early')
    expect(await fault('A + TRAY >= 3')).toContain('names “TRAY”')
    // Each line is a statement, so that several change in one step that only together leave something.
    const both = inCodes('A >= 40 requires B = 1\nA <= 30 requires B = 2\nA != 50', mark)
    const made = await rule(machine, 'formula', { name: 'Both', formula: both, options: [], combinations: [] })
    const { id } = made.body as Row
    const turned = both.replace('= 1', '= 3').replace('= 2', '= 4')
    await rows.must('PUT', `/machine-option-rules/${id}`, { rowVersion: 1, formula: turned })
    const { options } = await configure(machine, { chosen: [`${B}=3`] })
    const left = options.filter((one) => one.id.startsWith(`${A}=`) && one.state !== 'excluded')
    expect(left.map((one) => one.id)).toEqual([`${A}=40`, `${A}=60..100`])
    const more = { formula: inCodes('A <= 30 or B = 5', mark), options: [], combinations: [] }
    expect((await rule(machine, 'formula', more)).status).toBe(201)
    const taken = { options: [{ optionId: A }], combinations: [] }
    expect(faultOf(await rule(machine, 'included', taken), 'impossibleRule')).toContain('which is a free number')
    faultOf(await rows.send('DELETE', `/machine-options/${A}`), 'impossibleRule')
    faultOf(
      await rows.send('PUT', `/option-definitions/${ids['A definition']}`, { code: `Z_${mark}`, rowVersion: 1 }),
      'impossibleRule',
    )
    const copy = await rows.must<Row>('POST', `/machines/${machine.id}/duplicate`, { model: `COPY-${mark}` })
    expect((await present(copy)).content.model.rules).toMatchObject([{ kind: 'formula' }, { kind: 'formula' }])
  })

  test('reckon with the numbers of the kind number too, and leave the content of a machine without them as it was', async () => {
    const machine = await rows.machine(await rows.type())
    const code = `LANES_${crypto.randomUUID().slice(0, 6)}`
    const definition = await rows.must('POST', '/option-definitions', { code, name: 'Lanes', inputKind: 'number' })
    const lanes: Row[] = []
    for (const choice of ['1', '2', '4']) {
      const body = { machineId: machine.id, definitionId: definition.id, choice, name: choice }
      lanes.push(await rows.must('POST', '/machine-options', body))
    }
    const codes = lanes.map(({ id }) => ({ code: id }))
    expect((await present(machine)).content.model.groups[0]?.options).toEqual(codes)
    const formula = { formula: `2 * ${code} > 3 and ${code} != 4`, options: [], combinations: [] }
    // What is left is 2; the others are never possible, which is a fault of options that are no free number.
    faultOf(await rule(machine, 'formula', formula), 'neverPossible')
    expect((await rule(machine, 'formula', { ...formula, formula: `${code} >= 1` })).status).toBe(201)
    expect((await present(machine)).content.model.groups[0]?.options[2]).toMatchObject({ values: { from: 4, to: 4 } })
  })

  test('of a range take whole numbers alone, 10,000 at most', async () => {
    await machineOf({ A: '-5..5', B: '500..6000/100', C: '1..10000' })
    for (const choice of ['5', '5..5', '6..5', '1..10001', '1.5..3', '0..10/20', '1..5/0', '01..5'])
      await expect(machineOf({ D: choice }), choice).rejects.toThrow(/choice/)
  })
})
