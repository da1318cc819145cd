import type { Feature } from '../../resource/feature.ts'

export const monitoring: Feature = {
  sections: [
    {
      to: '/',
      root: '/machines',
      label: 'Overview',
      area: 'Machines',
      about: 'State of every machine you may see',
      forCustomers: 'Machines',
      // The overview is part of the first load, so the router names it itself.
      screens: [{ path: '', label: 'Machine Overview' }],
    },
  ],
}
