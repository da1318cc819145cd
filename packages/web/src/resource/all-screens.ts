import { type Resource, resources } from '@packhouse/contract'
import { declared as inLanguage } from '@packhouse/messages'
import type { FeatureSection, Screen } from './feature.ts'
import { capitalize } from './words.ts'

/**
 * The sections with a list for every resource that no feature has a screen for, so that a declaration alone is enough to be
 * found. It joins the section that takes its area, or else the one that takes the rest.
 */
export function withDefaultScreens(
  sections: readonly FeatureSection[],
  embedded: readonly string[],
  declared: readonly Resource[] = resources,
): readonly FeatureSection[] {
  const shown = new Set([...embedded, ...sections.flatMap(({ screens }) => screens.map(({ resource }) => resource))])
  const left = declared.filter(({ name }) => !shown.has(name))
  const sectionOf = ({ area }: Resource) =>
    sections.find(({ takes }) => typeof takes === 'object' && takes.area === area) ??
    sections.find((section) => section.takes === 'rest')
  return sections.map((section) => ({
    ...section,
    screens: [
      ...section.screens,
      ...left.filter((resource) => sectionOf(resource)?.to === section.to).map(defaultScreen),
    ],
  }))
}

function defaultScreen({ name, noun: [, many] }: Resource): Screen {
  return { path: many.replaceAll(' ', '-').toLowerCase(), label: capitalize(inLanguage(many)), resource: name }
}
