import { api, type MachineConfiguration, type RevisionRule } from '@packhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../lib/api-client.ts'
import type { ResourceRow } from '../../../resource/registry.ts'
import { usePermission } from '../../../resource/use-permission.ts'

/** What the rules say of the options of a machine as it is sold: with its standard options. */
export interface OptionRules {
  /** What an option needs or excludes, by its id. */
  relationsOf: (id: string) => readonly RevisionRule[]
  /** Why an option cannot be had beside the standard ones; undefined where it can. */
  exclusionOf: (id: string) => Exclusion | undefined
  /** What an option belongs to, such as `Film`; null where that is not said. */
  categoryOf: (id: string) => string | null
  /** Names of options by their ids. */
  nameOf: (id: string) => string
}

export interface Exclusion {
  rules: readonly RevisionRule[]
  /** The standard options that are in the way. */
  causes: readonly string[]
}

/** @returns undefined while it is on its way, and where it could not be loaded: the options are shown all the same */
export function useOptionRules(machineId: string, options: readonly ResourceRow[]): OptionRules | undefined {
  const { allowed } = usePermission(api.configureMachine)
  const standard = options.filter(({ availability }) => availability === 'standard').map(({ id }) => id)
  const versions = options.map(({ id, rowVersion }) => `${id} ${rowVersion}`).join()
  const { data } = useQuery({
    queryKey: ['resource', 'machineOption', 'rules', machineId, versions],
    queryFn: async ({ signal }) => {
      const params = { id: machineId }
      const { content } = await callApi(api.currentRuleRevision, { params }, { signal })
      const state = await callApi(api.configureMachine, { params, body: { chosen: standard } }, { signal })
      return { content, state }
    },
    enabled: allowed && options.length > 0,
  })
  if (data === undefined) return undefined
  const { content, state } = data
  const categories = new Map(content.groups.map(({ id, category }) => [id, category]))
  const definitions = new Map(content.options.map(({ id, definitionId }) => [id, definitionId]))
  const names = new Map(content.options.map(({ id, name }) => [id, name]))
  return {
    relationsOf: (id) =>
      content.rules.filter(
        ({ kind, options: [first], styleId }) =>
          (kind === 'requires' || kind === 'excludes') && first === id && styleId === null,
      ),
    exclusionOf: (id) => exclusionOf(id, state),
    categoryOf: (id) => categories.get(definitions.get(id) ?? '') ?? null,
    nameOf: (id) => names.get(id) ?? '',
  }
}

/** Options of a group that stand for each other are no exclusion: only a rule is. */
function exclusionOf(id: string, { options, rules }: MachineConfiguration): Exclusion | undefined {
  const option = options.find((candidate) => candidate.id === id)
  if (option?.state !== 'excluded' || option.reason === null || option.reason.rules.length === 0) return undefined
  const { reason } = option
  return {
    rules: rules.filter(({ code }) => reason.rules.includes(code)),
    causes: [...reason.choices.filter(({ taken }) => taken).map((choice) => choice.option), ...reason.defaults],
  }
}
