import { z } from 'zod'
import { defineCall } from '../engine/call.ts'

const area = 'Access'

/** How long somebody views as another user; then it has to be begun again. */
export const VIEW_AS_MINUTES = 30

/** The header of a request that is made as another user. */
export const VIEW_AS_HEADER = 'view-as'

export const viewAsSchema = z.object({
  id: z.uuid().describe('Sent as `View-As`, with the own tokens'),
  endsAt: z.iso.datetime(),
})

export const beginViewAs = defineCall({
  area,
  method: 'POST',
  path: '/v1/users/{id}/view-as',
  summary: 'Begin to view the product as another user',
  description:
    `Requests of this session that carry the id as \`View-As\` are answered as to that user for ${VIEW_AS_MINUTES} minutes. They can only read, and nothing that ` +
    'opens accounts or is personal. Only administrators view as administrators. It ends with the session, with the permission and with another beginning.',
  access: 'user.viewAs',
  stepUp: true,
  params: z.object({ id: z.uuid() }),
  result: viewAsSchema,
  problems: ['not_found'],
})

export const endViewAs = defineCall({
  area,
  method: 'DELETE',
  path: '/v1/me/view-as',
  summary: 'End viewing as another user',
  description: 'Sent without `View-As`. Ending it twice changes nothing.',
  access: 'signed-in',
})
