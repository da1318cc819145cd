import { lazy } from 'react'
import type { Feature } from '../../resource/feature.ts'

const AlarmCount = lazy(async () => ({ default: (await import('./alarm-count.tsx')).AlarmCount }))

export const alarms: Feature = {
  sections: [
    {
      to: '/alarms',
      label: 'Alarms',
      area: 'Machines',
      about: 'Active, history and rules',
      forCustomers: 'Alarms',
      Mark: AlarmCount,
      screens: [
        {
          path: '',
          label: 'Alarms',
          load: async () => (await import('./alarms-page.tsx')).AlarmsPage,
          hasFrame: true,
        },
      ],
    },
  ],
  waiting: [
    {
      label: 'Alarms without anybody',
      about: 'Active and not assigned',
      permission: 'customer.access',
      list: '/alarms',
      filter: { assignee: 'none' },
      load: async () => (await import('./count-alarms.ts')).countActiveAlarms,
    },
  ],
  embedded: { alarmRule: () => '/alarms?tab=rules' },
  actions: [{ label: 'New alarm rule', href: '/alarms?tab=rules&open=new', permission: 'alarmRule.create' }],
}
