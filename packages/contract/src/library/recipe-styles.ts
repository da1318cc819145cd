import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { field } from '../engine/field.ts'
import { pageQuerySchema } from '../engine/list-query.ts'
import { pageOf } from '../engine/page.ts'
import { defineResource } from '../engine/resource.ts'

/** So many characters of a recipe count; of a longer one the first. */
export const RECIPE_LENGTH = 200

/**
 * Which packaging style a recipe makes. One for an installed machine overrides one for its library machine, which overrides one for all;
 * one for both is of the installed machine while it is of that model. A change takes effect on the past too.
 */
export const recipeStyles = defineResource({
  name: 'recipeStyle',
  table: 'recipe_style',
  area: 'Library',
  noun: ['recipe', 'recipes'],
  fields: {
    recipe: field.text({
      label: 'Recipe',
      help: 'As machines send it; small and capital letters are the same',
      example: 'Pillow bag 400 g',
      required: true,
      max: RECIPE_LENGTH,
      search: true,
      sort: true,
    }),
    styleId: field.reference('packagingStyle', { label: 'Packaging style', required: true, filter: true }),
    libraryMachineId: field.reference('libraryMachine', {
      label: 'Only for library machine',
      help: 'Empty: for all of them',
      filter: true,
    }),
    machineId: field.reference('machine', {
      label: 'Only for installed machine',
      help: 'Empty: for all of them',
      filter: true,
    }),
    notes: field.multiline({ label: 'Notes' }),
  },
  mounts: [{ path: '/v1/machine-library/recipe-styles' }],
  label: 'recipe',
  defaultSort: 'recipe',
  rules: {
    recipe_style_once: {
      code: 'duplicate',
      fields: ['recipe'],
      key: ['recipe', 'libraryMachineId', 'machineId'],
      message: 'has a packaging style already: change that one',
    },
  },
  traits: { csv: true },
})

const unmappedRecipeSchema = z.object({
  recipe: z.string(),
  libraryMachine: z
    .object({ id: z.uuid(), model: z.string(), name: z.string() })
    .nullable()
    .describe('What the machines were built as; null where no library machine has their configuration'),
  machines: z.int().describe('Installed machines that ran it'),
  hours: z.number().describe('Running time, also that without a known speed'),
  lastDay: z.iso.date().describe('The last day on which it ran'),
})
export type UnmappedRecipe = z.infer<typeof unmappedRecipeSchema>

export const unmappedRecipes = defineCall({
  area: 'Library',
  method: 'GET',
  path: '/v1/machine-library/recipe-styles/unmapped',
  summary: 'Recipes that ran in the fleet and have no packaging style yet',
  description: 'By recipe and library machine, the longest running time first.',
  access: 'recipeStyle.read',
  query: pageQuerySchema(),
  result: pageOf(unmappedRecipeSchema),
})
