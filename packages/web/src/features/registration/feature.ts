import { t } from '@packhouse/messages'
import type { Feature } from '../../resource/feature.ts'

export const registration: Feature = {
  sections: [
    {
      to: '/installed-machines',
      label: t('registration.installedMachines'),
      permission: 'machine.read',
      screens: [
        {
          path: '',
          label: t('registration.installedMachines'),
          resource: 'machine',
          load: async () => (await import('./installed-machines-page.tsx')).InstalledMachinesPage,
        },
      ],
    },
  ],
  actions: [
    { label: t('registration.registerAMachine'), href: '/installed-machines?open=new', permission: 'machine.create' },
    {
      label: t('registration.claimAnUnclaimedMachine'),
      href: '/installed-machines?tab=unclaimed',
      permission: 'machine.update',
    },
  ],
}
