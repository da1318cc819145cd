import { t } from '@packhouse/messages'
import type { ResourceView } from '../../resource/view.ts'

export const readingSettingView: ResourceView = {
  intro: t('telemetry.readingSettingsAre'),
  columns: ['machineType', 'decimals', 'normalLow', 'normalHigh', 'updatedAt'],
  sections: [{ fields: ['tag', 'machineType', 'decimals', 'normalLow', 'normalHigh'] }],
  empty: { machineType: t('alarms.everyType') },
}
