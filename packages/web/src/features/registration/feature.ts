import { t } from '@packhouse/messages'
import type { Feature } from '../../resource/feature.ts'

export const registration: Feature = {
  sections: [
    {
      to: '/installed-machines',
      label: t('registration.installedMachines'),
      area: 'machines',
      about: t('registration.serialsSitesServiceUnclaimed'),
      permission: 'machine.read',
      counts: 'machine',
      screens: [
        {
          path: '',
          label: t('registration.installedMachines'),
          resource: 'machine',
          load: async () => (await import('./installed-machines-page.tsx')).InstalledMachinesPage,
          hasFrame: true,
        },
      ],
    },
  ],
  waiting: [
    {
      label: t('registration.machinesThatNeedAttention'),
      act: t('home.look'),
      isUrgent: true,
      about: t('registration.offlineFaultedOrNeverHeardOf'),
      permission: 'machine.read',
      list: '/installed-machines',
      filter: { needsAttention: 'true' },
      resource: 'machine',
      nameOf: ({ machineID }) => String(machineID),
      opens: 'open',
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
