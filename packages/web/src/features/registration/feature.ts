import type { Feature } from '../../resource/feature.ts'

export const registration: Feature = {
  sections: [
    {
      to: '/installed-machines',
      label: 'Installed machines',
      area: 'Machines',
      about: 'Serials, sites, service, unclaimed',
      permission: 'machine.read',
      screens: [
        {
          path: '',
          label: 'Installed machines',
          resource: 'machine',
          load: async () => (await import('./installed-machines-page.tsx')).InstalledMachinesPage,
          hasFrame: true,
        },
      ],
    },
  ],
  waiting: [
    {
      label: 'Machines that need attention',
      about: 'Offline, faulted, or never heard of',
      permission: 'machine.read',
      list: '/installed-machines',
      filter: { needsAttention: 'true' },
      resource: 'machine',
    },
  ],
  actions: [
    { label: 'Register a machine', href: '/installed-machines?open=new', permission: 'machine.create' },
    { label: 'Claim an unclaimed machine', href: '/installed-machines?tab=unclaimed', permission: 'machine.update' },
  ],
}
