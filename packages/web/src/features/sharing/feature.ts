import { t } from '@packhouse/messages'
import type { Feature } from '../../resource/feature.ts'

/** What customers share of their machines with the maker: beside what they share with partners. */
export const sharing: Feature = {
  joins: {
    '/data': [
      {
        path: 'sharing',
        label: t('sharing.sharing'),
        permission: 'sharing.decide',
        load: async () => (await import('./sharing-page.tsx')).SharingPage,
        hasFrame: true,
      },
    ],
  },
  moved: { '/sharing': '/data/sharing' },
}
