import { declared as inLanguage, t } from '@packhouse/messages'
import { Panel } from '../../../ui/panel.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { Studio } from './use-studio.ts'

/** The settings of a whole map: its topics, and the address of the timestamp. */
export function ReadingFields({ studio }: { studio: Studio }) {
  const faultOf = (name: string) => {
    const message = studio.failure?.errors.find(({ path }) => path === `body.${name}`)?.message
    return message === undefined ? undefined : inLanguage(message)
  }
  const [topics, time] = [faultOf('topicFilter'), faultOf('timeAddress')]
  return (
    <Panel className="grid grid-cols-2 items-start gap-x-4 gap-y-3 p-4 max-md:grid-cols-1">
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
