import { t } from '@packhouse/messages'
import type { Feature, Screen } from '../../resource/feature.ts'

/** The machines that are made and sold, what they can pack, their options and documents. */
export const library: Feature = {
  sections: [
    {
      to: '/library',
      label: t('app.library'),
      area: 'library',
      about: t('library.machinesStylesAndWhatFits'),
      takes: { area: 'Library' },
      screens: [
        list('machines', t('library.machines'), 'libraryMachine'),
        list('types', t('library.machineTypes'), 'machineType'),
        list('fields', t('library.fields'), 'fieldSpec'),
        list('tags', t('library.tags'), 'libraryTag'),
        list('styles', t('library.packagingStyles'), 'packagingStyle'),
        list('compatibility', t('library.compatibility'), 'compatibility'),
        list('options', t('library.machineOptions'), 'machineOption'),
        list('option-definitions', t('library.optionDefinitions'), 'optionDefinition'),
        list('documents', t('library.documents'), 'machineDocument'),
      ],
    },
  ],
}

function list(path: string, label: string, resource: string): Screen {
  return { path, label, resource }
}
