import { t } from '@packhouse/messages'
import type { Feature } from '../../resource/feature.ts'

/** Backups of the installation. */
export const backups: Feature = {
  sections: [
    {
      to: '/system/backups',
      label: t('backups.backups'),
      area: 'system',
      about: t('backups.about'),
      permission: 'backup.read',
      screens: [
        { path: '', label: t('backups.backups'), load: async () => (await import('./backups-page.tsx')).BackupsPage },
      ],
    },
  ],
  waiting: [
    {
      label: t('backups.pausedCopy'),
      about: t('backups.sendsNothingUntil'),
      permission: 'backup.read',
      list: '/system/backups',
      filter: {},
      load: async () => (await import('./count-paused.ts')).countPaused,
    },
  ],
}
