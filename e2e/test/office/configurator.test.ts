import { api, areas, type RevisionContent, type WholeRuleRevision } from '@packhouse/contract'
import { choiceStates, choose, compileRules, emptyConfiguration, findSwaps } from '@packhouse/contract/configurator'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { violations, violationsInBothThemes } from '../../src/axe.ts'
import { eventually } from '../../src/eventually.ts'
import { hasFocus } from '../../src/focus.ts'
import { newTabOf } from '../../src/new-tabs.ts'
import { keepPermissions } from '../../src/permissions.ts'
import { drawerOf, messageOf } from '../../src/record-list.ts'
import { signInByApi } from '../../src/sign-in.ts'
import { measureTargets } from '../../src/targets.ts'
import { test } from '../../src/test.ts'

const { libraryMachines, machineOptionRules, machineOptions, machineTypes, optionDefinitions, packagingStyles } =
  areas.library.resources
const NOTHING = { light: [], dark: [] }

const columns = (page: Page) => ({
  machines: page.getByRole('region', { name: 'Machines', exact: true }),
  options: page.getByRole('region', { name: 'Options', exact: true }),
  totals: page.getByRole('region', { name: 'Price and lead time' }),
  list: page.getByRole('listbox', { name: 'Machines that fit' }),
})

/** Opens the configurator for the style with the fin seal. */
async function openFinSeal(page: Page): Promise<void> {
  await page.goto('/library/configurator')
  await page.getByRole('button', { name: /^Flow pack, fin seal/ }).click()
  await columns(page).list.waitFor()
}

async function answer(page: Page, label: string, value: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(value)
}

test('From a pack to machines in four groups: each answer counts at once, the address has it, and Back takes it back', async ({
  visit,
}) => {
  const { page } = await visit({ as: 'staff' })
  const { machines, list } = columns(page)
  await page.goto('/library/configurator')
  await page.getByRole('heading', { level: 1, name: 'What has to be packed' }).waitFor()
  await machines.getByText('Choose a packaging style').waitFor()
  await page.getByRole('button', { name: /^Flow pack, fin seal/ }).click()
  await list.getByRole('option', { name: /^FLW-0930/ }).waitFor()
  await answer(page, 'Packs/min', '25')
  await answer(page, 'Hours a day', '16')
  await page.getByText('24,000 packs a day. At 92 % availability the machine must reach 27.2 packs/min.').waitFor()
  await eventually(() => page.url()).toMatch(/style=.*output=25.*hours=16|output=25.*style=/)
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)

  const unknown = machines.getByRole('region', { name: 'Not known' })
  const href = await unknown.getByRole('link', { name: 'Answer in the matrix' }).first().getAttribute('href')
  expect(href).toMatch(/^\/library\/compatibility\?machine=[0-9a-f-]{36}&style=[0-9a-f-]{36}$/)

  await answer(page, 'Packs/min', '90')
  await machines.getByRole('heading', { name: 'Nothing fits as asked' }).waitFor()
  const nearest = machines.getByRole('region', { name: 'Nearest machines' })
  await eventually(() => nearest.getByRole('listitem').count()).toBe(3)
  await nearest
    .getByText(/^Reaches \d+ packs\/min, \d+ less than the 90 wanted\./)
    .first()
    .waitFor()
  await nearest
    .getByRole('button', { name: /^Fits with \d machines$/ })
    .first()
    .click()
  await list.waitFor()
  await page.getByText(/^\d machines share it\./).waitFor()
  await page.goBack()
  await machines.getByRole('heading', { name: 'Nothing fits as asked' }).waitFor()
  await page.goBack()
  // All letters of one figure are one step.
  await eventually(() => page.getByLabel('Packs/min', { exact: true }).inputValue()).toBe('25')

  await answer(page, 'Width', '400')
  const misfits = machines.getByRole('region', { name: 'Do not fit' })
  await misfits
    .getByText(/^Width 400 mm is \d+ mm over its limit of \d+ mm\./)
    .first()
    .waitFor()
  await misfits
    .getByRole('button', { name: /^Fits up to \d+ mm$/ })
    .first()
    .waitFor()
  const beside = await newTabOf(page, () =>
    misfits
      .getByRole('link')
      .first()
      .click({ modifiers: ['Control'] }),
  )
  expect(beside).toMatch(/^\/library\/configurator\?.*machine=[0-9a-f-]{36}/)
})

test('An excluded option says what excludes it, and one click swaps, which Undo takes back', async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  const { options, totals, list } = columns(page)
  await openFinSeal(page)
  const row = list.getByRole('option', { name: /^FLW-0930/ })
  expect(await newTabOf(page, () => row.click({ button: 'middle' }))).toMatch(/[?&]machine=[0-9a-f-]{36}/)
  await row.click()
  await options.getByRole('heading', { name: /FLW-0930/ }).waitFor()
  await totals.getByText('91,130.00').first().waitFor()
  const gas = options.getByRole('checkbox', { name: /^Gas flush/ })
  const cold = options.getByRole('radio', { name: /^Sealing: Cold/ })
  await gas.click()
  await eventually(() => cold.getAttribute('aria-disabled')).toBe('true')
  expect(await options.getByRole('radio', { name: /^Sealing: Heat/ }).getAttribute('aria-checked')).toBe('true')
  await options.getByText(/^Chosen by a rule, with Gas flush with oxygen analyser\./).waitFor()
  await totals.getByText('107,490.00', { exact: true }).waitFor()
  await options.getByText(/Excluded by Gas flush with oxygen analyser\./).waitFor()
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)

  await options.getByRole('button', { name: 'Give up Gas flush with oxygen analyser, for Sealing: Cold' }).click()
  await messageOf(page, 'Sealing: Cold taken, Gas flush with oxygen analyser given up').waitFor()
  expect(await cold.getAttribute('aria-checked')).toBe('true')
  expect(await gas.getAttribute('aria-checked')).toBe('false')
  await totals.getByText('91,130.00').first().waitFor()
  await options.getByRole('button', { name: 'Undo' }).click()
  await totals.getByText('107,490.00', { exact: true }).waitFor()
  await options.getByRole('button', { name: 'Redo' }).click()
  await eventually(() => gas.getAttribute('aria-checked')).toBe('false')
  await page.goBack()
  await eventually(() => gas.getAttribute('aria-checked')).toBe('true')
  await page.reload()
  await totals.getByText('107,490.00', { exact: true }).waitFor()
})

/** The numbers and rules of the public 'Configurator challenge' (cpq.se, 2019), as they stand there. */
const challenge = {
  ranges: { A: '1..5', B: '1..5', C: '1..5', D: '1..5', E: '1..3', F: '1..9999', G: '1..9999', H: '1..20' },
  rules: `A=2 requires D=4
B=1 requires (A=1 and E=1) or (A=2 and E=1)
C=1 requires (A=3 and B=2) or (A=4 and B=2)
C=2 requires (A=3 and B=2) or (A=4 and B=2)
C=3 requires (A=2 and B=1) or (A=3 and B=2)
C=4 requires B!=4
C=5 requires D=3 or D=4 or D=5
A=2 requires G=1 or G=2
D=3 requires F=3 or G=4
A >= F
E >= F + G
H = A * B`,
}

test('Rules that reckon are entered on the screens, and leave of free numbers what can be had, with reasons in sight on a phone too', {
  tags: ['long'],
}, async ({ visit, records }) => {
  const { page, guard } = await visit({ as: 'staff' })
  guard.expectStatus(400, /machine-option-rules$/)
  const type = await records.create(machineTypes, { code: 'CHL', name: 'Challenge', category: 'flowWrapper' })
  const machine = { model: 'CHL-2019', name: 'Challenge', typeId: type.id, basePrice: '1000', currency: 'EUR' }
  const { id: machineId } = await records.create(libraryMachines, machine)
  for (const [code, choice] of Object.entries(challenge.ranges)) {
    const name = `Number ${code}`
    const { id: definitionId } = await records.create(optionDefinitions, { code, name, inputKind: 'range' })
    await records.create(machineOptions, { machineId, definitionId, choice, name, price: '0' })
  }
  await page.goto('/library/options/rules?open=new')
  const form = drawerOf(page, 'New option rule')
  const formula = form.getByRole('textbox', { name: 'Formula' })
  await form.getByRole('combobox', { name: 'Kind of rule' }).selectOption('formula')
  await formula.waitFor()
  // What other kinds need is not asked for.
  expect(await form.getByText(/Allowed combinations|Largest sum|Figure at least/).count()).toBe(0)
  await form.getByRole('combobox', { name: 'Library machine' }).fill('CHL-20')
  await page.getByRole('option', { name: /CHL-2019/ }).click()
  await formula.fill('H =')
  await form.getByRole('button', { name: 'Insert A, Number A' }).click()
  expect(await formula.inputValue()).toBe('H = A')
  await form.getByRole('textbox', { name: 'Name' }).fill('The challenge')
  await formula.fill('H = A * X')
  await form.getByRole('button', { name: 'Create option rule' }).click()
  await form.getByText(/names “X”, which CHL-2019 does not have/).waitFor()
  await formula.fill(challenge.rules)
  await form.getByRole('button', { name: 'Create option rule' }).click()
  await messageOf(page, 'The challenge created').waitFor()
  const made = await records.find(machineOptionRules, 'The challenge')
  expect(made).toHaveLength(1)
  for (const { id } of made) records.keep(machineOptionRules, id)

  for (const own of [page, (await visit({ as: 'staff', width: 390, height: 844, touch: true })).page]) {
    const { options, totals } = columns(own)
    const number = (name: string) => options.getByRole('textbox', { name: `Number ${name}` })
    const group = (name: string) => options.getByRole('group', { name: `Number ${name}` })
    await own.goto(`/library/configurator?machine=${machineId}`)
    await group('F').getByText('Can be had: 1 to 2.').waitFor()
    await number('A').fill('2')
    await group('H').getByText('Can be had: 4, 6, 8 and 10.').waitFor()
    await eventually(() => number('D').inputValue()).toBe('4')
    await number('H').fill('9')
    const reason = group('H').getByText(/Excluded by Number A: 2\./)
    const bar = totals.boundingBox()
    await eventually(async () => {
      const [box, below] = [await reason.boundingBox(), await bar]
      return box !== null && below !== null && box.y + box.height <= below.y
    }).toBe(true)
    await group('H')
      .getByRole('button', { name: /^Give up Number A: 2/ })
      .click()
    await eventually(() => number('H').inputValue()).toBe('9')
    // Three times three is the only way.
    await eventually(() => number('A').inputValue()).toBe('3')
    await number('B').focus()
    await own.keyboard.press('Home')
    expect(await hasFocus(number('B'))).toBe(true)
    expect(await violations(own)).toEqual([])
    expect(await own.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
})

test('By the keyboard alone: arrows and Enter choose a machine, Space an option, Ctrl with Z takes back', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page, context } = await visit({ as: 'staff' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { options, list, totals } = columns(page)
  await openFinSeal(page)
  await list.focus()
  const wanted = list.getByRole('option', { name: /^FLW-0930/ })
  const id = await wanted.getAttribute('id')
  for (let steps = 0; steps < 10 && (await list.getAttribute('aria-activedescendant')) !== id; steps++)
    await page.keyboard.press('ArrowDown')
  for (let steps = 0; steps < 10 && (await list.getAttribute('aria-activedescendant')) !== id; steps++)
    await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await options.getByRole('heading', { name: /FLW-0930/ }).waitFor()
  const gas = options.getByRole('checkbox', { name: /^Gas flush/ })
  await gas.focus()
  await page.keyboard.press('Space')
  await eventually(() => gas.getAttribute('aria-checked')).toBe('true')
  const cold = options.getByRole('radio', { name: /^Sealing: Cold/ })
  for (let steps = 0; steps < 20 && !(await hasFocus(cold)); steps++) await page.keyboard.press('ArrowDown')
  // Excluded, yet it has the focus; Space changes nothing, and its button is the next stop.
  await page.keyboard.press('Space')
  await eventually(() => cold.getAttribute('aria-checked')).toBe('false')
  await options.getByRole('button', { name: /^Give up Gas flush/ }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await eventually(() => cold.getAttribute('aria-checked')).toBe('true')
  await eventually(() => hasFocus(cold)).toBe(true)
  await page.keyboard.press('Control+z')
  await eventually(() => gas.getAttribute('aria-checked')).toBe('true')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog', { name: 'Add to a quote' }).waitFor()
  await page.keyboard.press('Escape')
  const copy = totals.getByRole('button', { name: 'Copy link' })
  await copy.focus()
  await page.keyboard.press('Enter')
  await totals.getByText(/^Link copied/).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
})

test('On a phone the parts follow one another, the price stays at the bottom, and everything is large enough', {
  tags: ['long'],
}, async ({ visit }) => {
  const { page } = await visit({ as: 'staff', width: 390, height: 844, touch: true })
  const { totals } = columns(page)
  await openFinSeal(page)
  await totals.waitFor()
  await page.evaluate(() => scrollTo(0, 0))
  const box = await totals.boundingBox()
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await violations(page)).toEqual([])
  // The bar of the sections is 44 px with its line.
  const targets = (await measureTargets(page)).filter(({ width, height }) => width < 43 || height < 43)
  expect(targets).toEqual([])
})

test('Whoever may not read machines and options sees no prices', async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  await keepPermissions(page, /\.access$|^(compatibility|packagingStyle)\.read$/)
  const { list, totals, options } = columns(page)
  await openFinSeal(page)
  await list.getByRole('option', { name: /^FLW-0930/ }).waitFor()
  expect(await list.getByText(/91,130/).count()).toBe(0)
  expect(await page.getByLabel('At most', { exact: true }).count()).toBe(0)
  await options.getByText(/machineOption\.read/).waitFor()
  expect(await totals.count()).toBe(0)
})

test('No machine of the sample has a dead end: every option can be taken, if need be by a swap', {
  tags: ['long'],
}, async ({ visit }) => {
  const { product } = await visit()
  const { access_token } = await signInByApi(product, 'staff')
  const read = async (path: string): Promise<unknown> => {
    const answer = await fetch(product.url + path, { headers: { authorization: `Bearer ${access_token}` } })
    expect(answer.status).toBe(200)
    return await answer.json()
  }
  const idsOf = async (path: string) =>
    ((await read(`${path}?pageSize=200`)) as { items: { id: string }[] }).items.map(({ id }) => id)
  const styles = await idsOf(packagingStyles.calls.list.path)
  for (const id of await idsOf(libraryMachines.calls.list.path)) {
    const { content } = (await read(api.currentRuleRevision.path.replace('{id}', id))) as WholeRuleRevision
    for (const style of ['', ...styles]) expectNoDeadEnd(content, style)
  }
})

/** Takes one option after the other, each on top of what was taken before. */
function expectNoDeadEnd({ model, facts }: RevisionContent, style: string): void {
  const rules = compileRules(model, style === '' ? facts : { ...facts, style })
  let configuration = emptyConfiguration
  for (const option of rules.variables.keys()) {
    const state = choiceStates(rules, configuration)?.states.get(option)
    expect(state).toBeDefined()
    const wanted = { option, taken: true }
    if (state === 'free' || state === 'default') configuration = choose(rules, configuration, wanted)
    if (state !== 'excluded') continue
    for (const swap of findSwaps(rules, configuration, wanted).swaps)
      expect(choiceStates(rules, swap.configuration)?.states.get(option)).toBe('chosen')
  }
  expect(choiceStates(rules, configuration)).toBeDefined()
}
