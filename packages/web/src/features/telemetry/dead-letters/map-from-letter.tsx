import type { DeadLetter } from '@packhouse/contract'
import { declared as inLanguage, t } from '@packhouse/messages'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../../lib/api-error.ts'
import { declared } from '../../../resource/registry.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { useCreate } from '../../../resource/use-resource.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { suggestFilter } from '../studio/message-values.ts'

/** Makes a tag map for what was refused, and goes on with it in the studio. */
export function MapFromLetter({ letter }: { letter: DeadLetter }) {
  const tagMap = declared('tagMap')
  const access = usePermission(tagMap.calls.create)
  const create = useCreate({ resource: tagMap })
  const navigate = useNavigate()
  const isOwnTopic = letter.topic.startsWith('packhouse/')
  const [name, setName] = useState('')
  const [target, setTarget] = useState(() => (isOwnTopic ? '' : suggestFilter(letter.topic)))
  if (!access.allowed) return null
  const errors = create.error instanceof ApiError ? create.error.errors : []
  const faultOf = (field: string) => {
    const message = errors.find(({ path }) => path === `body.${field}`)?.message
    return message === undefined ? undefined : inLanguage(message)
  }
  const targetField = isOwnTopic ? 'machineType' : 'topicFilter'
  const [nameFault, targetFault] = [faultOf('name'), faultOf(targetField)]
  const make = async (event: FormEvent) => {
    event.preventDefault()
    const row = await create
      .mutateAsync({ name, source: 'json', [targetField]: target.trim() || null })
      .catch(() => undefined)
    if (row === undefined) return
    await navigate({ href: `/telemetry/tag-maps/${row.id}?letter=${letter.id}` })
  }
  return (
    <form onSubmit={(event) => void make(event)} className="grid gap-3 border-t border-line pt-4">
      <h3>{t('telemetry.makeATagMapFromThis')}</h3>
      <TextField
        label={t('general.name')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        {...(nameFault === undefined ? {} : { error: nameFault })}
      />
      <TextField
        label={isOwnTopic ? t('telemetry.machineType') : t('telemetry.topics')}
        help={
          isOwnTopic
            ? t('telemetry.theConfigurationOfTheMachinesIt')
            : t('telemetry.theLevelNamesTheMachine', { machineLevel: '{machineID}' })
        }
        value={target}
        onChange={(event) => setTarget(event.target.value)}
        {...(targetFault === undefined ? {} : { error: targetFault })}
      />
      {create.error && nameFault === undefined && targetFault === undefined && (
        <p role="alert" className="text-12 text-bad">
          {create.error.message}
        </p>
      )}
      <div>
        <Button type="submit" busy={create.isPending} disabled={name.trim() === ''}>
          {t('telemetry.makeATagMap')}
        </Button>
      </div>
    </form>
  )
}
