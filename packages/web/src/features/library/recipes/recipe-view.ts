import { t } from '@packhouse/messages'
import type { ResourceView } from '../../../resource/view.ts'

/** Which packaging style a recipe makes. */
export const recipeView: ResourceView = {
  intro: t('library.recipesTellTheStyle'),
  columns: ['styleId', 'libraryMachineId', 'machineId', 'updatedAt'],
  sections: [{ fields: ['recipe', 'styleId', 'libraryMachineId', 'machineId', 'notes'] }],
}
