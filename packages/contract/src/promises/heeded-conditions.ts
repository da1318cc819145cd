import type { PromiseActual } from './machine-promises.ts'

/** Whether the live figure of a promise is of the time under its conditions alone, so that there may be too little of it. */
export function hasHeededConditions({
  style,
  recipe,
  tag,
  notChecked,
}: Pick<PromiseActual, 'style' | 'recipe' | 'tag' | 'notChecked'>): boolean {
  const named = { style, recipe, tag }
  return (['style', 'recipe', 'tag'] as const).some((name) => named[name] !== null && !notChecked.includes(name))
}
