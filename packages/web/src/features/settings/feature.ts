import { t } from '@packhouse/messages'
import type { Feature } from '../../resource/feature.ts'

/** What the installation is set to. The settings of the own account have a place of their own in the profile menu. */
export const settings: Feature = {
  // They are chosen and changed in the lists that they are of.
  embedded: { sharedView: () => '/home' },
  sections: [
    {
      to: '/system/settings',
      label: t('general.settings'),
      area: 'system',
      group: 'setup',
      about: t('installation.titleLoginMail'),
      permission: 'settings.read',
      screens: [
        {
          path: '',
          label: t('installation.settingsOfTheInstallation'),
          load: async () => (await import('./installation/installation-page.tsx')).InstallationPage,
          hasFrame: true,
        },
      ],
    },
  ],
}
