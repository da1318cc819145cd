import type { GapPart, PromiseActual, PromiseCondition, PromiseResult, PromiseSource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { numberFormat } from '../../lib/format/numbers.ts'
import type { Tone } from '../../ui/badge.tsx'
import type { Icon } from '../../ui/icon.tsx'
import { InfoIcon, RunningIcon, WarningIcon } from '../../ui/icons.tsx'

/** Decimals that figures are shown with at most: they have as many as their promise. */
const DECIMALS = 6

/** A figure. */
export function figureWords(value: number): string {
  return numberFormat({ maximumFractionDigits: DECIMALS }).format(value)
}

/** A difference with its sign. */
export function differenceWords(value: number): string {
  return numberFormat({ maximumFractionDigits: DECIMALS, signDisplay: 'exceptZero' }).format(value)
}

/** A difference as a share of what was promised, with its sign. */
export function shareWords(share: number): string {
  return numberFormat({ style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' }).format(share)
}

export const resultViews: Readonly<Record<PromiseResult, { tone: Tone; word: string; icon: Icon }>> = {
  kept: { tone: 'ok', word: t('promises.kept'), icon: RunningIcon },
  missed: { tone: 'warn', word: t('promises.missed'), icon: WarningIcon },
  notMeasured: { tone: 'unk', word: t('promises.notMeasured'), icon: InfoIcon },
  notComparable: { tone: 'unk', word: t('promises.notComparable'), icon: InfoIcon },
}

export const sourceWords: Readonly<Record<PromiseSource, string>> = {
  quote: t('promises.quote'),
  acceptanceCriteria: t('promises.acceptanceCriteria'),
  serviceContract: t('promises.serviceContract'),
  declaration: t('promises.declaration'),
}

/** Where it is written, as closely as it is known. */
export function writtenIn({ source, reference }: Pick<PromiseActual, 'source' | 'reference'>): string {
  return reference ?? sourceWords[source]
}

/** The conditions of a promise: how many packs a cycle makes, those that the live figure heeds, and a line of those that it does not. */
export function conditionLines(promise: PromiseActual): string[] {
  const { packsPerCycle, style, recipe, tag, conditions, notChecked } = promise
  const all: [PromiseCondition, string | null][] = [
    ['style', style && t('promises.styleIs', { style: style.name })],
    ['recipe', recipe && t('promises.recipeIs', { recipe })],
    ['tag', tag && tagWords(tag)],
    ['words', conditions],
  ]
  const known = all.flatMap(([kind, words]) => (words === null ? [] : [{ kind, words }]))
  const wordsOf = (isHeeded: boolean) =>
    known.filter(({ kind }) => notChecked.includes(kind) !== isHeeded).map(({ words }) => words)
  const open = wordsOf(false)
  const packs = packsPerCycle ? [t('promises.packsPerCycleIs', { count: figureWords(packsPerCycle) })] : []
  return [
    ...packs,
    ...wordsOf(true),
    ...(open.length === 0 ? [] : [t('promises.notChecked', { conditions: open.join('; ') })]),
  ]
}

function tagWords({ name, value, least, most }: NonNullable<PromiseActual['tag']>): string {
  const limits = { tag: name, least: figureWords(least ?? 0), most: figureWords(most ?? 0) }
  const parts = [
    ...(value === null ? [] : [t('promises.tagIs', { tag: name, value })]),
    ...(least !== null && most !== null ? [t('promises.tagFromTo', limits)] : []),
    ...(least !== null && most === null ? [t('promises.tagAtLeastIs', limits)] : []),
    ...(least === null && most !== null ? [t('promises.tagAtMostIs', limits)] : []),
  ]
  return parts.join('; ')
}

/** A part of a gap in words, and a line about it. */
export function gapWords(
  { kind, value, name, share, speed, rate }: GapPart,
  promise: Pick<PromiseActual, 'kind' | 'direction' | 'style' | 'recipe' | 'tag'>,
): [name: string, about: string] {
  const { kind: of, direction } = promise
  const isOver = direction === 'atMost'
  // Above what was promised, or what was before it.
  const isMore = isOver ? value > 0 : value < 0
  const recipe = name ?? ''
  const atSpeed = figureWords(speed ?? 0)
  const words: Readonly<Record<GapPart['kind'], () => [name: string, about: string]>> = {
    factoryTest: () => [
      isMore ? t('promises.moreAtFactory') : isOver ? t('promises.lessAtFactory') : t('promises.missingAtFactory'),
      isOver ? t('promises.overAtFactoryAbout') : t('promises.missingAtFactoryAbout'),
    ],
    siteTest: () => [
      isMore ? t('promises.moreAtSite') : isOver ? t('promises.lessAtSite') : t('promises.missingAtSite'),
      isOver ? t('promises.overAtSiteAbout') : t('promises.missingAtSiteAbout'),
    ],
    setSpeed: () =>
      isOver
        ? [t('promises.setHigher'), t('promises.setHigherAbout', { speed: atSpeed })]
        : [t('promises.setLower'), t('promises.setLowerAbout', { speed: atSpeed })],
    recipe: () => {
      const shown = numberFormat({ style: 'percent', maximumFractionDigits: 0 }).format(share ?? 0)
      if (of !== 'rejectRate')
        return [
          isOver ? t('promises.fasterRecipe', { recipe }) : t('promises.slowerRecipe', { recipe }),
          t('promises.recipeAbout', { share: shown, speed: atSpeed }),
        ]
      return [
        isOver ? t('promises.recipeWithMoreRejects', { recipe }) : t('promises.recipeWithFewerRejects', { recipe }),
        t('promises.recipeRejectsAbout', { share: shown, rate: figureWords(rate ?? 0) }),
      ]
    },
    otherRecipes: () => [
      t('promises.otherRecipes'),
      t('promises.otherRecipesAbout', {
        share: numberFormat({ style: 'percent', maximumFractionDigits: 0 }).format(share ?? 0),
      }),
    ],
    stops: () => [name ?? '', t('promises.stopsAbout')],
    otherStops: () => [t('promises.otherStops'), t('promises.stopsAbout')],
    allowed: () => [t('promises.allowedStops'), t('promises.allowedStopsAbout')],
    unexplained: () => [t('promises.unexplained'), unexplainedWords(promise)],
  }
  return words[kind]()
}

/** Of a day with several recipes it is not known which one made rejects, unless the promise has conditions. */
function unexplainedWords({
  kind,
  style,
  recipe,
  tag,
}: Pick<PromiseActual, 'kind' | 'style' | 'recipe' | 'tag'>): string {
  if (kind === 'availability') return t('promises.unexplainedStops')
  const isOfDays = kind === 'rejectRate' && style === null && recipe === null && tag === null
  return isOfDays ? t('promises.unexplainedRejects') : t('promises.unexplainedAbout')
}

/** A part of a gap as it is shown: what is missing has a minus, what is above the promise has none. */
export function shownPart(value: number, { direction }: Pick<PromiseActual, 'direction'>): number {
  return direction === 'atMost' ? value : -value
}
