import { t } from '@packhouse/messages'
import type { Feature } from '../../resource/feature.ts'

/** Programs of others that follow changes of records. */
export const webhooks: Feature = {
  sections: [
    {
      to: '/system/webhooks',
      label: t('webhooks.webhooks'),
      area: 'system',
      group: 'access',
      about: t('webhooks.tellOtherProgramsOfChanges'),
      screens: [
        {
          path: '',
          label: t('webhooks.webhooks'),
          resource: 'webhook',
          view: async () => (await import('./webhook-view.tsx')).webhookView,
        },
      ],
    },
  ],
}
