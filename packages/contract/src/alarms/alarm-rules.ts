import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'
import { reportedStates } from '../monitoring/machine-state.ts'

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
    notifyEmails: field.list({
      label: 'Email recipients',
      help: 'When an alarm is raised, and when it clears',
      entry: z.email('must be an email address such as name@example.com').max(320),
    }),
    webhookUrl: field.url({
      label: 'Webhook',
      help: 'Receives a POST when an alarm is raised and when it clears',
      guarded: true,
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
  traits: { csv: true },
})

export const setAlarmRuleSecret = defineCall({
  area: 'Alarms',
  method: 'PUT',
  path: '/v1/alarm-rules/{id}/secret',
  summary: 'Set the secret that signs the webhook of a rule, or remove it with null',
  description:
    'Each POST then carries `X-Packhouse-Signature: t=<seconds>,v1=<hex>`: the HMAC-SHA256 of `<seconds>.<body>`. The ' +
    'secret is stored encrypted and never shown again.',
  access: 'alarmRule.update',
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({ secret: z.string().min(16, 'must have at least 16 characters').max(1024).nullable() }),
  problems: ['not_found'],
})
