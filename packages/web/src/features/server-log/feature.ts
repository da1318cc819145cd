import { t } from '@packhouse/messages'
import type { Feature } from '../../resource/feature.ts'

/** What the servers say. */
export const serverLog: Feature = {
  sections: [
    {
      to: '/system/log',
      label: t('serverLog.serverLog'),
      area: 'system',
      group: 'operation',
      about: t('serverLog.whatTheServersSay'),
      permission: 'log.read',
      screens: [
        {
          path: '',
          label: t('serverLog.serverLog'),
          load: async () => (await import('./server-log-page.tsx')).ServerLogPage,
          hasFrame: true,
        },
      ],
    },
  ],
}
