import { z } from 'zod'
import { defineAddress } from '../engine/address.ts'

export const oneClickUnsubscribe = defineAddress({
  area: 'Documents',
  method: 'POST',
  path: '/unsubscribe',
  summary: 'End reports by the one-click request of a mail program (RFC 8058)',
  description:
    'The address in the header `List-Unsubscribe` of each mail. Opened by a browser it is a page with a button.',
  query: z.object({ token: z.string().describe('From the mail') }),
  form: z.object({ 'List-Unsubscribe': z.literal('One-Click') }),
  answers: { 200: { description: 'The reports are ended', type: 'text/plain' } },
})
