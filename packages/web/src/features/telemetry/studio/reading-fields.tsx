import { declared as inLanguage, t } from '@packhouse/messages'
import { useId, useState } from 'react'
import { ChoiceCombobox } from '../../../resource/choice-combobox.tsx'
import { inputClasses } from '../../../resource/form/field-frame.tsx'
import { declared } from '../../../resource/registry.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { Studio } from './use-studio.ts'

/** The settings of a whole map: whose messages it reads, its topics, and the address of the timestamp. */
export function ReadingFields({ studio }: { studio: Studio }) {
  const faultOf = (name: string) => {
    const message = studio.failure?.errors.find(({ path }) => path === `body.${name}`)?.message
    return message === undefined ? undefined : inLanguage(message)
  }
  const [topics, time] = [faultOf('topicFilter'), faultOf('timeAddress')]
  return (
    <Panel className="grid grid-cols-2 items-start gap-x-4 gap-y-3 p-4 max-md:grid-cols-1">
      <MachineOfMessages studio={studio} />
      <TextField
        label={t('telemetry.topics')}
        help={
          studio.machineId === ''
            ? t('telemetry.oneLevelIsLeaveItEmpty', { machineLevel: '{machineID}' })
            : t('telemetry.topicsOfOneMachine')
        }
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

const ways = [
  { value: 'topic', label: t('telemetry.namedByTheTopic') },
  { value: 'one', label: t('telemetry.alwaysOneMachine') },
] as const

/** How the machine of a message is known: the topic names it, or it is always the same. */
function MachineOfMessages({ studio: { machineId, setMachineId } }: { studio: Studio }) {
  const id = useId()
  const [isChoosing, setChoosing] = useState(false)
  const isOne = machineId !== '' || isChoosing
  return (
    <div className="col-span-full flex flex-wrap items-center gap-x-3 gap-y-2">
      <span id={id} className="text-12 font-[550] text-text-2">
        {t('telemetry.machineOfMessages')}
      </span>
      <Segments
        label={t('telemetry.machineOfMessages')}
        options={ways}
        value={isOne ? 'one' : 'topic'}
        onValueChange={(way) => {
          setChoosing(way === 'one')
          if (way === 'topic' && machineId !== '') setMachineId('')
        }}
      />
      {isOne && (
        <div className="min-w-60 flex-1">
          <ChoiceCombobox
            source={{ resource: declared('machine'), by: 'id' }}
            value={machineId}
            onChange={setMachineId}
            attributes={{ 'aria-labelledby': id }}
            placeholder={t('resource.typeToFind')}
            inputClassName={inputClasses(false)}
          />
        </div>
      )}
    </div>
  )
}
