import { t } from '@packhouse/messages'
import type { Feature } from '../../resource/feature.ts'

export const fleet: Feature = {
  sections: [
    {
      to: '/fleet',
      label: t('fleet.fleet'),
      area: 'machines',
      about: t('fleet.allCustomersOnAMapAndA'),
      permission: 'machine.read.any',
      screens: [
        {
          path: '',
          label: t('fleet.fleet'),
          load: async () => (await import('./fleet-page.tsx')).FleetPage,
          hasFrame: true,
        },
      ],
    },
  ],
}
