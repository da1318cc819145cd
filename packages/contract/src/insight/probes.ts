import { z } from 'zod'
import { defineAddress } from '../engine/address.ts'

const area = 'Operation'
const type = 'application/json'

export const liveProbe = defineAddress({
  area,
  method: 'GET',
  path: '/livez',
  summary: 'Whether the process answers at all',
  description: 'Asks nothing else: a process whose database is away is not to be killed. No limit refuses it.',
  answers: { 200: { description: 'It answers', type, schema: z.object({ status: z.literal('ok') }) } },
})

export const readyProbe = defineAddress({
  area,
  method: 'GET',
  path: '/readyz',
  summary: 'Whether the process can do its work: for proxies and supervisors',
  description:
    'Checks the database, its schema and the MQTT broker. A process that is ending is not ready. No limit refuses it. Processes without the role `api` answer it on `PORT` too.',
  answers: {
    200: { description: 'It is ready', type, schema: z.object({ status: z.literal('ok'), faults: z.object({}) }) },
    503: {
      description: 'It is not: what is wrong, by its part',
      type,
      schema: z.object({ status: z.literal('away'), faults: z.record(z.string(), z.string()) }),
    },
  },
})
