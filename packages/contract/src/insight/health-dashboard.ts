import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import {
  type HealthFigure,
  type HealthWindow,
  healthAlertKinds,
  healthFigures,
  healthServices,
  healthWindows,
} from './health-figures.ts'

const area = 'Operation'

const serviceSchema = z.object({
  name: z.enum(healthServices),
  state: z
    .enum(['ok', 'attention', 'away', 'unknown', 'absent'])
    .describe('`unknown`: no server has reported of it; `absent`: it is not set up here'),
  detail: z.string().nullable().describe('What is wrong and what to do, or what is missing'),
  at: z.iso
    .datetime()
    .nullable()
    .describe('Of a backup when it last succeeded, of certificates when the first one ends'),
})

const figureSchema = z.object({
  target: z.number().nullable().describe('The most that it should be'),
  now: z.number().nullable().describe('At the last look; null where no server reports'),
  most: z.number().nullable().describe('The largest of the points'),
  values: z.array(z.number().nullable()).describe('By point; null where nothing was measured, which is not 0'),
})

/** What a process of an installation can do. One that does all of it needs no other beside it. */
export const nodeRoles = ['api', 'ingest', 'worker'] as const

const nodeSchema = z.object({
  name: z.string(),
  version: z.string(),
  state: z
    .enum(['up', 'unknown', 'stopped'])
    .describe('`unknown`: it has not reported for 45 s and did not end in order'),
  roles: z.array(z.enum(nodeRoles)).describe('What it does; empty where it does not run any more, or did not say'),
  owns: z.array(z.string()).describe('What it alone does among all servers at present, such as `alarms`'),
  isDraining: z.boolean().describe('It is ending: it takes nothing new'),
  startedAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
  tookMs: z.number(),
  series: z.int(),
  lastError: z.string().nullable(),
  lastErrorAt: z.iso.datetime().nullable(),
})

const diskSchema = z.object({
  node: z.string().describe('The server whose disk is fullest'),
  usedBytes: z.number(),
  totalBytes: z.number(),
  limitBytes: z.number().describe('Beyond this it counts as full'),
  perDayBytes: z.number().nullable().describe('By what it grows; null where too little is known'),
  fullAt: z.iso.datetime().nullable().describe('When it is full if it goes on so'),
  basis: z
    .enum(['trend', 'tooShort', 'unsteady', 'notGrowing', 'farAway'])
    .describe('`trend` where there is a date, or else why there is none'),
  days: z.number().describe('How many days the trend is made of'),
  points: z.array(z.object({ at: z.iso.datetime(), used: z.number().nullable() })).describe('30 days by 6 hours'),
})

export const healthAlertSchema = z.object({
  id: z.uuid(),
  kind: z.enum(healthAlertKinds),
  subject: z.string(),
  severity: z.enum(['warning', 'critical']),
  words: z.string().describe('What is wrong and what to do'),
  startedAt: z.iso.datetime(),
  raisedAt: z.iso.datetime(),
  clearedAt: z.iso.datetime().nullable(),
})
export type HealthAlert = z.infer<typeof healthAlertSchema>

const figureNames = Object.keys(healthFigures) as [HealthFigure, ...HealthFigure[]]
const windowNames = Object.keys(healthWindows) as [HealthWindow, ...HealthWindow[]]

export const healthDashboardSchema = z.object({
  at: z.iso.datetime(),
  window: z.enum(windowNames),
  node: z.string().nullable().describe('The server that was asked for; null for all of them'),
  from: z.iso.datetime().describe('Of the first point'),
  stepSeconds: z.int(),
  services: z.array(serviceSchema),
  figures: z.record(z.enum(figureNames), figureSchema),
  connections: z.int().describe('Most connections that one server makes to the database'),
  disk: diskSchema.nullable().describe('Null where no server knows its disk'),
  nodes: z.array(nodeSchema),
  alerts: z.array(healthAlertSchema).describe('Active ones, then the last that have cleared'),
  notified: z.int().describe('How many people get mails of alerts: active staff who may retry jobs'),
  webhook: z.boolean().describe('Whether alerts are sent to a webhook too'),
})
export type HealthDashboard = z.infer<typeof healthDashboardSchema>

export const prometheusDashboard = defineCall({
  area,
  method: 'GET',
  path: '/v1/prometheus/dashboard',
  summary: 'How the installation is and was: services, figures over time, servers and alerts',
  description:
    'From a store of its own, without Prometheus: 24 hours by 15 s and 30 days by 5 min. Figures of several servers are added up, but for durations and ' +
    'shares, of which the largest counts. Durations are those of the worst 15 s of a point.',
  access: 'operation.read',
  query: z.strictObject({
    window: z.enum(windowNames).default('24h'),
    node: z.string().min(1).max(100).optional().describe('Only this server'),
  }),
  result: healthDashboardSchema,
})

export const healthAlerts = defineCall({
  area,
  method: 'GET',
  path: '/v1/prometheus/alerts',
  summary: 'Alerts of the installation that are active',
  access: 'operation.read',
  result: z.object({ items: z.array(healthAlertSchema) }),
})
