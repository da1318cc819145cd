import { alarmRules, type Draft, type FieldError } from '@packhouse/contract'
import { declared } from '@packhouse/messages'
import { ProblemError } from '../../engine/problem-error.ts'
import type { MachineEntry } from '../../live/index.ts'
import type { Rule } from '../rule.ts'

export type RuleDraft = Draft<typeof alarmRules>

const NUMBER = /^-?\d{1,40}(\.\d{1,40})?$/

/**
 * The rule that a draft would become, judged like a stored one.
 * @param machine the one that it names
 * @throws ProblemError `invalid_request` where it could not be stored
 */
export function toTrialRule(draft: RuleDraft, machine: MachineEntry | undefined): Rule {
  const { tag = null, comparison = null, limit = null, deadband = null, states = [] } = draft
  const kind = draft.kind ?? 'value'
  const compares = comparison === 'above' || comparison === 'below'
  const broken: [string, boolean][] = [
    ['alarm_rule_tag_given', kind === 'value' && tag === null],
    ['alarm_rule_comparison_given', kind === 'value' && comparison === null],
    ['alarm_rule_limit_given', kind === 'value' && limit === null],
    ['alarm_rule_limit_is_number', kind === 'value' && compares && limit !== null && !NUMBER.test(limit)],
    ['alarm_rule_deadband_has_side', kind === 'value' && deadband !== null && !compares],
    ['alarm_rule_states_given', kind === 'state' && states.length === 0],
  ]
  const errors = broken.flatMap(([name, isBroken]) => (isBroken ? faultsOf(name) : []))
  if (errors.length > 0) {
    throw new ProblemError(
      'invalid_request',
      errors.map(({ path, message }) => `${path} ${message}`).join('; '),
      errors,
    )
  }
  return {
    id: 'trial',
    name: draft.name ?? '',
    severity: draft.severity ?? 'major',
    enabled: true,
    machineKey: draft.machineId ? (machine?.key ?? -1) : null,
    configurationId: draft.configurationId ?? null,
    customerId: draft.customerId ?? null,
    kind,
    tag,
    comparison,
    limit,
    deadband: deadband ?? 0,
    states,
    silenceMs: (draft.silenceSeconds ?? 300) * 1_000,
    onDelayMs: (draft.onDelaySeconds ?? 0) * 1_000,
    offDelayMs: (draft.offDelaySeconds ?? 0) * 1_000,
    message: null,
    notifyEmails: [],
    webhookUrl: null,
    webhookTemplate: null,
    fingerprint: 'trial',
  }
}

function faultsOf(name: string): FieldError[] {
  const { fields = [], message = '' } = alarmRules.rules[name] ?? {}
  return fields.map((field) => ({ path: `body.${field}`, code: 'rule', message: declared(message) }))
}
