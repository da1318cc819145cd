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
        label="Topics"
        help="One level is {machineID}. Leave it empty for packhouse/…/record."
        value={studio.topicFilter}
        onChange={(event) => studio.setTopicFilter(event.target.value)}
        {...(topics === undefined ? {} : { error: topics })}
      />
      <TextField
        label="Address of the time"
        help="Such as plc.time, which holds ISO 8601 or Unix s or ms. Empty: the time of arrival."
        value={studio.timeAddress}
        onChange={(event) => studio.setTimeAddress(event.target.value)}
        {...(time === undefined ? {} : { error: time })}
      />
    </Panel>
  )
}
