import { t } from '@packhouse/messages'
import { lazy } from 'react'
import type { Feature } from '../../resource/feature.ts'

const AccessCount = lazy(async () => ({ default: (await import('./access-count.tsx')).AccessCount }))

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
  marks: { '/data': AccessCount },
  moved: { '/sharing': '/data/sharing' },
}
