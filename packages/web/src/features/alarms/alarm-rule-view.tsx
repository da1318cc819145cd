import type { ResourceView } from '../../resource/view.ts'
import { severityLook } from './severity-badge.tsx'
import { WebhookTab } from './webhook-tab.tsx'

const whereKind = (...kinds: string[]) => ({ field: 'kind', is: kinds })

export const alarmRuleView: ResourceView = {
  columns: ['severity', 'enabled', 'kind', 'tag', 'machineId', 'customerId', 'updatedAt'],
  sections: [
    { fields: ['name', 'severity', 'enabled'] },
    {
      title: 'Condition',
      fields: [
        'kind',
        'tag',
        'comparison',
        'limit',
        'deadband',
        'states',
        'silenceSeconds',
        'onDelaySeconds',
        'offDelaySeconds',
      ],
    },
    { title: 'Machines it is about', fields: ['machineId', 'configurationId', 'customerId'] },
    { title: 'Who is told', fields: ['message', 'notifyEmails', 'webhookUrl'] },
  ],
  shownWhen: {
    tag: whereKind('value'),
    comparison: whereKind('value'),
    limit: whereKind('value'),
    deadband: whereKind('value'),
    states: whereKind('state'),
    silenceSeconds: whereKind('silence'),
  },
  words: {
    ...Object.fromEntries(Object.entries(severityLook).map(([severity, { word }]) => [severity, word])),
    value: 'A value',
    state: 'The state of the machine',
    silence: 'Nothing is heard',
    above: 'Above the limit',
    below: 'Below the limit',
    equal: 'Equal to the limit',
    notEqual: 'Not equal to the limit',
  },
  empty: { machineId: 'Every machine', configurationId: 'Every type', customerId: 'Every customer' },
  badges: severityLook,
  extraTabs: [{ tab: 'webhook', label: 'Webhook', render: (row) => <WebhookTab key={row.id} row={row} /> }],
  removal: { act: 'Delete', done: 'deleted', ends: 'Its active alarms clear; all its alarms stay in the history.' },
}
