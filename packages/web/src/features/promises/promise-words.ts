import type {
  GapPart,
  PromiseActual,
  PromiseCondition,
  PromiseKind,
  PromiseResult,
  PromiseSource,
} from '@packhouse/contract'
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

/** The conditions of a promise: those that the live figure heeds, and a line of those that it does not. */
export function conditionLines(promise: PromiseActual): string[] {
  const { style, recipe, tag, conditions, notChecked } = promise
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
  return [...wordsOf(true), ...(open.length === 0 ? [] : [t('promises.notChecked', { conditions: open.join('; ') })])]
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

/** A part of a gap in words, and a line about it. @param of what the promise is about */
export function gapWords({ kind, value, name, share, speed }: GapPart, of: PromiseKind): [name: string, about: string] {
  const isMore = value < 0
  const words: Readonly<Record<GapPart['kind'], () => [name: string, about: string]>> = {
    factoryTest: () => [
      isMore ? t('promises.moreAtFactory') : t('promises.missingAtFactory'),
      t('promises.missingAtFactoryAbout'),
    ],
    siteTest: () => [isMore ? t('promises.moreAtSite') : t('promises.missingAtSite'), t('promises.missingAtSiteAbout')],
    setSpeed: () => [t('promises.setLower'), t('promises.setLowerAbout', { speed: figureWords(speed ?? 0) })],
    recipe: () => [
      t('promises.slowerRecipe', { recipe: name ?? '' }),
      t('promises.recipeAbout', {
        share: numberFormat({ style: 'percent', maximumFractionDigits: 0 }).format(share ?? 0),
        speed: figureWords(speed ?? 0),
      }),
    ],
    stops: () => [name ?? '', t('promises.stopsAbout')],
    otherStops: () => [t('promises.otherStops'), t('promises.stopsAbout')],
    allowed: () => [t('promises.allowedStops'), t('promises.allowedStopsAbout')],
    unexplained: () => [
      t('promises.unexplained'),
      of === 'availability' ? t('promises.unexplainedStops') : t('promises.unexplainedAbout'),
    ],
  }
  return words[kind]()
}
