import { z } from 'zod'
import { defineAddress } from '../engine/address.ts'
import { attachedTypes } from '../engine/file-calls.ts'
import { paperRequests } from './paper-requests.ts'
import { publicTokenSchema } from './public-pages.ts'

const area = 'Library'

const { name, postalAddress, email } = paperRequests.fields

const token = z.object({ token: publicTokenSchema.describe('From the label of the machine') })
const query = z.object({ lang: z.string().max(35).optional().describe('Language of the page, BCP 47') })

const page = (description: string) => ({ description, type: 'text/html' })
const nothing = page('There is no such machine, or nothing of it is public')
const later = { ...page('Too many pages were asked for'), sends: ['Retry-After'] as const }

export const publicMachinePage = defineAddress({
  area,
  method: 'GET',
  path: '/m/{token}',
  summary: 'The public page of a machine, to which its label leads',
  params: token,
  query,
  answers: { 200: { ...page('The page'), sends: ['ETag'] }, 404: nothing, 429: later },
})

export const publicMachineFile = defineAddress({
  area,
  method: 'GET',
  path: '/m/{token}/documents/{documentId}/{fileId}',
  summary: 'A file of a public document of a machine',
  params: token.extend({ documentId: z.uuid(), fileId: z.uuid() }),
  query: z.object({ download: z.literal('').optional().describe('As a download, also where it is a PDF') }),
  answers: {
    200: {
      description: `The file: ${attachedTypes.join(', ')}`,
      type: '*/*',
      sends: ['ETag', 'Content-Disposition', 'Content-Language'],
    },
    404: nothing,
    429: later,
  },
})

export const paperPage = defineAddress({
  area,
  method: 'GET',
  path: '/m/{token}/paper',
  summary: 'The form that asks for instructions on paper',
  params: token,
  query: query.extend({ sent: z.literal('').optional().describe('The page after sending') }),
  answers: { 200: page('The form'), 404: nothing, 429: later },
})

export const askForPaper = defineAddress({
  area,
  method: 'POST',
  path: '/m/{token}/paper',
  summary: 'Ask for instructions on paper',
  params: token,
  query,
  form: z.object({
    documentId: z
      .union([z.literal(''), z.uuid()])
      .default('')
      .describe('Empty: all documents'),
    name: name.schema,
    postalAddress: postalAddress.schema,
    email: email.schema,
  }),
  answers: {
    303: { description: 'To the page after sending', sends: ['Location'] },
    400: page('The form with what is wrong in it'),
    403: page('Sent from a page of somebody else'),
    404: nothing,
    429: page('Too many requests for paper'),
  },
})
