import { t } from '@packhouse/messages'
import type { ResourceView } from '../../resource/view.ts'
import { LimitControl } from './rule/limit-control.tsx'
import { MachineTypeControl } from './rule/machine-type-control.tsx'
import { RuleTestPanel } from './rule/rule-test-panel.tsx'
import { TagControl } from './rule/tag-control.tsx'
import { severityLook } from './severity-badge.tsx'
import { WebhookTab } from './webhook-tab.tsx'

const whereKind = (...kinds: string[]) => ({ field: 'kind', is: kinds })

const documentWords = {
  manual: t('library.kindManual'),
  electrical: t('library.kindElectrical'),
  pneumatic: t('library.kindPneumatic'),
  spares: t('library.kindSpares'),
  ceDeclaration: t('library.kindCeDeclaration'),
  fat: t('library.kindFat'),
  sat: t('library.kindSat'),
  certificate: t('library.kindCertificate'),
}

export const alarmRuleView: ResourceView = {
  columns: ['severity', 'enabled', 'kind', 'tag', 'machineId', 'customerId', 'updatedAt'],
  sections: [
    { fields: ['name', 'severity', 'enabled'] },
    {
      title: t('alarms.condition'),
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
    { title: t('alarms.machinesItIsAbout'), fields: ['machineId', 'configurationId', 'customerId'] },
    {
      title: t('alarms.remedy'),
      fields: [
        'message',
        'steps',
        'documentKind',
        'documentPage',
        'partItemId',
        'partOptionId',
        'part',
        'remedyForCustomers',
      ],
    },
    { title: t('alarms.whoIsTold'), fields: ['escalationPolicyId', 'notifyEmails', 'webhookUrl', 'webhookHost'] },
  ],
  // It is written beside its preview.
  hidden: ['webhookTemplate'],
  shownWhen: {
    tag: whereKind('value'),
    comparison: whereKind('value'),
    limit: whereKind('value'),
    deadband: whereKind('value'),
    states: whereKind('state'),
    silenceSeconds: whereKind('silence'),
  },
  controls: { tag: TagControl, limit: LimitControl, configurationId: MachineTypeControl },
  preview: (values, row) => <RuleTestPanel values={values} row={row} />,
  words: {
    ...Object.fromEntries(Object.entries(severityLook).map(([severity, { word }]) => [severity, word])),
    ...documentWords,
    value: t('alarms.aValue'),
    state: t('alarms.theStateOfTheMachine'),
    silence: t('alarms.nothingIsHeard'),
    above: t('alarms.aboveTheLimit'),
    below: t('alarms.belowTheLimit'),
    equal: t('alarms.equalToTheLimit'),
    notEqual: t('alarms.notEqualToTheLimit'),
  },
  empty: {
    machineId: t('alarms.everyMachine'),
    configurationId: t('alarms.everyType'),
    customerId: t('general.everyCustomer'),
  },
  badges: severityLook,
  extraTabs: [{ tab: 'webhook', label: t('alarms.webhook'), render: (row) => <WebhookTab key={row.id} row={row} /> }],
  removal: { ends: t('alarms.itsActiveAlarmsClearAllIts') },
}
