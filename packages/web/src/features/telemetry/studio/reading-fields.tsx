import { t } from '@packhouse/messages'
import { Panel } from '../../../ui/panel.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { Studio } from './use-studio.ts'

/** What of a map is not about one value: its topics, and where the time stands. */
export function ReadingFields({ studio }: { studio: Studio }) {
  const faultOf = (name: string) => studio.failure?.errors.find(({ path }) => path === `body.${name}`)?.message
  const [topics, time] = [faultOf('topicFilter'), faultOf('timeAddress')]
  return (
    <Panel className="grid grid-cols-2 gap-x-4 gap-y-3 p-4 max-md:grid-cols-1">
      <TextField
        label={t('telemetry.topics')}
        help={t('telemetry.oneLevelIsLeaveItEmpty', { machineLevel: '{machineID}' })}
        value={studio.topicFilter}
        onChange={(event) => studio.setTopicFilter(event.target.value)}
        {...(topics === undefined ? {} : { error: topics })}
      />
      <TextField
        label={t('telemetry.addressOfTheTime')}
        help={t('telemetry.suchAsPlcTimeWhichHolds')}
        value={studio.timeAddress}
        onChange={(event) => studio.setTimeAddress(event.target.value)}
        {...(time === undefined ? {} : { error: time })}
      />
    </Panel>
  )
}
