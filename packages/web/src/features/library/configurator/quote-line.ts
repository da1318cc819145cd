import { MAX_CONFIGURATOR_QUERY, type projectItems, type projects, type Row } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { allOf } from '../../../lib/format/lists.ts'
import type { Answers } from './answers.ts'
import { type Configured, takenOptions } from './configuration.ts'
import { missingPrices, totalsOf } from './totals.ts'

type Project = Pick<Row<typeof projects>, 'currency' | 'items'>
type Line = Row<typeof projectItems>

/** A machine as it is configured. */
export interface ConfiguredMachine {
  configured: Configured
  answers: Answers
  /** The revision of the rules that it was configured by. */
  revision: number
  /** The query of the configurator's address with all answers and choices. */
  query: string
}

/** The price of one machine as it is configured, or why it has no price in a currency. */
export type MachinePrice = { unitPrice: string } | { reason: string }

/** A price with a missing part is not used: the line would be sold for less, or for 0. */
export function priceOf({ configured }: Pick<ConfiguredMachine, 'configured'>, currency: string): MachinePrice {
  const { machine } = configured.content
  if (machine.currency !== null && machine.currency !== currency)
    return { reason: t('configurator.pricedInAnother', { currency: machine.currency }) }
  const totals = totalsOf(configured.content, takenOptions(configured))
  if (totals.total === null) return { reason: t('configurator.priceLacks', { names: allOf(missingPrices(totals)) }) }
  return { unitPrice: totals.total }
}

/** What a line says of a configured machine, frozen with the words and prices of now. */
export function lineValues(
  { configured, answers, revision, query }: ConfiguredMachine,
  { currency }: Project,
  unitPrice: string,
) {
  const { machine } = configured.content
  const taken = takenOptions(configured)
  const inCurrency = machine.currency === currency
  return {
    libraryMachineId: machine.id,
    styleId: answers.styleId === '' ? null : answers.styleId,
    ruleRevision: revision,
    configuration: taken.map(({ id, name, price }) => ({ optionId: id, name, price: inCurrency ? price : null })),
    // A longer one leads back to the machine and its options all the same.
    configuratorQuery: query.length <= MAX_CONFIGURATOR_QUERY ? query : null,
    unitPrice,
    leadDays: totalsOf(configured.content, taken).leadDays,
    quantity: String(answers.machines),
  }
}

type Values = ReturnType<typeof lineValues> & { description?: string; section?: string; unit?: string }

/** A line that is new in a project: in the section where its other machines are. */
export function newLineValues(
  machine: ConfiguredMachine,
  project: Project,
  section: string,
  unitPrice: string,
): Values {
  const { model, name } = machine.configured.content.machine
  const beside = project.items.findLast(({ libraryMachineId }) => libraryMachineId !== null) ?? project.items[0]
  const own = { section: beside?.section ?? section, description: `${model} ${name}`, unit: 'pcs' }
  return { ...own, ...lineValues(machine, project, unitPrice) }
}

/** What changes of a line that is configured again: its words stay while the machine does. */
export function changedLineValues(
  machine: ConfiguredMachine,
  project: Project,
  line: Line,
  unitPrice: string,
): Partial<Values> {
  const { quantity, ...values } = lineValues(machine, project, unitPrice)
  const { id, model, name } = machine.configured.content.machine
  return {
    ...values,
    ...(id === line.libraryMachineId ? {} : { description: `${model} ${name}` }),
    // The configurator knows whole machines up to 99: another quantity was set in the quote.
    ...(/^\d{1,2}$/.test(line.quantity) ? { quantity } : {}),
  }
}
