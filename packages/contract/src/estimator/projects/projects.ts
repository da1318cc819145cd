import { z } from 'zod'
import { field } from '../../engine/field.ts'
import { defineResource } from '../../engine/resource.ts'
import { plain } from '../../engine/text-schemas.ts'
import { exact, isZero, minus, total } from '../pricing/exact.ts'
import { keptRatesSchema } from '../pricing/kept-rates.ts'
import { commissioningKinds, projectCommissioning } from './project-commissioning.ts'
import { projectDeliveries } from './project-deliveries.ts'
import { projectItems } from './project-items.ts'
import { projectMedia } from './project-media.ts'
import { projectOptionalExtras } from './project-optional-extras.ts'
import { frozenStates, projectStates, taxCategories } from './project-states.ts'

/** Most lines of a project. */
export const MAX_ITEMS = 2_000
const MAX_MILESTONES = 12

const paymentEvents = ['order', 'delivery', ...commissioningKinds] as const

const milestones = z
  .array(
    z.strictObject({
      name: plain(100, false),
      percent: z
        .string()
        .regex(/^\d{1,3}(\.\d{1,4})?$/, 'must be a number from 0 to 100 with at most 4 decimals')
        .meta({ examples: ['100'] }),
      due: z
        .enum(paymentEvents)
        .optional()
        .describe('With which event of the plan it is paid; without one it is on no plan'),
    }),
  )
  .max(MAX_MILESTONES, `must not have more than ${MAX_MILESTONES} entries`)
  .superRefine((parts, context) => {
    // It is asked of faulty parts too, which have said so themselves.
    if (context.issues.length > 0 || parts.length === 0) return
    const sum = total(parts.map(({ percent }) => exact(percent)))
    if (!isZero(minus(sum, exact('100')))) context.addIssue('must add up to 100 %, or be none')
  })

const worked = { readOnly: true, derived: true } as const
const amount = (label: string) => field.decimal({ label, decimalPlaces: 4, signed: true, required: true, ...worked })

/** A quote from the first question to the order, in one revision. What it consists of is saved with it or row by row. */
export const projects = defineResource({
  name: 'project',
  table: 'project',
  area: 'Estimator',
  noun: ['project', 'projects'],
  fields: {
    number: field.text({
      label: 'Number',
      help: 'Of the year; a revision follows it',
      required: true,
      readOnly: true,
      example: 'Q-2026-00042',
      search: true,
      sort: true,
    }),
    revision: field.integer({ label: 'Revision', required: true, readOnly: true, min: 1, max: 1_000 }),
    revisionOfId: field.reference('project', { label: 'Revision of', readOnly: true, filter: true }),
    title: field.text({ label: 'Title', required: true, search: true, sort: true }),
    status: field.choice(projectStates, { label: 'Status', required: true, readOnly: true, filter: true, sort: true }),
    customerId: field.reference('customer', { label: 'Customer', required: true, filter: true }),
    locationId: field.reference('location', { label: 'Location' }),
    contactId: field.reference('contact', { label: 'Contact' }),
    ownerId: field.reference('user', { label: 'Owner', required: true, filter: true, outlived: true }),
    currency: field.text({
      label: 'Currency',
      help: 'ISO 4217',
      required: true,
      frozen: true,
      codeOf: 'currency',
      follows: [{ field: 'customerId', value: 'currency' }],
      example: 'EUR',
      pattern: [/^[A-Z]{3}$/, 'must be the code of a currency, such as EUR'],
      filter: true,
    }),
    validUntil: field.date({ label: 'Valid until', sort: true }),
    winProbability: field.integer({ label: 'Probability', unit: '%', min: 0, max: 100, sort: true }),
    discountKind: field.choice(['percent', 'amount'], {
      label: 'Discount in',
      help: 'Percent, or an amount of the currency',
      required: true,
      fallback: 'percent',
    }),
    discountValue: field.decimal({ label: 'Discount', decimalPlaces: 6, required: true, fallback: '0' }),
    targetMargin: field.percent({ label: 'Margin aimed at', confidential: true }),
    taxCategory: field.choice(taxCategories, { label: 'Tax', help: 'Without one, no tax is shown' }),
    taxPercent: field.percent({ label: 'Tax rate', required: true, fallback: '0' }),
    roundsToCash: field.boolean({
      label: 'Round to cash',
      help: 'To the smallest amount of the currency in cash, such as CHF 0.05',
      fallback: false,
    }),
    dataSheet: field.boolean({
      label: 'Data sheet',
      help: 'Goes with the quote: which data its machines make',
      fallback: true,
    }),
    paymentTerms: field.text({ label: 'Payment terms', example: '30 days net' }),
    milestones: field.objects(milestones, {
      label: 'Payments',
      help: 'Shares of the total, which add up to 100 %',
      parts: {
        name: field.text({ label: 'Name', required: true, max: 100 }),
        percent: field.percent({ label: 'Share', required: true }),
        due: field.choice(paymentEvents, { label: 'Due with' }),
      },
    }),
    terms: field.multiline({ label: 'Terms of the quote' }),
    notes: field.multiline({ label: 'Notes', help: 'Not in the quote' }),
    rates: field.objects(keptRatesSchema, {
      label: 'Rates',
      help: 'By which prices of the catalogue were converted',
      readOnly: true,
    }),
    subtotal: amount('Subtotal'),
    discount: amount('Discount of the project'),
    net: amount('Net'),
    tax: amount('Tax amount'),
    total: amount('Total'),
    weightedTotal: field.decimal({
      label: 'Weighted total',
      help: 'By the probability; empty without one',
      decimalPlaces: 4,
      signed: true,
      ...worked,
    }),
    cost: field.decimal({ label: 'Cost', decimalPlaces: 4, signed: true, confidential: true, ...worked }),
    margin: field.decimal({
      label: 'Margin',
      help: 'Empty where a cost is not known',
      unit: '%',
      decimalPlaces: 2,
      signed: true,
      confidential: true,
      ...worked,
    }),
    lineCount: field.integer({ label: 'Lines', required: true, min: 0, max: 100_000, ...worked }),
  },
  mounts: [{ path: '/v1/estimator/projects' }],
  label: 'title',
  sublabel: 'number',
  defaultSort: '-number',
  rules: {
    project_number_taken: {
      code: 'duplicate',
      fields: ['number'],
      key: ['number', 'revision'],
      message: 'is used by another project',
    },
    project_currency_fkey: { code: 'rule', fields: ['currency'], message: 'must be the code of a known currency' },
    project_location_of_customer: {
      code: 'rule',
      fields: ['locationId'],
      message: 'must be a location of the customer',
    },
    project_contact_of_customer: { code: 'rule', fields: ['contactId'], message: 'must be a contact of the customer' },
    project_discount_percent: {
      code: 'rule',
      fields: ['discountValue'],
      message: 'must be from 0 to 100 where the discount is in percent',
    },
    project_tax_of_category: {
      code: 'rule',
      fields: ['taxPercent'],
      message: 'must be 0 in this tax category: only the standard rate charges tax',
    },
    project_cash_step: {
      code: 'rule',
      fields: ['roundsToCash'],
      message: 'needs a currency with a smallest amount in cash, such as CHF 0.05',
    },
    project_discount_whole: {
      code: 'rule',
      fields: ['discountValue'],
      message: 'must have no decimals: the currency has none',
    },
    project_valid_until_past: { code: 'rule', fields: ['validUntil'], message: 'must not be in the past' },
    project_owner_of_staff: {
      code: 'rule',
      fields: ['ownerId'],
      message: 'must be a colleague, not a user of a customer',
    },
  },
  traits: {
    softDelete: true,
    files: true,
    editLock: 'id',
    children: {
      items: { resource: projectItems, by: 'projectId', sort: 'sort', max: MAX_ITEMS },
      extras: { resource: projectOptionalExtras, by: 'projectId', sort: 'sort' },
      deliveries: { resource: projectDeliveries, by: 'projectId', sort: 'sort' },
      commissioning: { resource: projectCommissioning, by: 'projectId', sort: 'sort' },
      media: { resource: projectMedia, by: 'projectId', sort: 'sort' },
    },
    versions: { of: ['items', 'extras', 'deliveries', 'commissioning', 'media'] },
    lifecycle: {
      field: 'status',
      initial: 'draft',
      frozen: [...frozenStates],
      transitions: {
        submit: { from: ['draft'], to: 'review', words: 'Submit for approval', guard: 'isComplete' },
        'take-back': { from: ['review'], to: 'draft', words: 'Take back', reason: true },
        approve: { from: ['review'], to: 'approved', words: 'Approve', permission: 'approve', guard: 'isApproved' },
        send: { from: ['approved'], to: 'sent', words: 'Send', permission: 'send', guard: 'isValid' },
        win: { from: ['sent'], to: 'won', words: 'Mark as won' },
        lose: { from: ['sent'], to: 'lost', words: 'Mark as lost', reason: true },
      },
    },
  },
})
