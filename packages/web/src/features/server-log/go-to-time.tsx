import type { LogFile } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type SubmitEvent, useState } from 'react'
import { siteClock } from '../../lib/format/site-clock.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { LogAddress } from './use-log-address.ts'

interface GoToTimeProps {
  /** The newest first. */
  files: readonly LogFile[]
  /** The one that is shown. */
  file: LogFile
  address: LogAddress
  /** Unix ms of the newest line of the file, which the field begins with. */
  newest: number
}

/** Leads to the first line of a moment or later, by the reader's clock, in the file of that day. */
export function GoToTime({ files, file, address, newest }: GoToTimeProps) {
  const [clock] = useState(() => siteClock(undefined))
  const [preset] = useState(`${clock.dateOf(newest)}T${clock.timeOfDay(newest).slice(0, 5)}`)
  const [fault, setFault] = useState<string>()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('at'))
    const [, date = '', hours, minutes] = /^(\S+)T(\d\d):(\d\d)/.exec(text) ?? []
    const at = date === '' ? undefined : clock.atWall(date, Number(hours) * 60 + Number(minutes))
    setFault(at === undefined ? t('serverLog.enterATime') : undefined)
    if (at !== undefined) address.setPlace(fileOf(at, files, file).name, { at: new Date(at).toISOString() })
  }
  return (
    // A field of a time is as wide as its text by itself, which may be more than there is.
    <form onSubmit={submit} noValidate className="grid gap-2 px-4 *:min-w-0 *:grid-cols-[minmax(0,1fr)]">
      <TextField
        label={t('serverLog.goToTime')}
        name="at"
        type="datetime-local"
        defaultValue={preset}
        {...(fault === undefined ? {} : { error: fault })}
      />
      <Button type="submit" size="dense" className="justify-self-start">
        {t('serverLog.go')}
      </Button>
    </form>
  )
}

/** A day may have several files: the one that is shown stays where it is of that day. */
function fileOf(at: number, files: readonly LogFile[], shown: LogFile): LogFile {
  const day = new Date(at).toISOString().slice(0, 10)
  if (shown.day === day) return shown
  return files.find((file) => file.day <= day) ?? files.at(-1) ?? shown
}
