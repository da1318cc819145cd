import { t } from '@packhouse/messages'
import type { Feature } from '../../resource/feature.ts'

export const monitoring: Feature = {
  sections: [
    {
      to: '/',
      root: '/machines',
      label: t('monitoring.overview'),
      area: 'machines',
      about: t('monitoring.stateOfEveryMachineYouMay'),
      forCustomers: t('monitoring.machines'),
      // The overview is part of the first load, so the router names it itself.
      screens: [{ path: '', label: t('monitoring.machineOverview') }],
    },
  ],
}
