import { api, areas, type RevisionContent, type WholeRuleRevision } from '@packhouse/contract'
import { choiceStates, choose, compileRules, emptyConfiguration, findSwaps } from '@packhouse/contract/configurator'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { violations, violationsInBothThemes } from '../../src/axe.ts'
import { eventually } from '../../src/eventually.ts'
import { hasFocus } from '../../src/focus.ts'
import { keepPermissions } from '../../src/permissions.ts'
import { messageOf } from '../../src/record-list.ts'
import { signInByApi } from '../../src/sign-in.ts'
import { measureTargets } from '../../src/targets.ts'
import { test } from '../../src/test.ts'

const { libraryMachines, packagingStyles } = areas.library.resources
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
})

test('An excluded option says what excludes it, and one click swaps, which Undo takes back', async ({ visit }) => {
  const { page } = await visit({ as: 'staff' })
  const { options, totals, list } = columns(page)
  await openFinSeal(page)
  await list.getByRole('option', { name: /^FLW-0930/ }).click()
  await options.getByRole('heading', { name: /FLW-0930/ }).waitFor()
  await totals.getByText('91,130.00').first().waitFor()
  const gas = options.getByRole('checkbox', { name: /^Gas flush/ })
  const cold = options.getByRole('radio', { name: /^Sealing: Cold/ })
  await gas.click()
  await eventually(() => cold.getAttribute('aria-disabled')).toBe('true')
  expect(await options.getByRole('radio', { name: /^Sealing: Heat/ }).getAttribute('aria-checked')).toBe('true')
  await options.getByText(/^Chosen by a rule, with Gas flush with oxygen analyser\./).waitFor()
  await totals.getByText('107,490.00').waitFor()
  await options.getByText(/Excluded by Gas flush with oxygen analyser\./).waitFor()
  expect(await violationsInBothThemes(page)).toEqual(NOTHING)

  await options.getByRole('button', { name: 'Give up Gas flush with oxygen analyser, for Sealing: Cold' }).click()
  await messageOf(page, 'Sealing: Cold taken, Gas flush with oxygen analyser given up').waitFor()
  expect(await cold.getAttribute('aria-checked')).toBe('true')
  expect(await gas.getAttribute('aria-checked')).toBe('false')
  await totals.getByText('91,130.00').first().waitFor()
  await options.getByRole('button', { name: 'Undo' }).click()
  await totals.getByText('107,490.00').waitFor()
  await options.getByRole('button', { name: 'Redo' }).click()
  await eventually(() => gas.getAttribute('aria-checked')).toBe('false')
  await page.goBack()
  await eventually(() => gas.getAttribute('aria-checked')).toBe('true')
  await page.reload()
  await totals.getByText('107,490.00').waitFor()
})

test('By the keyboard alone: arrows and Enter choose a machine, Space an option, Ctrl with Z takes back', async ({
  visit,
}) => {
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

test('On a phone the parts follow one another, the price stays at the bottom, and everything is large enough', async ({
  visit,
}) => {
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

test('No machine of the sample has a dead end: every option can be taken, if need be by a swap', async ({ visit }) => {
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
