import { t } from '@packhouse/messages'
import type { Feature } from '../../resource/feature.ts'

export const orders: Feature = {
  sections: [
    {
      to: '/ordered-machines',
      label: t('orders.machines'),
      area: 'machines',
      about: t('orders.about'),
      permission: 'orderedMachine.read',
      screens: [
        {
          path: '',
          label: t('orders.machines'),
          resource: 'orderedMachine',
          view: async () => (await import('./ordered-machine-view.tsx')).orderedMachineView,
        },
      ],
    },
  ],
  waiting: [
    {
      label: t('orders.lateMachines'),
      act: t('home.plan'),
      about: t('orders.lateAbout'),
      permission: 'orderedMachine.read',
      list: '/ordered-machines',
      filter: { isLate: 'true' },
      resource: 'orderedMachine',
      nameOf: ({ number, description }) => `${number} ${description}`,
      opens: 'open',
    },
  ],
}
