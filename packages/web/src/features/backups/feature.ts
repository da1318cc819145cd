import { t } from '@packhouse/messages'
import type { Feature } from '../../resource/feature.ts'

/** Backups of the installation. */
export const backups: Feature = {
  sections: [
    {
      to: '/system/backups',
      label: t('backups.backups'),
      area: 'system',
      group: 'operation',
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
      act: t('home.release'),
      isUrgent: true,
      about: t('backups.sendsNothingUntil'),
      permission: 'backup.read',
      list: '/system/backups',
      filter: {},
      load: async () => (await import('./find-paused.ts')).findPaused,
    },
  ],
}
