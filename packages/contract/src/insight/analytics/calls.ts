import { z } from 'zod'
import { defineCall } from '../../engine/call.ts'
import { isTimeZone } from '../../engine/text-schemas.ts'
import { analyticsModes, usageKinds } from './definitions.ts'

const area = 'Analytics'
const PATH = '/v1/auth/user-analytics'
const access = 'analytics.read'

export const usageWindows = ['7', '30', '90'] as const
export const usageAudiences = ['all', 'staff', 'customers'] as const

const query = z.strictObject({
  days: z.enum(usageWindows).default('30').describe('Days of the window; the last one is today'),
  zone: z
    .string()
    .max(64)
    .refine(isTimeZone, 'must be an IANA time zone such as Europe/Oslo')
    .default('UTC')
    .describe('The zone whose days and hours are meant; in the mode `aggregate` that of the installation is'),
  people: z.enum(usageAudiences).default('all'),
})
export type UsageQuery = z.output<typeof query>

const windowSchema = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime().describe('Now'),
  days: z.int(),
  zone: z.string(),
  people: z.enum(usageAudiences),
})

/**
 * A number of people, views or minutes; null where it is hidden because fewer than five people stand behind it. In the mode `aggregate` people
 * are counted in fives, and what they did is counted once its day is over and can no longer change.
 */
const figure = z.int().nullable()
const minutes = z.number().nullable()
const heatRow = z.array(figure).length(24).describe('By hour of the day, from 0')

export const usageDashboard = defineCall({
  area,
  method: 'GET',
  path: `${PATH}/dashboard`,
  summary: 'Who is here, how many were active by day, active time and page views',
  access,
  query,
  result: windowSchema.extend({
    mode: z.enum(analyticsModes),
    names: z.boolean().describe('Whether the caller is shown names'),
    hereNow: z.object({ staff: figure, customers: figure }),
    activeToday: figure,
    activeWeekAgo: figure.describe('On the whole day a week ago'),
    activeInWindow: figure,
    accounts: z.int().describe('Accounts that may sign in'),
    neverActive: figure.describe('Of those, accounts of which no activity is stored'),
    activeMinutesADay: z
      .object({ all: minutes, staff: minutes, customers: minutes })
      .describe('Median over the people and days with activity, minutes'),
    pageViews: figure,
    pageViewsBefore: figure.describe('In as long a time before the window'),
    byDay: z.array(z.object({ day: z.iso.date(), staff: figure, customers: figure })),
  }),
})

export const usageTopUsers = defineCall({
  area,
  method: 'GET',
  path: `${PATH}/top-users`,
  summary: 'Who was active longest: people, or groups for whoever may not see names',
  access,
  query,
  result: windowSchema.extend({
    names: z.boolean(),
    people: z.enum(usageAudiences),
    items: z.array(
      z.object({
        name: z.string().nullable().describe('Null where names are not shown'),
        group: z.string().nullable().describe('The customer; null for staff'),
        persons: z.int(),
        activeMinutes: z.number(),
        activeDays: z.int().describe('Days on which somebody of them was active'),
      }),
    ),
    hidden: figure.describe('People in groups that are too small to be shown'),
  }),
})

export const usageActiveUsers = defineCall({
  area,
  method: 'GET',
  path: `${PATH}/active-users-list`,
  summary: 'Who is here now: people, or groups for whoever may not see names',
  access,
  query,
  result: windowSchema.extend({
    names: z.boolean(),
    items: z.array(
      z.object({
        name: z.string().nullable(),
        group: z.string().nullable(),
        persons: z.int(),
        page: z.string().nullable().describe('The route pattern seen last; null for groups'),
        since: z.iso.datetime().nullable().describe('When the session began; null for groups'),
      }),
    ),
    hidden: figure,
  }),
})

export const usagePopularPages = defineCall({
  area,
  method: 'GET',
  path: `${PATH}/popular-pages`,
  summary: 'The pages with the most views',
  access,
  query,
  result: windowSchema.extend({
    items: z.array(
      z.object({ page: z.string(), views: figure, minutes: z.number().describe('How long it was in sight') }),
    ),
  }),
})

export const usagePageHeatmap = defineCall({
  area,
  method: 'GET',
  path: `${PATH}/frontend-page-views-heatmap`,
  summary: 'Views of the most viewed pages by hour of the day',
  access,
  query,
  result: windowSchema.extend({ rows: z.array(z.object({ page: z.string(), hours: heatRow })) }),
})

export const usageUserHeatmap = defineCall({
  area,
  method: 'GET',
  path: `${PATH}/user-activity-heatmap`,
  summary: 'Median of active people by weekday and hour',
  access,
  query,
  result: windowSchema.extend({
    rows: z.array(
      z.object({
        weekday: z.int().min(1).max(7).describe('1 is Monday'),
        hours: z.array(z.number().nullable()).length(24),
      }),
    ),
  }),
})

export const usageAppHeatmap = defineCall({
  area,
  method: 'GET',
  path: `${PATH}/app-activity-heatmap`,
  summary: 'What was asked of the web and of the API, by weekday and hour',
  description: 'Of `web`: views and actions. Of `api`: calls by people and their keys.',
  access,
  query,
  result: windowSchema.extend({
    rows: z.array(z.object({ app: z.enum(['web', 'api']), weekday: z.int().min(1).max(7), hours: heatRow })),
  }),
})

export const exportUsage = defineCall({
  area,
  method: 'GET',
  path: `${PATH}/export`,
  summary: 'The figures of the screen as CSV',
  access,
  query,
  answer: 'csv',
  result: z.string(),
})

export const myUsage = defineCall({
  area,
  method: 'GET',
  path: '/v1/me/usage',
  summary: 'What is stored of how the caller uses the product',
  access: 'signed-in',
  result: z.object({
    mode: z.enum(analyticsModes),
    events: z.int().describe('Single events of the last 90 days'),
    oldest: z.iso.datetime().nullable(),
    sessions: z.int(),
    names: z
      .array(z.object({ kind: z.enum(usageKinds), name: z.string(), count: z.int(), minutes: z.number() }))
      .describe('What is counted by quarter of an hour, the most frequent 50'),
  }),
})

export const exportMyUsage = defineCall({
  area,
  method: 'GET',
  path: '/v1/me/usage/export',
  summary: 'Every single event and every count stored of the caller as CSV',
  access: 'signed-in',
  answer: 'csv',
  result: z.string(),
})
