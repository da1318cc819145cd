import { z } from 'zod'
import { type CallResult, defineCall } from '../engine/call.ts'
import { machineIDSchema } from '../monitoring/record.ts'
import { alarmRules } from './alarm-rules.ts'

const area = 'Alarms'

/** A rule is tested against so many days. */
export const RULE_TEST_DAYS = 7
/** The chart of a test has so many points for each machine. */
export const RULE_TEST_POINTS = 336
/** A test covers so many machines, those heard last. */
export const RULE_TEST_MACHINES = 200
/** So many of them have a chart, those with the most alarms. */
export const RULE_TEST_CHARTS = 50
/** A test judges so many records in all, of each machine the newest. */
export const RULE_TEST_RECORDS = 1_000_000
/** A test ends after so long, whatever it has judged by then. */
export const RULE_TEST_SECONDS = 20

const tagSchema = z.object({
  tag: z.string(),
  unit: z.string().nullable().describe('Of the tag map in use; null where none names one'),
  value: z.string().nullable().describe('The newest value; null where it was reported without one'),
  at: z.iso.datetime().describe('When that was reported'),
  machineID: machineIDSchema.describe('The machine that reported it'),
  machines: z.int().describe('How many machines have it'),
})
export type AlarmRuleTag = z.infer<typeof tagSchema>

const typeSchema = z.object({
  type: z.string().describe('The configuration of the machines'),
  machines: z.int().describe('How many machines have it'),
})
export type AlarmRuleType = z.infer<typeof typeSchema>

export const alarmRuleTags = defineCall({
  area,
  method: 'GET',
  path: '/v1/alarm-rules/tags',
  summary: 'Tags that exist on the machines that a rule covers, and the machine types there are',
  description:
    'Tags are those of the newest values. Types are those of all machines of the customer, or of all customers. Those on most machines first, at most 1,000 of each.',
  access: 'alarmRule.read',
  query: z.strictObject({
    machineId: z.uuid().optional(),
    configurationId: z.string().max(64).optional(),
    customerId: z.uuid().optional(),
  }),
  result: z.object({
    machines: z.int().describe('How many machines the rule covers'),
    tags: z.array(tagSchema),
    types: z.array(typeSchema),
  }),
})

const testedSchema = z.object({
  machineID: machineIDSchema,
  records: z.int().describe('How many were judged'),
  since: z.iso
    .datetime()
    .nullable()
    .describe(
      'From when it was judged, where it sends more than its part of the records of a test; null where from the beginning',
    ),
  until: z.iso
    .datetime()
    .nullable()
    .describe('How far it was judged, where a limit was reached; null where to the end'),
  alarms: z.int(),
  points: z
    .array(z.tuple([z.number(), z.number()]).nullable())
    .describe(
      `The least and the greatest number of the tag in each of ${RULE_TEST_POINTS} equal parts of the time; null where nothing was reported. Empty where the rule compares no numbers, and of machines that are not among the ${RULE_TEST_CHARTS} with the most alarms`,
    ),
})

export const testAlarmRule = defineCall({
  area,
  method: 'POST',
  path: '/v1/alarm-rules/test',
  summary: `Test a rule against the last ${RULE_TEST_DAYS} days: when it would have raised an alarm`,
  description:
    'The stored records are judged as live ones are, as if each had come in time; nothing is stored. All machines that the rule covers are tested, at most ' +
    `${RULE_TEST_MACHINES}, those heard last. A test judges ${RULE_TEST_RECORDS} records at most: of machines that send more than their part, the newest. It ends after ` +
    `${RULE_TEST_SECONDS} s. \`tested\` says how far it came. One test at a time per person.`,
  access: 'alarmRule.read',
  body: alarmRules.draft,
  result: z.object({
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    machines: z.int().describe('How many machines the rule covers'),
    tested: z.array(testedSchema),
    alarms: z
      .array(
        z.object({
          machineID: machineIDSchema,
          startedAt: z.iso.datetime(),
          raisedAt: z.iso.datetime(),
          clearedAt: z.iso.datetime().nullable().describe('Null where it would still be active'),
          value: z.string().nullable().describe('What it would have begun with'),
        }),
      )
      .describe('Newest first, at most 500 of each machine and 2,000 in all'),
    total: z.int().describe('Alarms in all'),
  }),
  problems: ['invalid_request', 'too_many_requests'],
})
export type RuleTest = CallResult<typeof testAlarmRule>
