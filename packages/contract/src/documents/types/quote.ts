import { z } from 'zod'
import { defineDocumentType } from './document-type.ts'
import { quoteData, quoteExample } from './quote-data.ts'

/** The quote as a customer gets it: of the version that was sent, or of the newest one as a draft before. */
export const quote = defineDocumentType({
  title: 'Quote',
  subject: 'project',
  parameters: z.strictObject({}),
  data: quoteData,
  example: quoteExample,
})

/** What was ordered: the accepted version with its choices and the signature. */
export const orderConfirmation = defineDocumentType({
  title: 'Order confirmation',
  subject: 'project',
  parameters: z.strictObject({}),
  data: quoteData,
  example: {
    ...quoteExample,
    validUntil: null,
    lines: quoteExample.lines.filter(({ amount }) => !amount.startsWith('(')),
    signature: {
      name: 'Kari Nordmann',
      position: 'Plant manager',
      orderNumber: 'PO-4500118',
      at: '14 November 2026 at 10:12',
      drawing: 'M40 150L90 50L120 140L180 70L230 150L300 60L380 130L520 90',
    },
  },
})
