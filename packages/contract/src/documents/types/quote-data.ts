import { z } from 'zod'
import { sheetData, sheetExample } from './data-sheet.ts'

/** A line of the table of prices. Nothing is computed by templates: sums so far come with the lines. */
const line = z.object({
  begins: z
    .object({ name: z.string(), total: z.string() })
    .nullable()
    .describe('The section that begins with it, and what that costs'),
  position: z.string(),
  description: z.string(),
  detail: z.string().nullable(),
  quantity: z.string(),
  unitPrice: z.string(),
  discount: z.string().nullable().describe('What is taken off the line; null where nothing is'),
  amount: z.string().describe('In brackets where it is in no total'),
  sum: z.string().describe('Of what counts, up to this line'),
})

const amount = z.object({ name: z.string(), amount: z.string() })

/** What a template of quotes and order confirmations gets. It has no cost in it. */
export const quoteData = z.object({
  number: z.string(),
  version: z.string(),
  date: z.string(),
  validUntil: z.string().nullable().describe('Null of what is ordered'),
  title: z.string(),
  customer: z.string(),
  recipient: z.string().nullable(),
  address: z.array(z.string()),
  contact: z.string(),
  currency: z.string(),
  lines: z.array(line),
  summary: z.array(amount),
  subtotal: z.string().describe('Of all that counts, before the discount on the whole'),
  discount: z.string().nullable(),
  net: z.string().describe('What is left of it: the total without taxes'),
  taxes: z.array(
    amount.extend({ base: z.string().nullable().describe('What the tax is charged on; null of a rounding in cash') }),
  ),
  total: z.string().describe('With its currency'),
  totalName: z.string(),
  ownCurrency: z
    .string()
    .nullable()
    .describe('About how much that is in the currency of the customer, with the rate and its day'),
  payments: z.array(z.object({ name: z.string(), percent: z.string(), amount: z.string() })),
  paymentTerms: z.string().nullable(),
  deliveries: z.array(
    z.object({ terms: z.string(), route: z.string().nullable(), ships: z.string(), arrives: z.string() }),
  ),
  tests: z.array(z.object({ kind: z.string(), when: z.string(), criteria: z.string() })),
  terms: z.string().nullable(),
  hash: z.string().describe('The first 12 digits of the SHA-256 of what is offered or was accepted'),
  signature: z
    .object({
      name: z.string(),
      position: z.string().nullable(),
      orderNumber: z.string().nullable(),
      at: z.string(),
      drawing: z
        .string()
        .regex(/^[ML\d ]*$/)
        .nullable()
        .describe('An SVG path within 600 × 200; null where the name was typed'),
    })
    .nullable()
    .describe('Null until it is accepted'),
  order: z.string().describe('What whoever signs it orders'),
  pictures: z
    .array(z.object({ file: z.string().describe('For `image`'), caption: z.string() }))
    .describe('Drawings and photos that go with it'),
  accept: z
    .object({ url: z.string(), qr: z.array(z.string()).describe('Rows of ones and zeros') })
    .nullable()
    .describe('Where it is accepted; null for drafts, what is ordered, and documents that are made without the link'),
  dataSheets: z
    .array(sheetData)
    .describe(
      'An appendix: which data machines of each model that is offered make. Empty where none goes with the quote',
    ),
})
export type QuoteData = z.infer<typeof quoteData>

export const quoteExample: QuoteData = {
  number: 'Q-2026-00042-R2',
  version: '7',
  date: '12 November 2026',
  validUntil: '31 January 2027',
  title: 'Cheese slice line, hall 2',
  customer: 'Nordfjord Seafood',
  recipient: 'Kari Nordmann',
  address: ['Bergen plant', 'Havnegata 12', '5003 Bergen', 'Norway'],
  contact: 'Ingrid Solberg',
  currency: 'EUR',
  lines: [
    {
      begins: { name: 'Machines', total: '289,594.20' },
      position: '1.1',
      description: 'Bag maker VFFS-320',
      detail: 'Twin jaws · Zipper unit',
      quantity: '1 pcs',
      unitPrice: '171,594.20',
      discount: null,
      amount: '171,594.20',
      sum: '171,594.20',
    },
    {
      begins: null,
      position: '1.2',
      description: 'Case packer CSP-0450',
      detail: null,
      quantity: '1 pcs',
      unitPrice: '120,408.1633',
      discount: '2 %',
      amount: '118,000.00',
      sum: '289,594.20',
    },
    {
      begins: null,
      position: '1.2 A',
      description: 'Alternative: case packer CSP-0600',
      detail: 'Not in the total',
      quantity: '1 pcs',
      unitPrice: '131,500.00',
      discount: null,
      amount: '(131,500.00)',
      sum: '289,594.20',
    },
  ],
  summary: [{ name: 'Machines', amount: '289,594.20' }],
  subtotal: '289,594.20',
  discount: '−6,500.00',
  net: '283,094.20',
  taxes: [{ name: 'Tax (Standard) 25 %', base: '283,094.20', amount: '70,773.55' }],
  total: 'EUR 353,867.75',
  totalName: 'Total',
  ownCurrency: 'About NOK 4,063,109 at EUR/NOK 11.482, Norges Bank, 12 November 2026. Invoiced in EUR.',
  payments: [
    { name: 'On order', percent: '30 %', amount: '106,160.33' },
    { name: 'After SAT', percent: '70 %', amount: '247,707.42' },
  ],
  paymentTerms: '30 days net',
  deliveries: [{ terms: 'DAP Bergen', route: 'Borås – Bergen', ships: '1 March 2027', arrives: '8 March 2027' }],
  tests: [{ kind: 'SAT', when: '12 March 2027', criteria: '60 bags a minute over 4 hours' }],
  terms: 'Terms of sale of 1 January 2026.',
  hash: '3f1c09ab77de',
  signature: null,
  order: 'We order version 7 of quote Q-2026-00042-R2.',
  pictures: [],
  accept: null,
  dataSheets: [sheetExample],
}
