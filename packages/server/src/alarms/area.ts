import { alarmRules } from '@packhouse/contract'
import { access, programName } from '../access/area.ts'
import { defineArea } from '../engine/area.ts'
import { monitoring } from '../monitoring/area.ts'
import { alarmComputedFields } from './alarm.actions.ts'
import { Alarms } from './alarms.ts'

export { listAlarms } from './alarm.actions.ts'
export { readAlarms } from './alarm.queries.ts'
export { type Condition, type Finding, judge, type Transition } from './condition.ts'
export { readAlarmFigures } from './figures.queries.ts'
export { mailTime, mailTimesOf } from './mail-time.ts'
export type { PushMessage } from './push/push-client.ts'
export type { PushSender, QuietChoice } from './push/push-sender.ts'
export { machineLine } from './push/push-words.ts'
export type { Webhooks } from './webhooks.ts'

/** Rules, the alarms that they raise, and who is notified. */
export const alarms = defineArea({
  name: 'alarms',
  computed: alarmComputedFields,
  create(platform, use) {
    const { telemetry } = use(monitoring)
    const { mail } = use(access)
    const engine = new Alarms({
      ...platform,
      telemetry,
      mail,
      rules: platform.storeOf(alarmRules),
      nameOf: programName,
    })
    return {
      provides: { webhooks: engine.webhooks, pushSender: engine.pushSender, writer: engine },
      handlers: engine.handlers,
      services: [engine],
      jobs: engine.jobs,
    }
  },
})
