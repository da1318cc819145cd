import type { RevisionContent, RevisionOption } from '@packhouse/contract'

type RevisionGroup = RevisionContent['groups'][number]

/** A question about a machine: yes or no, one of several, or a number. */
export interface OptionQuestion {
  group: RevisionGroup
  options: readonly RevisionOption[]
}

/** Questions of one category, or a single one of several choices. */
export interface OptionSection {
  key: string
  title: string
  isChoice: boolean
  /** Whether a number is typed. */
  isRange: boolean
  questions: readonly OptionQuestion[]
}

/** The options in the order of the model: yes and no by category, each question of several choices by itself. */
export function sectionsOf({ groups, options }: RevisionContent, otherTitle: string): OptionSection[] {
  const byGroup = Map.groupBy(options, ({ definitionId }) => definitionId)
  const questions = groups.map((group) => ({ group, options: ordered(group, byGroup.get(group.id) ?? []) }))
  const sections = new Map<string, OptionSection>()
  for (const question of questions) {
    const { id, name, category, inputKind } = question.group
    const isChoice = inputKind !== 'yesNo'
    const key = isChoice ? id : `category ${category ?? ''}`
    const before = sections.get(key)
    const title = isChoice ? name : (category ?? otherTitle)
    const isRange = inputKind === 'range'
    sections.set(key, { key, title, isChoice, isRange, questions: [...(before?.questions ?? []), question] })
  }
  return [...sections.values()]
}

function ordered({ inputKind }: RevisionGroup, options: readonly RevisionOption[]): readonly RevisionOption[] {
  return inputKind === 'number' ? options.toSorted((one, other) => Number(one.choice) - Number(other.choice)) : options
}
