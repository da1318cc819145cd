import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { mySessionSchema } from './my-settings.ts'

const area = 'Access'

export const userSessions = defineCall({
  area,
  method: 'GET',
  path: '/v1/users/{id}/sessions',
  summary: 'Where a user is signed in, the last used first',
  access: 'session.read',
  params: z.object({ id: z.uuid() }),
  result: z.array(mySessionSchema),
  problems: ['not_found'],
})

export const endUserSession = defineCall({
  area,
  method: 'DELETE',
  path: '/v1/users/{id}/sessions/{sessionId}',
  summary: 'End one session of a user',
  description: 'It ends on every server within a second, live streams included.',
  access: 'session.end',
  params: z.object({ id: z.uuid(), sessionId: z.uuid() }),
  problems: ['not_found'],
})

export const endUserSessions = defineCall({
  area,
  method: 'POST',
  path: '/v1/users/{id}/sessions/end-all',
  summary: 'Sign a user out everywhere',
  description: 'Ends every session but that of this request. Passwords, passkeys and API keys go on to work.',
  access: 'session.end',
  params: z.object({ id: z.uuid() }),
  result: z.object({ ended: z.int().describe('How many sessions were ended') }),
  problems: ['not_found'],
})
