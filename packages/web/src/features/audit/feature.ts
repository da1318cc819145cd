import { t } from '@packhouse/messages'
import type { Feature } from '../../resource/feature.ts'

/** Who did what: changes of records, sign-ins, refusals and the use of keys. */
export const audit: Feature = {
  sections: [
    {
      to: '/system/audit',
      label: t('audit.audit'),
      area: 'system',
      group: 'activity',
      about: t('audit.whoDidWhat'),
      permission: 'authLog.read',
      screens: [
        {
          path: '',
          label: t('audit.audit'),
          load: async () => (await import('./audit-page.tsx')).AuditPage,
          hasFrame: true,
        },
      ],
    },
  ],
}
