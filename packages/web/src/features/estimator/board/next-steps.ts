import type { ProjectState, Resource } from '@packhouse/contract'
import { declared as inLanguage } from '@packhouse/messages'
import { declared } from '../../../resource/registry.ts'

type StepCall = NonNullable<NonNullable<Resource['calls']['transitions'][string]>[string]>

export interface NextProjectStep {
  name: string
  words: string
  call: StepCall
}

/** What leads back, or asks more than a menu can, is done on the page of the project. */
const ELSEWHERE = ['take-back']

/** The steps that lead on from a status. */
export function nextSteps(status: ProjectState): NextProjectStep[] {
  const { calls, mounts, traits } = declared('project')
  return Object.entries(traits.lifecycle?.transitions ?? {}).flatMap(([name, { from, words }]) => {
    const call = calls.transitions[mounts[0].path]?.[name]
    if (call === undefined || !from.includes(status) || ELSEWHERE.includes(name)) return []
    return [{ name, words: inLanguage(words), call }]
  })
}
