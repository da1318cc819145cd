import { t } from '@packhouse/messages'
import { capitalize } from '../../../resource/words.ts'

const reasons: Readonly<Record<string, string>> = {
  before_birth: t('telemetry.beforeBirth'),
  clock_ahead: t('telemetry.clockAhead'),
  contradicts_stored: t('telemetry.contradictsStored'),
  invalid_field: t('telemetry.invalidField'),
  machine_unknown: t('telemetry.machineUnknown'),
  no_value: t('telemetry.noValue'),
  not_json: t('telemetry.notJson'),
  not_sparkplug: t('telemetry.notSparkplug'),
  not_storable: t('telemetry.notStorable'),
  nothing_mapped: t('telemetry.nothingMapped'),
  other_machine: t('telemetry.otherMachine'),
  too_large: t('telemetry.tooLarge'),
  too_old: t('telemetry.tooOld'),
  topic_unknown: t('telemetry.topicUnknown'),
}

/** Why a message was refused, in a word or two. A code of a newer server is shown as words: `size_wrong` as `Size wrong`. */
export function codeWords(code: string): string {
  return reasons[code] ?? capitalize(code.replaceAll('_', ' '))
}
