import { t } from '@packhouse/messages'
import type { ResourceView } from '../../../resource/view.ts'
import { machineFormView } from './machine-form-view.ts'

/** A machine with what belongs to it, each in a tab of its own. */
export const machinePageView: ResourceView = {
  ...machineFormView,
  related: [
    {
      tab: 'options',
      resource: 'machineOption',
      path: '/v1/machine-library/machines/{parentId}/options',
      view: {
        columns: ['definitionId', 'availability', 'price', 'cost', 'leadDays'],
        intro: t('library.optionsOfMachine'),
      },
    },
    {
      tab: 'styles',
      resource: 'compatibility',
      path: '/v1/machine-library/compatibility',
      by: 'machineId',
      view: {
        columns: ['result', 'speedMax', 'materials', 'toolingCost', 'evidence', 'verifiedOn', 'stale'],
        nameOf: (row) => String(row.result),
      },
    },
    {
      tab: 'documents',
      resource: 'machineDocument',
      path: '/v1/machine-library/machines/{parentId}/documents',
      view: { columns: ['kind', 'revision', 'language', 'visibility', 'validFrom', 'superseded'] },
    },
  ],
}
