import { recipeStyles, type UnmappedRecipe } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatPlainDate } from '../../../lib/format/dates.ts'
import { formatCount, formatRate } from '../../../lib/format/numbers.ts'
import { ChoiceCombobox } from '../../../resource/choice-combobox.tsx'
import { callsAt, declared } from '../../../resource/registry.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { useMapRecipe } from './use-map-recipe.ts'

const cell = 'px-3 py-1.5 align-middle max-md:block max-md:py-0.5'
const figure = `${cell} tabular-nums text-text-2`
/** Places of the columns whose figures are compared. */
const compared = [2, 3]

const alignOf = (place: number) => (compared.includes(place) ? 'text-start md:text-end' : 'text-start')

/** Recipes in lines with a choice of the style; on a phone each is a small card. */
export function UnmappedTable({ recipes }: { recipes: readonly UnmappedRecipe[] }) {
  const heads = [
    t('library.recipe'),
    t('library.builtAs'),
    t('library.runningHours'),
    t('library.machinesThatRanIt'),
    t('library.lastRan'),
    t('library.packagingStyle'),
  ]
  return (
    <table className="w-full text-13 max-md:block" aria-label={t('library.recipesWithoutStyle')}>
      <thead className="max-md:sr-only">
        <tr className="h-[34px] border-b border-line bg-surface-2 text-12 text-text-2">
          {heads.map((head, place) => (
            <th key={head} scope="col" className={`px-3 font-[550] whitespace-nowrap ${alignOf(place)}`}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {recipes.map((recipe) => (
          <UnmappedLine key={`${recipe.recipe} ${recipe.libraryMachine?.id}`} recipe={recipe} heads={heads} />
        ))}
      </tbody>
    </table>
  )
}

function UnmappedLine({ recipe, heads }: { recipe: UnmappedRecipe; heads: readonly string[] }) {
  const { libraryMachine, hours, machines, lastDay } = recipe
  const figures = [libraryMachine?.model, formatRate(hours), formatCount(machines), formatPlainDate(lastDay)]
  return (
    <tr className="border-b border-line last:border-b-0 max-md:block max-md:py-2">
      <th scope="row" className={`${cell} text-start font-[550] wrap-anywhere`}>
        {recipe.recipe}
      </th>
      {figures.map((value, place) => (
        <td key={heads[place + 1]} className={`${figure} ${alignOf(place + 1)}`}>
          <span aria-hidden="true" className="inline-block w-32 text-12 md:hidden">
            {heads[place + 1]}
          </span>
          {value ?? t('library.noLibraryMachine')}
        </td>
      ))}
      <td className={`${cell} w-64 max-md:mt-1.5 max-md:w-full`}>
        <StyleOfRecipe recipe={recipe} />
      </td>
    </tr>
  )
}

/** The choice is stored at once, for the library machine that the recipe ran on. */
function StyleOfRecipe({ recipe }: { recipe: UnmappedRecipe }) {
  const mayCreate = usePermission(callsAt(recipeStyles).create).allowed
  const { isBusy, map } = useMapRecipe()
  if (!mayCreate) return null
  return (
    <ChoiceCombobox
      source={{ resource: declared('packagingStyle'), by: 'id' }}
      value=""
      onChange={(styleId) => {
        if (styleId !== '' && !isBusy) void map(recipe, styleId)
      }}
      placeholder={t('library.chooseStyle')}
      attributes={{ 'aria-label': t('library.styleOfRecipe', { recipe: recipe.recipe }) }}
      inputClassName="h-[30px] w-full rounded-control border border-control bg-surface ps-[9px] text-13 placeholder:text-text-3 hover:border-text-2 focus:border-focus focus:outline-2 focus:outline-offset-0 focus:outline-focus max-md:h-11 max-md:text-16"
    />
  )
}
