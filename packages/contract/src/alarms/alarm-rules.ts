import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { emailSchema } from '../engine/email.ts'
import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'
import { documentKinds } from '../library/machine-documents.ts'
import { reportedStates } from '../monitoring/machine-state.ts'
import { webhookTemplateFault } from './webhook-template.ts'

/** From the one that cannot wait to the one that can. */
export const alarmSeverities = ['critical', 'major', 'minor', 'warning', 'info'] as const
export type AlarmSeverity = (typeof alarmSeverities)[number]

/** What a rule looks at: a value, the state of the machine, or that nothing is heard. */
export const alarmKinds = ['value', 'state', 'silence'] as const
export type AlarmKind = (typeof alarmKinds)[number]

export const alarmComparisons = ['above', 'below', 'equal', 'notEqual'] as const
export type AlarmComparison = (typeof alarmComparisons)[number]

/** Tags that are fields of a record; any other tag is looked for in its `machineData`. */
export const alarmTags = ['temperature', 'humidity', 'cyclesPerMin', 'totalRejects', 'totalCycles'] as const

const MAX_DELAY_SECONDS = 86_400

/** When an alarm is raised, of which machines, and who is notified. A rule holds for the machines that meet all it names. */
export const alarmRules = defineResource({
  name: 'alarmRule',
  table: 'alarm_rule',
  area: 'Alarms',
  noun: ['alarm rule', 'alarm rules'],
  fields: {
    name: field.text({
      label: 'Name',
      help: 'Used as the code of its alarms',
      required: true,
      max: 100,
      search: true,
      sort: true,
    }),
    severity: field.choice(alarmSeverities, { label: 'Severity', required: true, fallback: 'major', filter: true }),
    enabled: field.boolean({
      label: 'Enabled',
      help: 'Switching it off clears its alarms',
      fallback: true,
      filter: true,
    }),
    machineId: field.reference('machine', { label: 'Machine', help: 'Empty: every machine', filter: true }),
    configurationId: field.text({
      label: 'Machine type',
      help: 'The configuration of the machines, such as VFFS',
      max: 64,
      filter: true,
      sort: true,
    }),
    customerId: field.reference('customer', { label: 'Customer', filter: true }),
    kind: field.choice(alarmKinds, {
      label: 'Subject',
      help: 'What the rule monitors',
      required: true,
      frozen: true,
      filter: true,
    }),
    tag: field.text({
      label: 'Tag',
      help: 'temperature, humidity, cyclesPerMin, totalRejects, totalCycles or the name of a reading',
      example: 'temperature',
      max: 128,
      search: true,
    }),
    comparison: field.choice(alarmComparisons, { label: 'Alarm when value is' }),
    limit: field.text({
      label: 'Limit',
      help: 'A number, or a text if you compare for equality',
      example: '40',
      max: 100,
    }),
    deadband: field.number({
      label: 'Deadband',
      help: 'The alarm clears only when the value is this far back from the limit',
      min: 0,
      max: 1_000_000_000,
    }),
    states: field.list({
      label: 'States',
      help: 'Running, Idle, Stopped and Faulted stand for all PackML states of their group',
      entry: z.enum(reportedStates, `must be one of ${reportedStates.join(', ')}`),
    }),
    silenceSeconds: field.integer({
      label: 'No data for',
      unit: 'seconds',
      required: true,
      min: 5,
      max: 604_800,
      fallback: 300,
    }),
    onDelaySeconds: field.integer({
      label: 'Raise delay',
      help: 'Before the alarm is raised',
      unit: 'seconds',
      required: true,
      min: 0,
      max: MAX_DELAY_SECONDS,
      fallback: 0,
    }),
    offDelaySeconds: field.integer({
      label: 'Clear delay',
      help: 'Before the alarm clears',
      unit: 'seconds',
      required: true,
      min: 0,
      max: MAX_DELAY_SECONDS,
      fallback: 0,
    }),
    message: field.multiline({ label: 'Message', help: 'What happened and what to do', max: 1_000 }),
    steps: field.multiline({ label: 'Steps', help: 'What to do, one step a line', max: 4_000 }),
    documentKind: field.choice(documentKinds, {
      label: 'Document',
      help: 'The newest of this kind of the machine or its model is opened from the alarm',
    }),
    documentPage: field.integer({ label: 'Page', min: 1, max: 10_000 }),
    partItemId: field.reference('itemMaster', {
      label: 'Spare part',
      help: 'Offered at alarms of machines that have it fitted',
      filter: true,
      example: null,
    }),
    partOptionId: field.reference('machineOption', { label: 'Part from the library', example: null }),
    part: field.text({ label: 'Part', help: 'Name and number of the part, where the library does not have it' }),
    remedyForCustomers: field.boolean({
      label: 'Remedy for customers',
      help: 'Customers see steps and part at alarms of their own machines; documents as their visibility says',
      fallback: false,
    }),
    notifyEmails: field.list({
      label: 'Email recipients',
      help: 'When an alarm is raised, and when it clears',
      entry: emailSchema(),
    }),
    webhookUrl: field.url({
      label: 'Webhook',
      help: 'Receives a POST when an alarm is raised and when it clears. It may hold a password or a token, and is not shown again',
      secret: true,
      called: 'public',
    }),
    webhookHost: field.text({ label: 'Host of the webhook', readOnly: true, derived: true }),
    escalationPolicyId: field.reference('escalationPolicy', {
      label: 'Escalation',
      help: 'Who is notified one after the other until somebody acknowledges',
      filter: true,
    }),
    webhookTemplate: field.multiline({
      label: 'Webhook template',
      help: 'What the webhook sends: JSON, or a form with a field on each line. Empty: our own JSON',
      example: '{"text": "{{severity}}: {{rule}} on {{machine}}"}',
      max: 4_000,
      faultOf: webhookTemplateFault,
    }),
    hasSecret: field.boolean({ label: 'Signs its webhook', fallback: false, readOnly: true }),
  },
  mounts: [{ path: '/v1/alarm-rules' }],
  label: 'name',
  defaultSort: 'name',
  rules: {
    alarm_rule_name_taken: { code: 'duplicate', fields: ['name'], message: 'is used by another rule' },
    alarm_rule_tag_given: { code: 'rule', fields: ['tag'], message: 'must be given: the rule monitors a value' },
    alarm_rule_comparison_given: {
      code: 'rule',
      fields: ['comparison'],
      message: 'must be given: the rule monitors a value',
    },
    alarm_rule_limit_given: { code: 'rule', fields: ['limit'], message: 'must be given: the rule monitors a value' },
    alarm_rule_limit_is_number: {
      code: 'rule',
      fields: ['limit'],
      message: 'must be a number such as 40 or -2.5, to be above or below it',
    },
    alarm_rule_deadband_has_side: {
      code: 'rule',
      fields: ['deadband'],
      message: 'applies only to “above” and “below”: leave it empty',
    },
    alarm_rule_states_given: {
      code: 'rule',
      fields: ['states'],
      message: 'must contain at least one state: the rule monitors the state',
    },
  },
  traits: { softDelete: true, csv: true, bulk: ['severity', 'enabled'] },
})

export const setAlarmRuleSecret = defineCall({
  area: 'Alarms',
  method: 'PUT',
  path: '/v1/alarm-rules/{id}/secret',
  summary: 'Set the secret that signs the webhook of a rule, or remove it with null',
  description:
    'Each POST then carries `webhook-signature: v1,<base64>`: the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, as Standard ' +
    'Webhooks has it. The secret is stored encrypted and never shown again.',
  access: 'alarmRule.update',
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({ secret: z.string().min(16, 'must have at least 16 characters').max(1024).nullable() }),
  problems: ['not_found'],
})

export const testAlarmWebhook = defineCall({
  area: 'Alarms',
  method: 'POST',
  path: '/v1/alarm-rules/{id}/webhook-test',
  summary: 'Send a test to the webhook of a rule',
  description: 'Sends an alarm that never was to the saved address of the rule, and answers what the receiver said.',
  access: 'alarmRule.update',
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({
    template: alarmRules.fields.webhookTemplate.schema
      .meta({ examples: ['{"text": "{{rule}} on {{machine}}"}'] })
      .nullable(),
  }),
  result: z.object({
    status: z.int().nullable().describe('HTTP status of the answer; null where there was none'),
    reason: z.string().nullable().describe('Why there was none'),
  }),
  problems: ['not_found', 'not_usable'],
})
