import { t } from '@packhouse/messages'
import { lazy } from 'react'
import type { Feature } from '../../resource/feature.ts'

const AlarmCount = lazy(async () => ({ default: (await import('./alarm-count.tsx')).AlarmCount }))

export const alarms: Feature = {
  sections: [
    {
      to: '/alarms',
      label: t('alarms.alarms'),
      area: 'machines',
      about: t('alarms.activeHistoryAndRules'),
      forCustomers: t('alarms.alarms'),
      Mark: AlarmCount,
      screens: [
        {
          path: '',
          label: t('alarms.alarms'),
          load: async () => (await import('./alarms-page.tsx')).AlarmsPage,
          hasFrame: true,
        },
      ],
    },
  ],
  waiting: [
    {
      label: t('alarms.alarmsWithoutAnybody'),
      act: t('home.assign'),
      isUrgent: true,
      about: t('alarms.activeAndNotAssigned'),
      permission: 'customer.access',
      list: '/alarms',
      filter: { state: 'active', assignee: 'none' },
      opens: 'alarm',
      load: async () => (await import('./find-alarms.ts')).findActiveAlarms,
    },
  ],
  panels: {
    customer: async () => [
      {
        name: 'alarms',
        permission: 'customer.access',
        Panel: (await import('./customer-alarms-panel.tsx')).CustomerAlarmsPanel,
      },
    ],
  },
  embedded: {
    alarmRule: () => '/alarms?tab=rules',
    escalationPolicy: () => '/alarms?tab=escalation',
    onCallSchedule: () => '/alarms?tab=on-call',
  },
  actions: [{ label: t('alarms.newAlarmRule'), href: '/alarms?tab=rules&open=new', permission: 'alarmRule.create' }],
}
