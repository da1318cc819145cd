import { t } from '@packhouse/messages'
import type { ResourceView } from '../../resource/view.ts'

/** How production lines look in lists of their own. */
export const lineViews: Readonly<Record<string, ResourceView>> = {
  productionLine: {
    intro: t('lines.intro'),
    columns: ['locationId'],
    related: [
      {
        tab: 'machines',
        resource: 'lineMachine',
        path: '/v1/production-lines/{parentId}/machines',
        view: { columns: ['machineId'] },
        workedOnHere: true,
      },
    ],
  },
}
